import { createServices } from "@/http/services";
import { bindings } from "./app";

/** What verbs and jobs get, at `now` (ms) and with nobody signed in; by a test app's bindings no mail is sent. */
export const servicesAt = (now: number, from = bindings) =>
  createServices({
    bindings: from,
    execution: { waitUntil: () => {} },
    locale: "en",
    requestId: "test",
    address: "job",
    clock: () => now,
  });
