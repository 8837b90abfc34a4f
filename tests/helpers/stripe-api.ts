import type { Stripe } from "@/platform/stripe";
import { newId } from "@/shared/ids";

export type Session = Stripe.Checkout.Session;
type Made = { body: unknown; status: number };
type Intent = { id: string; object: "payment_intent"; status: string; metadata: Record<string, string> };
export type Dispute = Pick<Stripe.Dispute, "id" | "status"> & {
  payment_intent: string;
  amount?: number;
  currency?: string;
};
type Refund = Pick<Stripe.Refund, "id" | "object" | "amount" | "status"> & {
  payment_intent: string;
  metadata: Record<string, string>;
};
type Call = { method: string; path: string; params: URLSearchParams; key: string | null };

/**
 * The API calls of a minimal fake of Stripe: checkout sessions, refunds and payment intents in memory, and idempotency
 * keys with replay.
 */
export function createStripeApi() {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  const disputes = new Map<string, Dispute>();
  const events: Stripe.Event[] = [];
  const answers = new Map<string, Made>();
  const underWay = new Set<string>();
  const calls: Call[] = [];
  /** The paths of the POST requests that were executed, not refused or answered by their key. */
  const executed: string[] = [];
  const state = {
    down: false,
    delayMs: 0,
    /** Stripe's error code for refunds; null while they succeed. */
    refuseRefunds: null as string | null,
    /** Whether calls succeed but their response is lost. */
    loseAnswers: false,
    /** Whether the key may not read disputes. */
    hidesDisputes: false,
    /** Runs once, while the response about a new session is in transit. */
    whileCreating: null as (() => Promise<unknown>) | null,
    /** Runs once, while a response about refunds is in transit. */
    whileListing: null as (() => Promise<unknown>) | null,
  };

  const answer = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  const good = (body: unknown): Made => ({ body: structuredClone(body), status: 200 });
  const fault = (status: number, message: string, code?: string): Made => ({
    body: { error: { type: "invalid_request_error", message, code } },
    status,
  });
  const inUse = () =>
    answer({ error: { type: "idempotency_error", code: "idempotency_key_in_use", message: "in use" } }, 409);

  const readMetadata = (params: URLSearchParams) =>
    Object.fromEntries(
      [...params].flatMap(([name, value]) => {
        const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return field ? [[field, value]] : [];
      }),
    );
  const withoutEmpty = (metadata: Record<string, string>) =>
    Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));
  /** The paid and the refunded amount of a payment. */
  const getPaidAmount = (intent: string) =>
    Number([...sessions.values()].find((session) => session.payment_intent === intent)?.amount_total ?? 0);
  const sumRefunds = (intent: string) =>
    refunds
      .filter((refund) => refund.payment_intent === intent && refund.status !== "failed")
      .reduce((sum, refund) => sum + refund.amount, 0);
  const refundCharge = (payment_intent: string, amount: number, metadata: Record<string, string> = {}) => {
    const refund: Refund = {
      id: `re_${newId()}`,
      object: "refund",
      amount,
      status: "succeeded",
      payment_intent,
      metadata,
    };
    refunds.push(refund);
    return refund;
  };
  const list = (data: unknown[]) => good({ object: "list", has_more: false, data });

  async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    if (state.down) throw new TypeError("connection refused");
    const params = request.method === "POST" ? new URLSearchParams(String(init?.body ?? "")) : searchParams;
    const key = request.headers.get("idempotency-key");
    calls.push({ method: request.method, path: pathname, params, key });
    const name = key && `${key} ${pathname}`;
    const storedResponse = name && answers.get(name);
    if (storedResponse) return answer(storedResponse.body, storedResponse.status);
    if (name && underWay.has(name)) return inUse();
    if (name) underWay.add(name);
    if (state.delayMs) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    if (request.method === "POST") executed.push(pathname);
    const routed = route(request.method, pathname, params);
    if (pathname === "/v1/checkout/sessions" && request.method === "POST") {
      const { whileCreating } = state;
      state.whileCreating = null;
      await whileCreating?.();
    }
    if (pathname === "/v1/refunds" && request.method === "GET") {
      const { whileListing } = state;
      state.whileListing = null;
      await whileListing?.();
    }
    // Stripe replays refused refunds for their key too, because the call was valid.
    if (name && (routed.status === 200 || pathname === "/v1/refunds")) answers.set(name, routed);
    if (name) underWay.delete(name);
    return answer(routed.body, routed.status);
  }

  function route(method: string, path: string, params: URLSearchParams): Made {
    const [, , first, second, id, action] = path.split("/");
    if (path === "/v1/checkout/sessions" && method === "POST") return good(create(params));
    if (path === "/v1/checkout/sessions") {
      const intent = params.get("payment_intent");
      return list([...sessions.values()].filter((session) => session.payment_intent === intent));
    }
    if (first === "checkout" && second === "sessions" && id) {
      const session = sessions.get(id);
      if (!session) return fault(404, "No such checkout.session", "resource_missing");
      if (action === "expire") {
        if (session.status !== "open") return fault(400, "Only open sessions can be expired");
        session.status = "expired";
      }
      if (method === "POST" && !action)
        session.metadata = withoutEmpty({ ...session.metadata, ...readMetadata(params) });
      const intent = intents.get(String(session.payment_intent));
      return good(
        params.get("expand[0]") === "payment_intent"
          ? { ...session, payment_intent: intent ?? null }
          : session,
      );
    }
    if (path === "/v1/refunds" && method === "POST") {
      const intent = String(params.get("payment_intent"));
      const left = getPaidAmount(intent) - sumRefunds(intent);
      if (state.refuseRefunds) return fault(400, "This charge cannot be refunded", state.refuseRefunds);
      if (left === 0) return fault(400, "Charge has already been refunded", "charge_already_refunded");
      const amount = Number(params.get("amount") ?? left);
      if (amount > left) return fault(400, "Refund amount is greater than unrefunded amount on charge");
      return good(refundCharge(intent, amount, readMetadata(params)));
    }
    if (path === "/v1/refunds") {
      const intent = params.get("payment_intent");
      return list(refunds.filter((refund) => refund.payment_intent === intent).toReversed());
    }
    if (path === "/v1/disputes") {
      if (state.hidesDisputes) return fault(403, "The key may not read disputes");
      const intent = params.get("payment_intent");
      return list([...disputes.values()].filter((dispute) => dispute.payment_intent === intent));
    }
    if (first === "payment_intents" && second) return good(intents.get(second));
    if (path === "/v1/events") {
      const listed = events
        .toReversed()
        .filter(({ created }) => created >= Number(params.get("created[gte]")));
      const start = listed.findIndex((item) => item.id === params.get("starting_after")) + 1;
      const end = start + Number(params.get("limit") ?? 10);
      return good({ object: "list", has_more: end < listed.length, data: listed.slice(start, end) });
    }
    if (first === "events") {
      const event = events.find((stored) => stored.id === second);
      return event ? good(event) : fault(404, "No such event", "resource_missing");
    }
    return fault(404, `Unrecognized request URL (${method}: ${path})`);
  }

  function create(params: URLSearchParams): Session {
    const id = `cs_test_${newId()}`;
    const session = {
      id,
      object: "checkout.session",
      mode: params.get("mode"),
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: Number(params.get("line_items[0][price_data][unit_amount]")),
      currency: params.get("line_items[0][price_data][currency]"),
      livemode: false,
      client_reference_id: params.get("client_reference_id"),
      metadata: withoutEmpty(readMetadata(params)),
      expires_at: Number(params.get("expires_at")),
      url: `https://stubs.test/pay/${id}`,
    } as unknown as Session;
    sessions.set(id, session);
    return session;
  }

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await respond(input, init);
    if (state.loseAnswers && init?.method === "POST") throw new TypeError("connection lost");
    return response;
  }

  return {
    calls,
    executed,
    sessions,
    intents,
    refunds,
    disputes,
    events,
    state,
    fetch,
    refundCharge,
    sumRefunds,
  };
}
