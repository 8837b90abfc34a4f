import Stripe from "stripe";
import * as z from "zod/mini";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { createPage, pageParams, type StripeList } from "./lists";
import { integer, listOf, readParams, text } from "./params";
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

const listParams = z.strictObject({
  ...pageParams,
  created: z.optional(z.strictObject({ gte: integer(0), lte: integer(0) })),
  types: z.optional(listOf(text())),
});

export function listEvents(stubs: Stubs, call: StripeCall): StripeList<EventJson> {
  const { created, types, ...page } = readParams(listParams, call.params);
  const wanted = stubs.events
    .all()
    .filter(
      ({ event }) =>
        (!created || (event.created >= created.gte && event.created <= created.lte)) &&
        (!types || types.includes(event.type)),
    );
  return createPage(wanted.map(toEventJson), page, "/v1/events");
}

const toEventJson = ({ event, delivered }: EventRecord): EventJson => ({
  ...event,
  pending_webhooks: delivered ? 0 : 1,
});
