import * as z from "zod/mini";
import { noSuch } from "./errors";
import { integer, readParams, text } from "./params";
import type { StripeCall } from "./router";

/** Parameters of every list. */
export const pageParams = { limit: z._default(integer(1, 100), 10), starting_after: z.optional(text()) };

type Page = { limit: number; starting_after?: string | undefined };
export type StripeList<T> = { object: "list"; url: string; has_more: boolean; data: T[] };

/**
 * A page of `items`, newest first, as Stripe lists them.
 * @param items the oldest first
 * @throws StripeError when the cursor names none of them
 */
export function createPage<T extends { id: string }>(
  items: readonly T[],
  { limit, starting_after }: Page,
  url: string,
): StripeList<T> {
  const newestFirst = items.toReversed();
  const position = newestFirst.findIndex(({ id }) => id === starting_after);
  if (starting_after !== undefined && position === -1)
    throw noSuch("object", starting_after, "starting_after");
  const data = newestFirst.slice(position + 1, position + 1 + limit);
  return { object: "list", url, has_more: newestFirst.length > position + 1 + limit, data };
}

const listParams = z.strictObject({
  ...pageParams,
  payment_intent: z.optional(text()),
  status: z.optional(text()),
});

type OfPayment = { id: string; payment_intent: unknown; status?: string | null };

/** A page of sessions, refunds or disputes: all, or those of a payment or with a status. */
export function listOfPayment<T extends OfPayment>(
  items: readonly T[],
  call: StripeCall,
  url: string,
): StripeList<T> {
  const { payment_intent, status, ...page } = readParams(listParams, call.params);
  const isWanted = (item: T) =>
    (payment_intent === undefined || item.payment_intent === payment_intent) &&
    (status === undefined || item.status === status);
  return createPage(items.filter(isWanted), page, url);
}
