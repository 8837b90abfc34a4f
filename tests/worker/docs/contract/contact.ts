import { paths } from "@/shared/paths";
import { exceedLimit } from "./requests";
import type { Calls } from "./test-calls";

const MESSAGE = {
  name: "Ilinca",
  email: "ilinca@example.test",
  subject: "O întrebare",
  message: "Bună ziua! De unde îmi pot schimba fotografia?",
};

/** The same message again would be answered as before. */
const createMessage = (subject: string) => ({ json: { ...MESSAGE, subject } });

export const CONTACT: Calls = {
  "POST /api/contact": {
    request: { path: paths.apiContact(), json: MESSAGE },
    201: [{}, { by: "learner" }],
    403: { app: "withAppCheck", ...createMessage("Fără verificare") },
    422: { json: { ...MESSAGE, message: "Scurt" } },
    429: (context) => exceedLimit(context, createMessage("Prima"), createMessage("A doua")),
  },
};
