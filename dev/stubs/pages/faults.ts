import { html } from "hono/html";
import { type FaultState, OUTAGES, type Outage } from "../faults";
import { layout, type Markup } from "./layout";

const OUTAGE_TEXTS: Record<Outage, string> = {
  none: "All is well",
  refuse: "Nobody answers: the connection is closed",
  cut: "It is done, but the answer is lost",
  error: "500, nothing is done",
  limit: "429, nothing is done",
  slow: "It is done, but the answer comes late",
};

export function faultsPage({ api, webhooks }: FaultState, problem?: string): Markup {
  const number = (name: string, label: string, value: number, most: number) =>
    html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="number" min="0" max="${most}" value="${value}">`;
  const percent = (share: number) => Math.round(share * 100);
  const body = html`<h1>Faults</h1>
<p>What goes wrong on purpose, until it is set right again here. Programs set the same with <code>POST /control</code>.</p>
${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : ""}
<form method="post" action="/faults" class="card">
<h2>Stripe's API</h2>
<label for="outage">What it does</label>
<select id="outage" name="outage">${OUTAGES.map(
    (one) =>
      html`<option value="${one}"${one === api.outage ? html` selected` : ""}>${OUTAGE_TEXTS[one]}</option>`,
  )}</select>
<div class="row">
<div>${number("share", "Of a hundred calls", percent(api.share), 100)}</div>
<div>${number("slow_ms", "A late answer takes (ms)", api.slow_ms, 120_000)}</div>
</div>
<h2>Webhooks</h2>
<div class="row">
<div>${number("copies", "Copies of each event", webhooks.copies, 20)}</div>
<div>${number("drop", "Lost of a hundred copies", percent(webhooks.drop), 100)}</div>
</div>
${number("delay_ms", "Each leaves within (ms), in any order", webhooks.delay_ms, 120_000)}
<p><button class="go wide">Set</button></p>
</form>
<form method="post" action="/faults"><button name="well" value="true">Set everything right</button></form>`;
  return layout("Faults", body);
}
