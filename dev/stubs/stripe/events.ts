import Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { noSuch } from "./errors";
import { createPage, newestFirst, pagingReaders, type StripeList } from "./lists";
import { isInRange, optional, readFields, readFlag, readList, readRange, readText } from "./readers";
import type { StripeCall } from "./router";

/** The API request that caused an event; null for the hosted page, the Dev console or an expiry. */
export type StripeRequest = { id: string; idempotency_key: string | null } | null;

type EventJson = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: Stripe.Event.Type;
};

export type Attempt = {
  /** Milliseconds since the epoch. */
  at: number;
  /** The receiver's HTTP status; null without an answer. */
  status: number | null;
  /** The response, shortened, or why there was none. */
  answer: string;
};

export type EventRecord = {
  id: string;
  event: EventJson;
  delivered: boolean;
  attempts: Attempt[];
  /** Milliseconds since the epoch; null when no automatic attempt is due. */
  nextAttemptAt: number | null;
};

/** Records an event with the current object, and sends it to the webhook. */
export function emit(
  stubs: Stubs,
  type: Stripe.Event.Type,
  object: unknown,
  request: StripeRequest = null,
  previous?: Record<string, unknown>,
): void {
  const id = newStripeId("event");
  const event: EventJson = {
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created: stubs.seconds(),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: request ?? { id: null, idempotency_key: null },
    type,
  };
  stubs.events.put({ id, event, delivered: false, attempts: [], nextAttemptAt: stubs.seconds() * 1000 });
  stubs.dispatcher.announce(id);
}

export function retrieveEvent(stubs: Stubs, call: StripeCall): EventJson {
  readFields({})(call.params, "");
  const record = stubs.events.get(call.id);
  if (!record) throw noSuch("event", call.id);
  return toEventJson(record);
}

const readListParams = readFields({
  ...pagingReaders,
  created: optional(readRange),
  delivery_success: optional(readFlag),
  type: optional(readText()),
  types: optional(readList(readText(), 20)),
});

export function listEvents(stubs: Stubs, call: StripeCall): StripeList<EventJson> {
  const params = readListParams(call.params, "");
  const patterns = [...(params.type === undefined ? [] : [params.type]), ...(params.types ?? [])];
  const matching = newestFirst(stubs.events.all()).filter(
    ({ event, delivered }) =>
      isInRange(event.created, params.created) &&
      (patterns.length === 0 || patterns.some((pattern) => matches(event.type, pattern))) &&
      (params.delivery_success === undefined || delivered === params.delivery_success),
  );
  return createPage(matching.map(toEventJson), params, "/v1/events", "event");
}

function toEventJson({ event, delivered }: EventRecord): EventJson {
  return { ...event, pending_webhooks: delivered ? 0 : 1 };
}

// A trailing * matches any suffix: `checkout.session.*`.
function matches(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
