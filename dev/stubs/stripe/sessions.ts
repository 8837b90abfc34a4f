import type Stripe from "stripe";
import type { Stubs } from "../context";
import { invalidRequest, noSuch } from "./errors";
import { newestFirst, page, paging, type StripeList } from "./lists";
import type { IntentData } from "./new-session";
import type { Fields } from "./params";
import { expireSession } from "./payments";
import type { LineItemJson } from "./prices";
import { fields, metadata, optional, range, readChoice, text, within } from "./readers";
import type { StripeCall } from "./router";

/** A checkout session with what Stripe stores about it. */
export interface SessionRecord {
  id: string;
  session: Stripe.Checkout.Session;
  lines: LineItemJson[];
  intentData: IntentData;
}

export function retrieveSession(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  fields({})(call.params, "");
  return findSession(stubs, call.id).session;
}

export function expireSessionCall(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  fields({})(call.params, "");
  const record = findSession(stubs, call.id);
  if (record.session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${record.session.status}.`,
    );
  }
  return expireSession(stubs, record, call.request).session;
}

const updateParams = fields({ metadata: optional(metadata) });

/** Names that are given replace those that are there, and an empty text removes one. */
export function updateSession(stubs: Stubs, call: StripeCall): Stripe.Checkout.Session {
  const asked = updateParams(call.params, "");
  const record = findSession(stubs, call.id);
  const removed = Object.entries((call.params.metadata ?? {}) as Fields).filter(([, value]) => value === "");
  const kept = { ...record.session.metadata, ...asked.metadata };
  for (const [name] of removed) delete kept[name];
  const session = { ...record.session, metadata: kept };
  stubs.sessions.put({ ...record, session });
  return session;
}

const listParams = fields({
  ...paging,
  created: optional(range),
  payment_intent: optional(text()),
  status: optional(readChoice("open", "complete", "expired")),
});

export function listSessions(stubs: Stubs, call: StripeCall): StripeList<Stripe.Checkout.Session> {
  const asked = listParams(call.params, "");
  const matching = newestFirst(stubs.sessions.all())
    .map((record) => record.session)
    .filter(
      (session) =>
        within(session.created, asked.created) &&
        (asked.status === undefined || session.status === asked.status) &&
        (asked.payment_intent === undefined || session.payment_intent === asked.payment_intent),
    );
  return page(matching, asked, "/v1/checkout/sessions", "checkout.session");
}

export function listLineItems(stubs: Stubs, call: StripeCall): StripeList<LineItemJson> {
  const asked = fields(paging)(call.params, "");
  const { lines } = findSession(stubs, call.id);
  return page(lines, asked, `/v1/checkout/sessions/${call.id}/line_items`, "line_item");
}

/** @throws StripeError resource_missing */
function findSession(stubs: Stubs, id: string): SessionRecord {
  const record = stubs.sessions.get(id);
  if (!record) throw noSuch("checkout.session", id);
  return record;
}
