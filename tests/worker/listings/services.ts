import { createServices } from "@/http/services";
import { bindings } from "../../helpers/app";

/** What verbs and jobs get, at `now` (ms) and with nobody signed in. */
export const servicesAt = (now: number) =>
  createServices({
    bindings,
    execution: { waitUntil: () => {} },
    locale: "en",
    requestId: "test",
    address: "job",
    clock: () => now,
  });
