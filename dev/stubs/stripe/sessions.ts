import type Stripe from "stripe";
import type { Stubs } from "../context";
import type { IntentData } from "./create-checkout-session";
import { invalidRequest, noSuch } from "./errors";
import { createPage, newestFirst, pagingReaders, type StripeList } from "./lists";
import type { Fields } from "./params";
import { expireSession } from "./payments";
import type { LineItemJson } from "./prices";
import { isInRange, optional, readChoice, readFields, readMetadata, readRange, readText } from "./readers";
import type { StripeCall } from "./router";

/** A checkout session with what Stripe stores about it. */
export type SessionRecord = {
  id: string;
  session: Stripe.Checkout.Session;
  lines: LineItemJson[];
  intentData: IntentData;
};

export function retrieveSession(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  readFields({})(call.params, "");
  return findSession(stubs, call.id).session;
}

export function expireSessionCall(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  readFields({})(call.params, "");
  const record = findSession(stubs, call.id);
  if (record.session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${record.session.status}.`,
    );
  }
  return expireSession(stubs, record, call.request).session;
}

const readUpdateParams = readFields({ metadata: optional(readMetadata) });

/** Adds or replaces names of the metadata; an empty text removes a name. */
export function updateSession(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  const params = readUpdateParams(call.params, "");
  const record = findSession(stubs, call.id);
  const removed = Object.entries((call.params.metadata ?? {}) as Fields).filter(([, value]) => value === "");
  const updated = { ...record.session.metadata, ...params.metadata };
  for (const [name] of removed) delete updated[name];
  const session = { ...record.session, metadata: updated };
  stubs.sessions.put({ ...record, session });
  return session;
}

const readListParams = readFields({
  ...pagingReaders,
  created: optional(readRange),
  payment_intent: optional(readText()),
  status: optional(readChoice("open", "complete", "expired")),
});

export function listCheckoutSessions(stubs: Stubs, call: StripeCall): StripeList<Stripe.Checkout.Session> {
  const params = readListParams(call.params, "");
  const matching = newestFirst(stubs.sessions.all())
    .map((record) => record.session)
    .filter(
      (session) =>
        isInRange(session.created, params.created) &&
        (params.status === undefined || session.status === params.status) &&
        (params.payment_intent === undefined || session.payment_intent === params.payment_intent),
    );
  return createPage(matching, params, "/v1/checkout/sessions", "checkout.session");
}

export function listLineItems(stubs: Stubs, call: StripeCall): StripeList<LineItemJson> {
  const params = readFields(pagingReaders)(call.params, "");
  const { lines } = findSession(stubs, call.id);
  return createPage(lines, params, `/v1/checkout/sessions/${call.id}/line_items`, "line_item");
}

/** @throws StripeError resource_missing */
function findSession(stubs: Stubs, id: string): SessionRecord {
  const record = stubs.sessions.get(id);
  if (!record) throw noSuch("checkout.session", id);
  return record;
}
