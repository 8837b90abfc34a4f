import { createAppContext } from "@/http/app-context";
import { bindings } from "./app";

/** The context of feature functions and jobs at `now` (ms), signed out. */
export const servicesAt = (now: number, from = bindings) =>
  createAppContext({
    bindings: from,
    execution: { waitUntil: () => {} },
    locale: "en",
    requestId: "test",
    address: "job",
    clock: () => now,
  });
