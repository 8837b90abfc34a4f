import { isDeepStrictEqual } from "node:util";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Stubs } from "../context";
import { NO_FAULTS } from "../fault-injector";
import { eventPage, eventsPage } from "./events";
import { layout, type Markup, notFoundPage } from "./layout";

/** The start page of the Dev console, and its events. */
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
    return c.redirect("/events", 303);
  });

  // Answers once the site answered.
  app.post("/events/:id/send", async (c) => {
    const id = c.req.param("id");
    if (!events.get(id)) return c.html(notFoundPage(), 404);
    await dispatcher.send(id);
    return c.redirect(`/events/${id}`, 303);
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
<li><a href="/faults">Faults</a>: ${isDeepStrictEqual(stubs.faults.current(), NO_FAULTS) ? "none" : html`<strong class="bad">faults are on</strong>`}</li>
<li><a href="${stubs.options.siteUrl}">The site</a></li>
</ul>`;
  return layout("Dev console", body);
}
