import { vi } from "vitest";
import type { Bindings } from "@/env";
import { Stripe } from "@/platform/stripe";
import { newId } from "@/shared/ids";
import type { Stubs } from "../../dev/stubs/context";
import { createFaultInjector } from "../../dev/stubs/fault-injector";
import type { Collection } from "../../dev/stubs/store";
import type { StubDispute } from "../../dev/stubs/stripe/disputes";
import type { EventRecord } from "../../dev/stubs/stripe/events";
import { completePayment, expireSession, pay, payLater } from "../../dev/stubs/stripe/payments";
import { failRefund, refundCharge } from "../../dev/stubs/stripe/refunds";
import { stripeApi } from "../../dev/stubs/stripe/router";
import type { SessionRecord } from "../../dev/stubs/stripe/sessions";
import { app } from "./app";

type Session = Stripe.Checkout.Session;
type Call = { method: string; path: string; params: URLSearchParams; key: string | null };

/** A collection of the stubs, in memory. */
export class MemoryCollection<T extends { id: string }> extends Map<string, T> implements Collection<T> {
  all = () => [...this.values()];
  put = (value: T) => void this.set(value.id, value);
}

/** What a dispute is about by default: the price of the package `top7`. */
const WHOLE_PRICE = { amount: 1900, currency: "ron" };

/**
 * The Stripe stub of the development server in the place of the network, for one test file: the buyer's actions, events
 * to sign, and faults between the worker and Stripe.
 */
