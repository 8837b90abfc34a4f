import { paths } from "@/shared/paths";
import type { Calls } from "./prove";
import { overLimit } from "./requests";

const MESSAGE = {
  name: "Ilinca",
  email: "ilinca@example.test",
  subject: "O întrebare",
  message: "Bună ziua! De unde îmi pot schimba fotografia?",
};

/** The same message again would be answered as before. */
const about = (subject: string) => ({ json: { ...MESSAGE, subject } });

export const CONTACT: Calls = {
  "POST /api/contact": {
    request: { path: paths.apiContact(), json: MESSAGE },
    201: [{}, { by: "learner" }],
    403: { app: "withAppCheck", ...about("Fără verificare") },
    422: { json: { ...MESSAGE, message: "Scurt" } },
    429: (scene) => overLimit(scene, about("Prima"), about("A doua")),
  },
};
