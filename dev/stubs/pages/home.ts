import { html } from "hono/html";
import type { Stubs } from "../context";
import { layout, type Markup } from "./layout";

export function homePage(stubs: Stubs): Markup {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const undelivered = stubs.events.all().filter((record) => record.nextAttemptAt !== null).length;
  const body = html`<h1>Dev console</h1>
<p>Local stubs of Stripe, mail and Turnstile. Payments move no money, every mail stays here, and nothing leaves this machine.</p>
<ul>
<li><a href="/inbox">Inbox</a>: ${count(stubs.mails.all().length, "mail")}</li>
<li><a href="/payments">Payments</a>: ${count(stubs.sessions.all().length, "checkout session")}</li>
<li><a href="/events">Events</a>: ${count(stubs.events.all().length, "event")}, ${undelivered} waiting${stubs.dispatcher.held() ? " (held back)" : ""}</li>
<li><a href="/faults">Faults</a>: ${hasNoFaults(stubs) ? "none" : html`<strong class="bad">faults are on</strong>`}</li>
<li><a href="${stubs.options.siteUrl}">The site</a></li>
</ul>
<h2>What the site is pointed at</h2>
<div class="scroll"><table><tbody>
<tr><th>STRIPE_API_BASE</th><td><code>${stubs.origin}</code></td></tr>
<tr><th>MAIL_ENDPOINT</th><td><code>${stubs.origin}/mail</code></td></tr>
<tr><th>TURNSTILE_VERIFY_URL</th><td><code>${stubs.origin}/turnstile/siteverify</code></td></tr>
<tr><th>Webhooks go to</th><td><code>${stubs.options.webhookUrl}</code></td></tr>
</tbody></table></div>`;
  return layout("Dev console", body);
}

function hasNoFaults({ faults }: Stubs): boolean {
  const { api, webhooks } = faults.current();
  return api.outage === "none" && webhooks.copies === 1 && webhooks.delay_ms === 0 && webhooks.drop === 0;
}
