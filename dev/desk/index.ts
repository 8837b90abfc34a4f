import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import type { Desk, DeskOptions } from "./context";
import { createFaults } from "./faults";
import { listen } from "./http";
import { inbox } from "./inbox";
import { faultPages } from "./pages/faults-router";
import { notFoundPage } from "./pages/layout";
import { payPages } from "./pages/pay-router";
import { paymentPages } from "./pages/payments-router";
import { deskPages } from "./pages/router";
import { openStore } from "./store";
import { expireDueSessions } from "./stripe/payments";
import { stripeApi } from "./stripe/router";
import { createDispatcher, type Switch } from "./stripe/webhooks";
import { turnstile } from "./turnstile";

export type { DeskOptions } from "./context";

const EXPIRY_CHECK_MS = 5000;

/**
 * Starts the desk: what the worker needs of the outside world, on 127.0.0.1 and for development only.
 * It speaks Stripe's API under `/v1`, takes mails at `/mail`, checks Turnstile tokens, and shows it all from `/`.
 * Rejects when the port is taken or the state cannot be read.
 */
export async function startDesk(options: DeskOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const now = options.now ?? Date.now;
  // The port first: whoever holds it is the one desk that writes this state.
  const listener = await listen(options.port);
  const store = await openStore(join(options.dataDir, "desk", "journal.jsonl")).catch(
    async (error: unknown) => {
      await listener.close();
      throw error;
    },
  );
  const events: Desk["events"] = store.collection("events");
  const faults = createFaults(store.collection("faults"));
  const desk: Desk = {
    options,
    origin: listener.origin,
    seconds: () => Math.floor(now() / 1000),
    store,
    sessions: store.collection("sessions"),
    paymentIntents: store.collection("payment_intents"),
    charges: store.collection("charges"),
    refunds: store.collection("refunds"),
    disputes: store.collection("disputes"),
    events,
    answers: store.collection("answers"),
    mails: store.collection("mails"),
    dispatcher: createDispatcher({
      store,
      events,
      faults,
      switches: store.collection<Switch>("switches"),
      url: options.webhookUrl,
      secret: options.webhookSecret,
      now,
    }),
    faults,
  };

  const app = new Hono();
  app.use(pageHeaders);
  app.notFound((c) => c.html(notFoundPage(), 404));
  app.route("/v1", stripeApi(desk));
  app.route("/", inbox(desk));
  app.route("/", turnstile(desk));
  app.route("/", payPages(desk));
  app.route("/", paymentPages(desk));
  app.route("/", faultPages(desk));
  app.route("/", deskPages(desk));
  listener.handle((request) => app.fetch(request));

  const expire = () => {
    expireDueSessions(desk);
    store.saved().catch((error: unknown) => console.error("desk: state could not be saved:", error));
  };
  const timer = setInterval(expire, EXPIRY_CHECK_MS).unref();
  expire();
  desk.dispatcher.resume();

  return {
    url: desk.origin,
    async stop() {
      clearInterval(timer);
      await listener.close();
      await desk.dispatcher.stop();
      await store.saved();
    },
  };
}

/** Escaping is what keeps foreign text harmless; this is the second line, for mails above all. */
const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header(
    "content-security-policy",
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  c.header("x-content-type-options", "nosniff");
  c.header("referrer-policy", "no-referrer");
  c.header("cache-control", "no-store");
};
