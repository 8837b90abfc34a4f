import { html } from "hono/html";
import type { Desk } from "../context";
import { layout, type Markup } from "./layout";

export function homePage(desk: Desk): Markup {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const undelivered = desk.events.all().filter((record) => record.nextAttemptAt !== null).length;
  const body = html`<h1>The desk</h1>
<p>The site's outside world on this machine: it takes payments like Stripe, keeps every mail, and lets nothing out.</p>
<ul>
<li><a href="/inbox">Inbox</a>: ${count(desk.mails.all().length, "mail")}</li>
<li><a href="/payments">Payments</a>: ${count(desk.sessions.all().length, "checkout session")}</li>
<li><a href="/events">Events</a>: ${count(desk.events.all().length, "event")}, ${undelivered} waiting${desk.dispatcher.held() ? " (held back)" : ""}</li>
<li><a href="/faults">Faults</a>: ${isWell(desk) ? "none" : html`<strong class="bad">something goes wrong on purpose</strong>`}</li>
<li><a href="${desk.options.siteUrl}">The site</a></li>
</ul>
<h2>What the site is pointed at</h2>
<div class="scroll"><table><tbody>
<tr><th>STRIPE_API_BASE</th><td><code>${desk.origin}</code></td></tr>
<tr><th>MAIL_ENDPOINT</th><td><code>${desk.origin}/mail</code></td></tr>
<tr><th>TURNSTILE_VERIFY_URL</th><td><code>${desk.origin}/turnstile/siteverify</code></td></tr>
<tr><th>Webhooks go to</th><td><code>${desk.options.webhookUrl}</code></td></tr>
</tbody></table></div>`;
  return layout("The desk", body);
}

function isWell({ faults }: Desk): boolean {
  const { api, webhooks } = faults.current();
  return api.outage === "none" && webhooks.copies === 1 && webhooks.delay_ms === 0 && webhooks.drop === 0;
}
