import { join } from "node:path";
import { Hono, type MiddlewareHandler } from "hono";
import type { Stubs, StubsOptions } from "./context";
import { eFacturaAuthority } from "./e-factura/authority";
import { createFaultInjector } from "./fault-injector";
import { listen } from "./http";
import { createMailInbox } from "./mail-inbox";
import { eFacturaPages } from "./pages/e-factura-router";
import { notFoundPage } from "./pages/layout";
import { payPages } from "./pages/pay-router";
import { paymentPages } from "./pages/payments-router";
import { consolePages } from "./pages/router";
import { pushService } from "./push/router";
import { openStore } from "./store";
import { expireDueSessions } from "./stripe/payments";
import { stripeApi } from "./stripe/router";
import { createDispatcher } from "./stripe/webhooks";
import { turnstile } from "./turnstile";

export type { StubsOptions } from "./context";

const EXPIRY_CHECK_MS = 5000;

/**
 * Starts the local stubs of the services that the worker calls, on 127.0.0.1 and for development only.
 * Stripe's API under `/v1`, mail at `/mail`, Turnstile's token check, a push service at `/push`, the tax authority's
 * e-Factura, and the Dev console at `/`, which shows it all. Rejects when the port is taken or the state cannot be read.
 */
export async function startStubs(options: StubsOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const now = options.now ?? Date.now;
  // The port first: only the process that holds it writes this state.
  const listener = await listen(options.port);
  const store = openStore(join(options.dataDir, "stubs", "state.sqlite"));
  const events: Stubs["events"] = store.collection("events");
  const faults = createFaultInjector();
  const stubs: Stubs = {
    options,
    origin: listener.origin,
    seconds: () => Math.floor(now() / 1000),
    sessions: store.collection("sessions"),
    paymentIntents: store.collection("payment_intents"),
    charges: store.collection("charges"),
    refunds: store.collection("refunds"),
    disputes: store.collection("disputes"),
    events,
    answers: store.collection("answers"),
    mails: store.collection("mails"),
    pushSubscriptions: store.collection("push_subscriptions"),
    pushes: store.collection("pushes"),
    eFacturaTokens: store.collection("e_factura_tokens"),
    eFacturaUploads: store.collection("e_factura_uploads"),
    dispatcher: createDispatcher({
      events,
      faults,
      url: options.webhookUrl,
      secret: options.webhookSecret,
      now,
    }),
    faults,
  };

  const app = new Hono();
  app.use(pageHeaders);
  app.notFound((c) => c.html(notFoundPage(), 404));
  app.route("/v1", stripeApi(stubs));
  app.route("/", createMailInbox(stubs));
  app.route("/", turnstile(stubs));
  app.route("/", pushService(stubs));
  app.route("/", eFacturaPages(stubs));
  app.route("/", eFacturaAuthority(stubs));
  app.route("/", payPages(stubs));
  app.route("/", paymentPages(stubs));
  app.route("/", consolePages(stubs));
  listener.handle((request) => app.fetch(request));

  const expire = () => expireDueSessions(stubs);
  const timer = setInterval(expire, EXPIRY_CHECK_MS).unref();
  expire();
  stubs.dispatcher.resume();

  return {
    url: stubs.origin,
    async stop() {
      clearInterval(timer);
      await listener.close();
      await stubs.dispatcher.stop();
      store.close();
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
