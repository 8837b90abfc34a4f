import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { defineLimit, expiredWindowStartSql, maxHitsSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { listings, orders, users } from "@/db/schema";
import { getBilling } from "@/features/billing";
import { getListingState, hasListingStateSql, type ListingDetails } from "@/features/listings";
import { getCaps, type Package } from "@/features/settings";
import { isStripeOutage } from "@/platform/stripe";
import { invalid, ok, type Refusal, type Result, refuse } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import type { PromotionOrder } from "@/shared/schemas/order";
import { findOpenOrder, findOrderById, getOrderWait, type Order } from "../orders/queries";
import { updateSessionMetadata } from "./create-checkout-session";
import { hasFreeSlotSql, slotFreeFrom } from "./slots";

/** Limit on orders per account. */
const ORDER_LIMIT = defineLimit("orders_hour");

/**
 * Changes whenever the text of `promotions.consent` does, in either language: the day, and a number on the same day.
 */
const CONSENT_VERSION = "2026-11-30.2";

/**
 * Inserts the order before any call to Stripe, and stores its billing details for the next one. The same statement
 * checks that the listing is published, a slot is free, the buyer is within the limit, and no other order is open.
 * @returns the new order; null when another order of the listing is open, which is used instead; or the refusal
 */
export async function createOrder(
  ctx: Ctx,
  user: SignedInUser,
  listing: ListingDetails,
  chosen: Package,
  { immediate_start: immediateStart, billing: given }: PromotionOrder,
): Promise<Result<Order | null>> {
  const billing = given ?? (await getBilling(ctx));
  if (!billing) return invalid([{ field: "billing", code: "required" }]);
  const id = ctx.newId();
  const { now } = ctx;
  const slot = chosen.placement === "results" ? hasFreeSlotSql(now, listing, await getCaps(ctx)) : sql`true`;
  const guard = sql`${slot}
    and (
      select count(*) from orders o where o.buyer_id = ${user.id} and o.created_ts > ${expiredWindowStartSql(ORDER_LIMIT, now)}
    ) < ${maxHitsSql(ORDER_LIMIT)}
    and exists (
      select 1 from ${listings}
      where ${listings.id} = ${listing.id} and ${listings.ownerId} = ${user.id} and ${hasListingStateSql("published", now)}
    )`;
  const order: typeof orders.$inferInsert = {
    id,
    listingId: listing.id,
    buyerId: user.id,
    package: chosen.code,
    days: chosen.days,
    placement: chosen.placement,
    amount: chosen.price,
    vatAmount: chosen.vatAmount,
    vatRate: chosen.vatRate,
    billing,
    state: "created",
    immediateStart,
    consentText: buildConsentText(ctx.t),
    consentTs: now,
    createdTs: now,
  };
  const [inserted] = await ctx.commit([
    insertWhere(ctx.db, orders, order, guard).onConflictDoNothing().returning({ id: orders.id }),
    ctx.db.update(users).set({ billing }).where(sql`${users.id} = ${user.id} and ${previousChanged}`),
  ]);
  if (hasRows(inserted)) return ok(await findOrderById(ctx, id));
  if (await findOpenOrder(ctx, listing.id)) return ok(null);
  return { ok: false, refusal: await findRefusal(ctx, user, listing, chosen) };
}

async function findRefusal(
  ctx: Ctx,
  user: SignedInUser,
  listing: ListingDetails,
  chosen: Package,
): Promise<Refusal> {
  const wait = await getOrderWait(ctx, user.id, ORDER_LIMIT);
  if (wait !== null) return { code: "too_many", retryAfter: Math.max(1, Math.ceil(wait / 1000)) };
  const state = getListingState(listing, ctx.now);
  if (state !== "published") return refuse("conflict", { reason: "wrong_state", params: { state } }).refusal;
  const date = chosen.placement === "results" ? await slotFreeFrom(ctx, listing) : null;
  if (date !== null) return refuse("conflict", { reason: "cap_reached", params: { date } }).refusal;
  return refuse("conflict", { reason: "wrong_state" }).refusal;
}

/**
 * Updates whether an unpaid order starts immediately, first in its session at Stripe.
 * @returns the updated order; null if Stripe is unavailable, and nothing has changed
 */
export async function updateOrderConsent(
  ctx: Ctx,
  order: Order,
  immediateStart: boolean,
): Promise<Order | null> {
  if (order.immediateStart === immediateStart || order.processingTs !== null) return order;
  const consent = { immediateStart, consentText: buildConsentText(ctx.t), consentTs: ctx.now };
  const updated = { ...order, ...consent };
  if (order.state === "open") {
    try {
      await updateSessionMetadata(ctx, updated);
    } catch (error) {
      if (!isStripeOutage(error)) throw error;
      ctx.log.warn("stripe_unavailable", { order: order.id, error: String(error) });
      return null;
    }
  }
  await ctx.commit([
    ctx.db
      .update(orders)
      .set(consent)
      .where(
        and(eq(orders.id, order.id), inArray(orders.state, ["created", "open"]), isNull(orders.processingTs)),
      ),
  ]);
  return updated;
}

/**
 * The question when the promotion begins, as stored with the order: version, language, explanation and both answers. The
 * order's `immediateStart` is the chosen one.
 */
export function buildConsentText(t: Translator): string {
  const texts = ["question", "explained", "now", "later"].map((name) => t(`promotions.consent.${name}`));
  return `${CONSENT_VERSION} ${t.locale}: ${texts.join(" ")}`;
}