export function fakeStripe() {
  const calls: Call[] = [];
  /** The calls that were executed, not refused or answered by their key. */
  const executed: string[] = [];
  const state = {
    down: false,
    delayMs: 0,
    /** Stripe's error code for refunds; null while they succeed. */
    refuseRefunds: null as string | null,
    /** Whether calls succeed but their response is lost. */
    loseAnswers: false,
    /** Runs once, while the response of a call is in transit. */
    whileAnswering: null as (() => Promise<unknown>) | null,
    /** Runs once, while a response about refunds is in transit. */
    whileListing: null as (() => Promise<unknown>) | null,
  };
  const takeHook = (name: "whileAnswering" | "whileListing") => {
    const hook = state[name];
    state[name] = null;
    return hook?.();
  };

  const events = new MemoryCollection<EventRecord>();
  const sessions = new MemoryCollection<SessionRecord>();
  const paymentIntents = new MemoryCollection<Stripe.PaymentIntent>();
  const charges = new MemoryCollection<Stripe.Charge>();
  const refunds = new MemoryCollection<Stripe.Refund>();
  const disputes = new MemoryCollection<StubDispute>();
  const stubs = {
    options: { secretKey: String((app.bindings as Bindings).STRIPE_SECRET_KEY) },
    origin: "https://stubs.test",
    seconds: () => Math.floor(app.clock.now / 1000),
    sessions,
    paymentIntents,
    charges,
    refunds,
    disputes,
    events,
    answers: new MemoryCollection(),
    // Tests send events themselves: those of the stub are dropped.
    dispatcher: { announce: (id: string) => void events.delete(id) },
    faults: createFaultInjector(),
  } as unknown as Stubs;
  const api = stripeApi(stubs);

  const refuse = (status: number, code: string) =>
    Response.json({ error: { type: "invalid_request_error", code, message: code } }, { status });
  /** Stripe repeats its answer to a refused refund for the same key. */
  const refusedRefunds = new Map<string | null, string>();

  async function respond(request: Request, { method, path, key }: Call): Promise<Response> {
    if (path === "/v1/refunds" && method === "POST") {
      const code = refusedRefunds.get(key) ?? state.refuseRefunds;
      if (code) {
        refusedRefunds.set(key, code);
        return refuse(400, code);
      }
    }
    const response = await api.request(path.slice("/v1".length) + new URL(request.url).search, request);
    if (state.delayMs) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    await takeHook("whileAnswering");
    if (path === "/v1/refunds" && method === "GET") await takeHook("whileListing");
    if (method === "POST" && response.ok && !response.headers.has("idempotent-replayed")) executed.push(path);
    return response;
  }

  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    if (state.down) throw new TypeError("connection refused");
    const request = new Request(input, init);
    const { pathname: path, searchParams } = new URL(request.url);
    const isPost = request.method === "POST";
    const params = isPost ? new URLSearchParams(String(init?.body ?? "")) : searchParams;
    const call = { method: request.method, path, params, key: request.headers.get("idempotency-key") };
    calls.push(call);
    const response = await respond(request, call);
    if (state.loseAnswers && isPost) throw new TypeError("connection lost");
    return response;
  });

  const stripe = new Stripe(String((app.bindings as Bindings).STRIPE_SECRET_KEY));
  const cryptoProvider = Stripe.createSubtleCryptoProvider();

  /** Records an event with the object's current state. A dispute's state changes with it. */
  function event(type: string, object: unknown, over: Partial<Stripe.Event> = {}): Stripe.Event {
    const newEvent = {
      id: `evt_${newId()}`,
      object: "event",
      type,
      created: stubs.seconds(),
      livemode: false,
      data: { object: structuredClone(object) },
      ...over,
    } as Stripe.Event;
    if (type.startsWith("charge.dispute."))
      disputes.put({ ...WHOLE_PRICE, ...structuredClone(object as StubDispute) });
    events.put({ id: newEvent.id, event: newEvent } as unknown as EventRecord);
    return newEvent;
  }

  const getRecord = ({ id }: Session) => {
    const record = sessions.get(id);
    if (!record) throw new Error(`Stripe has no session ${id}`);
    return record;
  };
  /** The newest session. */
  const last = (): Session => {
    const record = sessions.all().at(-1);
    if (!record) throw new Error("no session was created");
    return record.session;
  };
  const getCharge = (session: Session) => {
    const { latest_charge } = paymentIntents.get(String(session.payment_intent)) ?? {};
    const charge = charges.get(String(latest_charge));
    if (!charge) throw new Error(`the session ${session.id} has no charge`);
    return charge;
  };
  /** Applies a change to a session and returns its new state. */
  const change = (session: Session, apply: (record: SessionRecord) => unknown): Session => {
    apply(getRecord(session));
    return getRecord(session).session;
  };

  return {
    calls,
    executed,
    state,
    sessions,
    paymentIntents,
    charges,
    refunds,
    disputes,
    events,
    event,
    last,
    listEvents: () => events.all().map(({ event }) => event as unknown as Stripe.Event),
    callsTo: (path: string) => calls.filter((call) => call.path === path),
    /** The buyer pays by card. */
    pay: (session = last()) => change(session, (record) => pay(stubs, record)),
    /** The buyer pays with a delayed payment method. */
    payLater: (session = last()) => change(session, (record) => payLater(stubs, record)),
    /** A delayed payment arrives or fails. */
    succeed: (session = last()) => change(session, (record) => completePayment(stubs, record, true)),
    fail: (session = last()) => change(session, (record) => completePayment(stubs, record, false)),
    expire: (session = last()) => change(session, (record) => expireSession(stubs, record)),
    /** The charge of a paid session with its total refunded amount, also refunded in Stripe's dashboard. */
    charge(session: Session, refunded?: number): Stripe.Charge {
      const charge = getCharge(session);
      const amount = (refunded ?? 0) - charge.amount_refunded;
      if (amount > 0) refundCharge(stubs, charge, { amount }, null);
      return getCharge(session);
    },
    /** The buyer's bank rejects the newest refund of a session. */
    failRefund(session: Session): Stripe.Refund {
      const refund = refunds
        .all()
        .findLast(
          ({ payment_intent, status }) => payment_intent === session.payment_intent && status !== "failed",
        );
      if (!refund) throw new Error("the session has no refund");
      failRefund(stubs, refund);
      return refunds.get(refund.id) ?? refund;
    },
    /** Records an event and sends it to the webhook. */
    report(type: string, object: unknown): Promise<Response> {
      return this.send(event(type, object));
    },
    /** Records a step of a dispute about a session's payment and sends it to the webhook. */
    dispute(
      kind: "created" | "funds_withdrawn" | "closed",
      { id, payment_intent }: Session,
      status: string,
      more = {},
    ) {
      const object = { id: `du_${id}`, object: "dispute", status, payment_intent, ...more };
      return this.report(`charge.dispute.${kind}`, object);
    },
    /** Sends an event to the webhook, signed as Stripe does. */
    async send(event: Stripe.Event, path = "/webhooks/stripe"): Promise<Response> {
      const body = JSON.stringify(event);
      return app.post(path, { body, headers: { "stripe-signature": await this.sign(body) } });
    },
    sign: (payload: string, timestamp = stubs.seconds(), secret?: string) =>
      stripe.webhooks.generateTestHeaderStringAsync({
        payload,
        timestamp,
        secret: secret ?? String((app.bindings as Bindings).STRIPE_WEBHOOK_SECRET),
        cryptoProvider,
      }),
  };
}
