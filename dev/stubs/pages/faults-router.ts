import { Hono } from "hono";
import { html } from "hono/html";
import { englishMessages } from "@/shared/schemas/english-messages";
import type { Stubs } from "../context";
import {
  type FaultChanges,
  type FaultState,
  faultSettings,
  NO_FAULTS,
  OUTAGES,
  PUSH_STATUSES,
  type PushStatus,
  type StripeOutage,
} from "../fault-injector";
import { layout, type Markup } from "./layout";

/** Sets the faults to inject: a page at `/faults`, JSON at `/control`. */
export function faultPages(stubs: Stubs): Hono {
  const app = new Hono();
  const { faults } = stubs;

  app.get("/faults", (c) => c.html(faultsPage(faults.current())));
  app.post("/faults", async (c) => {
    const form = await c.req.parseBody();
    const wanted = faultSettings.safeParse(form.reset === "true" ? NO_FAULTS : readChanges(form));
    if (!wanted.success) {
      const names = wanted.error.issues.map((issue) => issue.path.join(" "));
      return c.html(faultsPage(faults.current(), `Not possible: ${names.join(", ")}.`), 422);
    }
    faults.change(wanted.data);
    await stubs.store.saved();
    return c.redirect("/faults", 303);
  });

  app.get("/control", (c) => c.json(faults.current()));
  // Takes any part of `{seed, api: {outage, probability, slow_ms}, webhooks: {copies, delay_ms, drop},
  // push: {status, retry_after_s}}`; returns all settings.
  app.post("/control", async (c) => {
    const wanted = faultSettings.safeParse(await c.req.json().catch(() => undefined), englishMessages);
    if (!wanted.success) return c.json({ error: "not a setting", errors: wanted.error.issues }, 400);
    faults.change(wanted.data);
    await stubs.store.saved();
    return c.json(faults.current());
  });

  return app;
}

function readChanges(form: Record<string, unknown>): FaultChanges {
  const number = (name: string) => Number(form[name]);
  return {
    api: {
      outage: form.outage as NonNullable<FaultChanges["api"]>["outage"],
      probability: number("probability") / 100,
      slow_ms: number("slow_ms"),
    },
    webhooks: { copies: number("copies"), drop: number("drop") / 100, delay_ms: number("delay_ms") },
    push: { status: number("push_status") as PushStatus, retry_after_s: number("retry_after_s") },
  };
}

const OUTAGE_TEXTS: Record<StripeOutage, string> = {
  none: "No fault",
  refuse: "Closes the connection without an answer",
  cut: "Runs the call, but the answer is lost",
  error: "500, the call does not run",
  limit: "429, the call does not run",
  slow: "Runs the call, but the answer comes late",
};

const PUSH_TEXTS: Record<PushStatus, string> = {
  201: "No fault",
  404: "404, no such subscription",
  410: "410, the browser has unsubscribed",
  429: "429, too many messages",
  500: "500",
};

function faultsPage({ api, webhooks, push }: FaultState, problem?: string): Markup {
  const number = (name: string, label: string, value: number, max: number) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" max="${max}" value="${value}">`;
  const percent = (probability: number) => Math.round(probability * 100);
  const body = html`<h1>Faults</h1>
<p>Faults stay on until you reset them here. Programs set them with <code>POST /control</code>.</p>
${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ""}
<form method="post" action="/faults" class="card">
<h2>Stripe's API</h2>
<label for="outage">Fault</label>
<select id="outage" name="outage">${OUTAGES.map(
    (outage) =>
      html`<option value="${outage}"${outage === api.outage ? html` selected` : ""}>${OUTAGE_TEXTS[outage]}</option>`,
  )}</select>
<div class="row">
<div>${number("probability", "Probability (% of calls)", percent(api.probability), 100)}</div>
<div>${number("slow_ms", "Delay of a late answer (ms)", api.slow_ms, 120_000)}</div>
</div>
<h2>Webhooks</h2>
<div class="row">
<div>${number("copies", "Copies of each event", webhooks.copies, 20)}</div>
<div>${number("drop", "Lost (% of copies)", percent(webhooks.drop), 100)}</div>
</div>
${number("delay_ms", "Longest random delay (ms)", webhooks.delay_ms, 120_000)}
<h2>Push messages</h2>
<label for="push_status">Fault</label>
<select id="push_status" name="push_status">${PUSH_STATUSES.map(
    (status) =>
      html`<option value="${status}"${status === push.status ? html` selected` : ""}>${PUSH_TEXTS[status]}</option>`,
  )}</select>
${number("retry_after_s", "Retry-After (s), 0 for none", push.retry_after_s, 86_400)}
<p><button class="go wide">Set</button></p>
</form>
<form method="post" action="/faults"><button name="reset" value="true">Reset all faults</button></form>`;
  return layout("Faults", body);
}
