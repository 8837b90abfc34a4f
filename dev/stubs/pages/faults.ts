import { html } from "hono/html";
import { type FaultState, OUTAGES, type Outage } from "../fault-injector";
import { layout, type Markup } from "./layout";

const OUTAGE_TEXTS: Record<Outage, string> = {
  none: "No fault",
  refuse: "Closes the connection without an answer",
  cut: "Runs the call, but the answer is lost",
  error: "500, the call does not run",
  limit: "429, the call does not run",
  slow: "Runs the call, but the answer comes late",
};

export function faultsPage({ api, webhooks }: FaultState, problem?: string): Markup {
  const number = (name: string, label: string, value: number, most: number) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" max="${most}" value="${value}">`;
  const percent = (probability: number) => Math.round(probability * 100);
  const body = html`<h1>Faults</h1>
<p>Faults stay on until you reset them here. Programs set them with <code>POST /control</code>.</p>
${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ""}
<form method="post" action="/faults" class="card">
<h2>Stripe's API</h2>
<label for="outage">Fault</label>
<select id="outage" name="outage">${OUTAGES.map(
    (one) =>
      html`<option value="${one}"${one === api.outage ? html` selected` : ""}>${OUTAGE_TEXTS[one]}</option>`,
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
<p><button class="go wide">Set</button></p>
</form>
<form method="post" action="/faults"><button name="reset" value="true">Reset all faults</button></form>`;
  return layout("Faults", body);
}
