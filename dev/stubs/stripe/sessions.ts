import type Stripe from "stripe";
import * as z from "zod/mini";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { invalidRequest, noSuch } from "./errors";
import { type Fields, integer, metadataParam, readParams, text, withoutEmpty } from "./params";
import { expireSession } from "./payments";
import type { StripeCall } from "./router";

/** A checkout session with what Stripe stores about it. */
export type SessionRecord = {
  id: string;
  session: Stripe.Checkout.Session;
  /** What is paid for. */
  title: string;
  intentData: IntentData;
};
/** The data of the payment intent, which the first payment attempt creates. */
type IntentData = NonNullable<z.output<typeof createParams>["payment_intent_data"]>;

/** The parameters that the site sends, with Stripe's limits; any other is refused as unknown. */
const createParams = z.strictObject({
  adaptive_pricing: z.optional(z.strictObject({ enabled: z.literal("false") })),
  cancel_url: z.optional(z.url()),
  client_reference_id: z.optional(text(200)),
  customer_email: z.optional(z.email()),
  expires_at: z.optional(integer(0)),
  line_items: z.strictObject({
    0: z.strictObject({
      price_data: z.strictObject({
        currency: text(3),
        product_data: z.strictObject({ name: text(250), description: z.optional(text()) }),
        // In the currency's smallest unit: bani for RON.
        unit_amount: integer(0, 99_999_999),
      }),
      quantity: z.literal("1"),
    }),
  }),
  locale: z.optional(text(10)),
  metadata: z.optional(metadataParam),
  mode: z.literal("payment"),
  payment_intent_data: z.optional(
    z.strictObject({ description: z.optional(text()), metadata: z.optional(metadataParam) }),
  ),
  success_url: z.url(),
});

// https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
const MIN_LIFETIME_S = 30 * 60;
const MAX_LIFETIME_S = 24 * 3600;
/** Smallest charge in lei, in bani. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
const MIN_AMOUNT = 200;

export function createSession(
  stubs: Pick<Stubs, "seconds" | "origin" | "sessions">,
  fields: Fields,
  id = newStripeId("session"),
): Stripe.Checkout.Session {
  const params = readParams(createParams, fields);
  const { currency, unit_amount: amount, product_data } = params.line_items[0].price_data;
  if (amount < MIN_AMOUNT) throw invalidRequest("The total is too small.", { code: "amount_too_small" });
  const created = stubs.seconds();
  const { expires_at = created + MAX_LIFETIME_S } = params;
  if (expires_at < created + MIN_LIFETIME_S || expires_at > created + MAX_LIFETIME_S) {
    throw invalidRequest("expires_at must be 30 minutes to 24 hours after the creation.", {
      param: "expires_at",
    });
  }
  // What the site reads. Stripe's objects have more.
  const session = {
    id,
    object: "checkout.session",
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created,
    currency,
    customer_email: params.customer_email ?? null,
    expires_at,
    livemode: false,
    metadata: withoutEmpty(params.metadata),
    mode: "payment",
    payment_intent: null,
    payment_status: "unpaid",
    status: "open",
    success_url: params.success_url,
    url: `${stubs.origin}/pay/${id}`,
  } as Stripe.Checkout.Session;
  stubs.sessions.put({ id, session, title: product_data.name, intentData: params.payment_intent_data ?? {} });
  return session;
}

export const retrieveSession = (stubs: Stubs, { id }: StripeCall): Stripe.Checkout.Session =>
  findSession(stubs, id).session;

export function expireSessionCall(stubs: Stubs, { id, request }: StripeCall): Stripe.Checkout.Session {
  const record = findSession(stubs, id);
  const { status } = record.session;
  if (status !== "open") throw invalidRequest(`A session that is ${status} can't expire.`);
  return expireSession(stubs, record, request).session;
}

/** Adds, replaces or removes names of the metadata. */
export function updateSession(stubs: Stubs, { id, params }: StripeCall): Stripe.Checkout.Session {
  const { metadata } = readParams(z.strictObject({ metadata: metadataParam }), params);
  const record = findSession(stubs, id);
  const session = { ...record.session, metadata: withoutEmpty({ ...record.session.metadata, ...metadata }) };
  stubs.sessions.put({ ...record, session });
  return session;
}

/** @throws StripeError resource_missing */
function findSession(stubs: Stubs, id: string): SessionRecord {
  const record = stubs.sessions.get(id);
  if (!record) throw noSuch("checkout.session", id);
  return record;
}
