import { vi } from "vitest";
import type { Bindings } from "@/env";
import { Stripe } from "@/platform/stripe";
import { newId } from "@/shared/ids";
import type { TestApp } from "./app";
import { createStripeApi, type Dispute, type Session } from "./stripe-api";

/**
 * A minimal fake of Stripe: its API, the buyer's actions, and events to sign. It replaces the network in one test file.
 */
export function fakeStripe(app: TestApp) {
  const { refundCharge, sumRefunds, fetch, ...api } = createStripeApi();
  const { sessions, intents, refunds, disputes, events } = api;

  vi.stubGlobal("fetch", fetch);

  const stripe = new Stripe(String((app.bindings as Bindings).STRIPE_SECRET_KEY));
  const crypto = Stripe.createSubtleCryptoProvider();

  /** Records an event with the object's current state. A dispute's state changes with it. */
  function event(type: string, object: unknown, over: Partial<Stripe.Event> = {}): Stripe.Event {
    const newEvent = {
      id: `evt_${newId()}`,
      object: "event",
      type,
      created: Math.floor(app.clock.now / 1000),
      livemode: false,
      data: { object: structuredClone(object) },
      ...over,
    } as Stripe.Event;
    if (type.startsWith("charge.dispute.")) {
      const dispute = structuredClone(object) as Dispute;
      disputes.set(dispute.id, dispute);
    }
    events.push(newEvent);
    return newEvent;
  }

  const only = () => {
    const last = [...sessions.values()].at(-1);
    if (!last) throw new Error("no session was created");
    return last;
  };

  return {
    ...api,
    event,
    /** The newest session. */
    last: only,
    callsTo: (path: string) => api.calls.filter((call) => call.path === path),
    /** The buyer pays by card. */
    pay(session: Session = only()): Session {
      const intent = { id: `pi_${newId()}`, object: "payment_intent", status: "succeeded" } as const;
      intents.set(intent.id, { ...intent, metadata: { order_id: String(session.client_reference_id) } });
      return Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        payment_intent: intent.id,
      });
    },
    /** The buyer pays with a delayed payment method. */
    payLater(session: Session = only()): Session {
      const paid = this.pay(session);
      const intent = intents.get(String(paid.payment_intent));
      if (intent) intent.status = "processing";
      return Object.assign(paid, { payment_status: "unpaid" });
    },
    /** A delayed payment fails. */
    fail(session: Session = only()): Session {
      const intent = intents.get(String(session.payment_intent));
      if (intent) intent.status = "requires_payment_method";
      return session;
    },
    expire(session: Session = only()): Session {
      return Object.assign(session, { status: "expired" });
    },
    /** The charge of a paid session, with its total refunded amount, also by Stripe's dashboard. */
    charge(session: Session, refunded = sumRefunds(String(session.payment_intent))) {
      const intent = String(session.payment_intent);
      const more = refunded - sumRefunds(intent);
      if (more > 0) refundCharge(intent, more);
      return {
        id: `ch_${newId()}`,
        object: "charge",
        amount: session.amount_total,
        amount_refunded: refunded,
        refunded: refunded === session.amount_total,
        currency: session.currency,
        livemode: false,
        metadata: { order_id: session.client_reference_id },
        payment_intent: session.payment_intent,
      };
    },
    /** The buyer's bank rejects the newest refund of a session. */
    failRefund(session: Session, reason = "expired_or_canceled_card") {
      const refund = refunds.findLast(
        (refund) => refund.payment_intent === session.payment_intent && refund.status !== "failed",
      );
      if (!refund) throw new Error("the session has no refund");
      return { ...Object.assign(refund, { status: "failed" }), failure_reason: reason };
    },
    /** Sends an event to the webhook, signed as Stripe does. */
    async send(event: Stripe.Event, path = "/webhooks/stripe"): Promise<Response> {
      const body = JSON.stringify(event);
      return app.post(path, { body, headers: { "stripe-signature": await this.sign(body) } });
    },
    sign: (payload: string, timestamp = Math.floor(app.clock.now / 1000), secret?: string) =>
      stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        timestamp,
        secret: secret ?? String((app.bindings as Bindings).STRIPE_WEBHOOK_SECRET),
        cryptoProvider: crypto,
      }),
  };
}
