import { Hono } from "hono";
import { html } from "hono/html";
import { englishMessages } from "@/shared/schemas/english-messages";
import type { Stubs } from "../context";
import { faultSettings, NO_FAULTS, OUTAGES, type OutageKind, PUSH_STATUSES } from "../fault-injector";
import { layout, type Markup } from "./layout";

/** Sets the faults to inject: a page at `/faults`, JSON at `/control`. */
export function faultPages(stubs: Stubs): Hono {
  const app = new Hono();
  const { faults } = stubs;

  app.get("/faults", (c) => c.html(faultsPage(formatSettings(faults.current()))));
  app.post("/faults", async (c) => {
    const { action, settings = "" } = await c.req.parseBody();
    const wanted = faultSettings.safeParse(action === "reset" ? NO_FAULTS : parseJson(String(settings)));
    if (!wanted.success) {
      const names = wanted.error.issues.map((issue) => issue.path.join(" ") || "the text");
      return c.html(faultsPage(String(settings), `Not possible: ${names.join(", ")}.`), 422);
    }
    faults.change(wanted.data);
    return c.redirect("/faults", 303);
  });

  app.get("/control", (c) => c.json(faults.current()));
  // Takes any part of the settings; returns all of them.
  app.post("/control", async (c) => {
    const wanted = faultSettings.safeParse(await c.req.json().catch(() => undefined), englishMessages);
    if (!wanted.success) return c.json({ error: "not a setting", errors: wanted.error.issues }, 400);
    faults.change(wanted.data);
    return c.json(faults.current());
  });

  return app;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const formatSettings = (settings: object): string => JSON.stringify(settings, null, 2);

const OUTAGE_TEXTS: Record<OutageKind, string> = {
  none: "no fault",
  refuse: "closes the connection without an answer",
  cut: "runs the call, but the answer is lost",
  error: "500, the call does not run",
  limit: "429, the call does not run",
  slow: "runs the call, but the answer comes late",
};

function faultsPage(settings: string, problem?: string): Markup {
  const body = html`<h1>Faults</h1>
<p>Faults stay on until you reset them here. Programs set them with <code>POST /control</code>.</p>
${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ""}
<form method="post" class="card">
<label for="settings">Settings (JSON)</label>
<textarea id="settings" name="settings" rows="26" spellcheck="false">${settings}</textarea>
<p><button class="go wide" name="action" value="set">Set</button></p>
<button name="action" value="reset">Reset all faults</button>
</form>
<p><code>api</code>: <code>probability</code> of the <code>outage</code> in each call of Stripe's API, from 0 to 1; <code>e_factura</code>: the same for the tax authority's API, how long it processes a document (<code>processing_s</code>), and for how long a new consent is valid (<code>consent_days</code>).</p>
<ul>${OUTAGES.map((outage) => html`<li><code>${outage}</code>: ${OUTAGE_TEXTS[outage]}</li>`)}</ul>
<p><code>webhooks</code>: copies of each event, their longest random delay, and the share of lost copies.</p>
<p><code>push</code>: the status of push messages (${PUSH_STATUSES.join(", ")}), and <code>Retry-After</code> of a fault, 0 for none.</p>`;
  return layout("Faults", body);
}
