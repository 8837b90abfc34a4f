import { Hono } from "hono";
import { html } from "hono/html";
import type { Stubs } from "../context";
import { API_PATH, AUTH_PATH } from "../e-factura/authority";
import { eventPage, eventsPage } from "./events";
import { layout, type Markup, notFoundPage } from "./layout";

/** The pages of the Dev console and the jobs. */
export function consolePages(stubs: Stubs): Hono {
  const app = new Hono();
  const { dispatcher, events, options } = stubs;

  app.get("/", (c) => c.html(homePage(stubs)));
  app.get("/events", (c) =>
    c.html(eventsPage(events.all().toReversed(), dispatcher.isHeld(), options.webhookUrl)),
  );
  app.get("/events/:id", (c) => {
    const record = events.get(c.req.param("id"));
    return record ? c.html(eventPage(record)) : c.html(notFoundPage(), 404);
  });

  // Fields: `action` = hold or release. Answers once the held events have been sent.
  app.post("/events/hold", async (c) => {
    const { action } = await c.req.parseBody();
    if (action === "hold") dispatcher.hold();
    if (action === "release") await dispatcher.release();
    await stubs.store.saved();
    return c.redirect("/events", 303);
  });

  // Answers once the site answered.
  app.post("/events/:id/send", async (c) => {
    const id = c.req.param("id");
    if (!events.get(id)) return c.html(notFoundPage(), 404);
    await dispatcher.send(id);
    return c.redirect(`/events/${id}`, 303);
  });

  app.post("/jobs/:name", async (c) => {
    if (!options.runJob) return c.text("The stubs were started without jobs.\n", 404);
    const { status, text } = await options.runJob(c.req.param("name"));
    return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
  });

  return app;
}

function homePage(stubs: Stubs): Markup {
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const undelivered = stubs.events.all().filter((record) => record.nextAttemptAt !== null).length;
  const body = html`<h1>Dev console</h1>
<p>Local stubs of Stripe, mail, Turnstile, a push service and the tax authority’s e-Factura. No money is charged, and no email leaves this machine.</p>
<ul>
<li><a href="/inbox">Inbox</a>: ${count(stubs.mails.all().length, "mail")}</li>
<li><a href="/pushes">Push messages</a>: ${count(stubs.pushes.all().length, "message")}</li>
<li><a href="/payments">Payments</a>: ${count(stubs.sessions.all().length, "checkout session")}</li>
<li><a href="/e-factura">e-Factura</a>: ${count(stubs.eFacturaUploads.all().length, "document")}</li>
<li><a href="/events">Events</a>: ${count(stubs.events.all().length, "event")}, ${undelivered} waiting${stubs.dispatcher.isHeld() ? " (held back)" : ""}</li>
<li><a href="/faults">Faults</a>: ${hasNoFaults(stubs) ? "none" : html`<strong class="bad">faults are on</strong>`}</li>
<li><a href="${stubs.options.siteUrl}">The site</a></li>
</ul>
<h2>Addresses for the site's settings</h2>
<div class="scroll"><table><tbody>
<tr><th>STRIPE_API_BASE</th><td><code>${stubs.origin}</code></td></tr>
<tr><th>MAIL_ENDPOINT</th><td><code>${stubs.origin}/mail</code></td></tr>
<tr><th>TURNSTILE_VERIFY_URL</th><td><code>${stubs.origin}/turnstile/siteverify</code></td></tr>
<tr><th>EFACTURA_AUTH_URL</th><td><code>${stubs.origin}${AUTH_PATH}</code></td></tr>
<tr><th>EFACTURA_API_URL</th><td><code>${stubs.origin}${API_PATH}</code></td></tr>
<tr><th>Webhooks go to</th><td><code>${stubs.options.webhookUrl}</code></td></tr>
</tbody></table></div>`;
  return layout("Dev console", body);
}

function hasNoFaults({ faults }: Stubs): boolean {
  const { api, webhooks, push, e_factura } = faults.current();
  return (
    push.status === 201 &&
    api.outage === "none" &&
    e_factura.outage === "none" &&
    webhooks.copies === 1 &&
    webhooks.delay_ms === 0 &&
    webhooks.drop === 0
  );
}
