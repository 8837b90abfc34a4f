import { eq } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { orders } from "@/db/schema";
import { isStripeOutage, type Stripe } from "@/platform/stripe";
import { DAY_MS } from "@/shared/dates";
import { applyCurrentSession, expireOrderWithoutSession } from "../checkout/expire-order";
import { listKnownEventIds, listOrdersWithoutFee, listOverdueOrders } from "../orders/queries";
import { listUnsentRefunds } from "../refunds/queries";
import { sendRefund } from "../refunds/send-refund";
import { HANDLED_EVENTS, receiveEvent } from "./receive-event";

/** Maximum orders and refunds that one run checks at Stripe; the next run checks others. */
const MAX_ORDERS = 40;
const MAX_REFUNDS = 40;
/** Younger refunds are skipped: the request that recorded them may still be sending them. */
const MIN_REFUND_AGE_MS = 60_000;
/** Every run checks the events of this time, even if all of them are stored. */
const ALWAYS_CHECKED_MS = DAY_MS;
/** Stripe lists events for 30 days, and Cloudflare restores a database to any minute of 30 days. */
const LISTED_MS = 30 * DAY_MS;
const EVENTS_PER_PAGE = 100;
const MAX_EVENT_PAGES = 100;
/** D1 allows 1,000 queries per invocation, and restoring an order takes about twelve. */
const MAX_EVENTS = 60;

/** Job: applies the sessions at Stripe to unpaid orders whose checkout has ended, or expires them. */
export async function reconcileOrders(ctx: Ctx): Promise<void> {
  const overdue = await listOverdueOrders(ctx, MAX_ORDERS);
  await reconcile(ctx, "orders", overdue, (currentCtx, order) =>
    order.checkoutSessionId
      ? applyCurrentSession(currentCtx, order, order.checkoutSessionId)
      : expireOrderWithoutSession(currentCtx, order),
  );
}

/** Job: receives recent Stripe events that the webhook missed, for example refunds and disputes of paid orders. */
export async function reconcileEvents(ctx: Ctx): Promise<void> {
  const missed = (await findMissedEvents(ctx)).sort((a, b) => a.created - b.created);
  await reconcile(ctx, "events", missed.slice(0, MAX_EVENTS), (currentCtx, event) =>
    receiveEvent(currentCtx, event, JSON.stringify(event)),
  );
}

/**
 * Events at Stripe that are missing in the database, the newest first. Beyond the last day, it continues only while it
 * finds missing events: the site was down for longer, or its database was restored to an earlier time.
 */
async function findMissedEvents(ctx: Ctx): Promise<Stripe.Event[]> {
  const stripe = await ctx.payments.stripe();
  const missed: Stripe.Event[] = [];
  let last: Stripe.Event | undefined;
  for (let page = 0; page < MAX_EVENT_PAGES; page++) {
    const { data, has_more } = await stripe.events.list({
      types: [...HANDLED_EVENTS],
      created: { gte: Math.floor((ctx.now - LISTED_MS) / 1000), lte: Math.floor(ctx.now / 1000) },
      limit: EVENTS_PER_PAGE,
      ...(last ? { starting_after: last.id } : {}),
    });
    const known = await listKnownEventIds(
      ctx,
      data.map((event) => event.id),
    );
    const unknown = data.filter((event) => !known.has(event.id));
    missed.push(...unknown);
    last = data.at(-1);
    if (!last || !has_more) break;
    if (unknown.length === 0 && last.created * 1000 < ctx.now - ALWAYS_CHECKED_MS) break;
  }
  return missed;
}

/** Job: sends recorded refunds that were not sent, because Stripe was unavailable. */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  const waiting = await listUnsentRefunds(ctx, ctx.now - MIN_REFUND_AGE_MS, MAX_REFUNDS);
  await reconcile(ctx, "refunds", waiting, (currentCtx, { id }) => sendRefund(currentCtx, id));
}

/**
 * Job: reads Stripe's fees for payments. Stripe has no balance transaction for the first seconds of a payment. A fee in
 * another currency than that of the order stays unknown.
 */
export async function reconcileFees(ctx: Ctx): Promise<void> {
  const found = await listOrdersWithoutFee(ctx, MAX_ORDERS);
  await reconcile(ctx, "fees", found, async (currentCtx, { id, intentId, currency }) => {
    const stripe = await currentCtx.payments.stripe();
    const intent = await stripe.paymentIntents.retrieve(intentId, {
      expand: ["latest_charge.balance_transaction"],
    });
    const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
    const transaction = charge?.balance_transaction;
    if (!transaction || typeof transaction === "string") return;
    if (transaction.currency.toUpperCase() !== currency) return;
    const { fee } = transaction;
    await currentCtx.commit([currentCtx.db.update(orders).set({ fee }).where(eq(orders.id, id))]);
  });
}

/**
 * Processes the items that a job found, until Stripe is unavailable. The next run finds again what did not settle. Each
 * item is processed with the current time, because earlier calls to Stripe may have taken minutes.
 */
async function reconcile<T extends { id: string }>(
  ctx: Ctx,
  job: string,
  items: readonly T[],
  process: (currentCtx: Ctx, item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    try {
      await process(withCurrentTime(ctx), item);
    } catch (error) {
      ctx.log.warn("reconcile_failed", { job, id: item.id, error: String(error) });
      if (isStripeOutage(error)) return;
    }
  }
}
