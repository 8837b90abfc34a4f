import { isDeepStrictEqual } from "node:util";
import { Hono } from "hono";
import { html } from "hono/html";
import { englishMessages } from "@/shared/schemas/english-messages";
import type { Stubs } from "../context";
import { faultSettings, NO_FAULTS } from "../fault-injector";
import { eventPage, eventsPage } from "./events";
import { layout, type Markup, notFoundPage } from "./layout";

/** The start page of the Dev console, its events, and the faults to inject. */
export function consolePages(stubs: Stubs): Hono {
  const app = new Hono();
  const { dispatcher, events, faults, options } = stubs;

  app.get("/", (c) => c.html(homePage(stubs)));
  app.get("/events", (c) => c.html(eventsPage(events.all().toReversed(), options.webhookUrl)));
  app.get("/events/:id", (c) => {
    const record = events.get(c.req.param("id"));
    return record ? c.html(eventPage(record)) : c.html(notFoundPage(), 404);
  });

  // Answers once the site answered.
  app.post("/events/:id/send", async (c) => {
    const id = c.req.param("id");
    if (!events.get(id)) return c.html(notFoundPage(), 404);
    await dispatcher.send(id);
    return c.redirect(`/events/${id}`, 303);
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
<li><a href="/events">Events</a>: ${count(stubs.events.all().length, "event")}, ${undelivered} waiting</li>
<li><a href="/control">Faults</a>: ${isDeepStrictEqual(stubs.faults.current(), NO_FAULTS) ? "none" : html`<strong class="bad">faults are on</strong>`}; <code>curl ${stubs.origin}/control --json '{"api": {"outage": "error"}}'</code> sets them (<code>dev/stubs/fault-injector.ts</code>)</li>
<li><a href="${stubs.options.siteUrl}">The site</a></li>
</ul>`;
  return layout("Dev console", body);
}
