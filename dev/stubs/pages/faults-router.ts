import { Hono } from "hono";
import type { Stubs } from "../context";
import { type FaultChanges, faultSettings, NO_FAULTS } from "../fault-injector";
import { faultsPage } from "./faults";

/** Sets the faults to inject: a page at `/faults`, JSON at `/control`. */
export function faultPages(stubs: Stubs): Hono {
  const app = new Hono();
  const { faults } = stubs;

  app.get("/faults", (c) => c.html(faultsPage(faults.current())));
  app.post("/faults", async (c) => {
    const form = await c.req.parseBody();
    const wanted = faultSettings.safeParse(form.reset === "true" ? NO_FAULTS : changesOf(form));
    if (!wanted.success) {
      const names = wanted.error.issues.map((issue) => issue.path.join(" "));
      return c.html(faultsPage(faults.current(), `Not possible: ${names.join(", ")}.`), 422);
    }
    faults.change(wanted.data);
    await stubs.store.saved();
    return c.redirect("/faults", 303);
  });

  app.get("/control", (c) => c.json(faults.current()));
  // Takes any part of `{seed, api: {outage, probability, slow_ms}, webhooks: {copies, delay_ms, drop}}`; returns it all.
  app.post("/control", async (c) => {
    const wanted = faultSettings.safeParse(await c.req.json().catch(() => undefined));
    if (!wanted.success) return c.json({ error: "not a setting", errors: wanted.error.issues }, 400);
    faults.change(wanted.data);
    await stubs.store.saved();
    return c.json(faults.current());
  });

  return app;
}

function changesOf(form: Record<string, unknown>): FaultChanges {
  const number = (name: string) => Number(form[name]);
  return {
    api: {
      outage: form.outage as NonNullable<FaultChanges["api"]>["outage"],
      probability: number("probability") / 100,
      slow_ms: number("slow_ms"),
    },
    webhooks: { copies: number("copies"), drop: number("drop") / 100, delay_ms: number("delay_ms") },
  };
}
