import { atPresent, type Ctx } from "@/context";
import { reconciliations } from "@/db/schema";
import { isOutage, type Stripe } from "@/platform/payments";
import { PAYMENT_ALERTS } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { expireUnopenedOrder, settleUnpaidOrder } from "../checkout/close-checkout";
import { getLastRunDetail, listKnownEventIds, listOverdueOrders } from "../orders/queries";
import { listPendingRefunds } from "../refunds/queries";
import { sendRefund } from "../refunds/send-refund";
import { HANDLED_EVENTS, receiveEvent } from "./receive-event";

/** Maximum orders that one run checks at Stripe; the next run takes others. */
const ORDERS_A_RUN = 40;
const REFUNDS_A_RUN = 40;
/** A new refund is still being sent by the request that recorded it. */
const REFUND_WAITS_MS = 60_000;
/** Every run looks at the events of this time, however many of them are known. */
const ALWAYS_BACK_MS = DAY_MS;
/** Stripe lists events for 30 days, and Cloudflare restores a database to any minute of 30 days. */
const LISTED_BACK_MS = 30 * DAY_MS;
const EVENTS_A_PAGE = 100;
const EVENT_PAGES = 100;
/** D1 answers 1,000 queries an invocation, and rebuilding an order takes about a dozen. */
const EVENTS_A_RUN = 60;

/** Asks Stripe about orders still waiting after their time, and settles or expires each. */
export async function reconcileOrders(ctx: Ctx): Promise<void> {
  const overdue = await listOverdueOrders(ctx, ORDERS_A_RUN);
  await reconcile(ctx, "orders", overdue, async (present, order) => {
    if (!order.checkoutSessionId) return (await expireUnopenedOrder(present, order)) ? "expired" : "ignored";
    return settleUnpaidOrder(present, order, order.checkoutSessionId);
  });
}

/** Receives recent Stripe events that the webhook missed: refunds and disputes may have no order to check. */
export async function reconcileEvents(ctx: Ctx): Promise<void> {
  const missed = (await findMissedEvents(ctx)).sort((a, b) => a.created - b.created);
  await reconcile(ctx, "events", missed.slice(0, EVENTS_A_RUN), (present, event) =>
    receiveEvent(present, event, JSON.stringify(event)),
  );
}

/**
 * Events that Stripe lists and the database does not have, from the newest back. Beyond the last day the search goes on
 * only while it finds some: the site was down for longer, or its database was restored to an earlier time.
 */
async function findMissedEvents(ctx: Ctx): Promise<Stripe.Event[]> {
  const missed: Stripe.Event[] = [];
  let last: Stripe.Event | undefined;
  for (let page = 0; page < EVENT_PAGES; page++) {
    const { data, has_more } = await ctx.payments.stripe.events.list({
      types: [...HANDLED_EVENTS],
      created: { gte: Math.floor((ctx.now - LISTED_BACK_MS) / 1000) },
      limit: EVENTS_A_PAGE,
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
    if (unknown.length === 0 && last.created * 1000 < ctx.now - ALWAYS_BACK_MS) break;
  }
  return missed;
}

/** Sends the refunds that Stripe could not take when they were decided. */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  const waiting = await listPendingRefunds(ctx, ctx.now - REFUND_WAITS_MS, REFUNDS_A_RUN);
  await reconcile(ctx, "refunds", waiting, async (present, { id }) => {
    const state = await sendRefund(present, id);
    // A refund that Stripe refused already has a row.
    return state === "failed" ? "ignored" : state;
  });
}

/** Outcomes that fixed something, and outcomes that an operator should check. All others are normal. */
const MENDED = ["applied", "expired", "sent"];
const FAILED: readonly string[] = PAYMENT_ALERTS;

/**
 * Goes through what a job found, until Stripe can't be asked any more, and keeps what was mended or failed. What can't be
 * mended is found again by every run: it is told once, as long as nothing else happens. Each is mended at the time it is
 * reached: calls to Stripe before it may have taken minutes.
 */
async function reconcile<T extends { id: string }>(
  ctx: Ctx,
  job: string,
  found: readonly T[],
  mend: (present: Ctx, one: T) => Promise<string>,
): Promise<void> {
  const seen: { id: string; outcome: string }[] = [];
  for (const one of found) {
    try {
      seen.push({ id: one.id, outcome: await mend(atPresent(ctx), one) });
    } catch (error) {
      ctx.log.warn("reconcile_failed", { job, id: one.id, error: String(error) });
      // Nothing is wrong with it: the next run asks again.
      if (isOutage(error)) break;
      seen.push({ id: one.id, outcome: "failed" });
    }
  }
  const count = (outcomes: readonly string[]) =>
    seen.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const detail = seen.filter(({ outcome }) => MENDED.includes(outcome) || FAILED.includes(outcome));
  const told = detail.length > 0 ? await getLastRunDetail(ctx, job) : [];
  const known = new Set(told.map(({ id, outcome }) => `${outcome} ${id}`));
  if (detail.every(({ id, outcome }) => known.has(`${outcome} ${id}`))) return;
  await ctx.commit([
    ctx.db.insert(reconciliations).values({
      id: ctx.newId(),
      ts: ctx.clock(),
      job,
      checked: seen.length,
      mended: count(MENDED),
      failed: count(FAILED),
      detail,
    }),
  ]);
}
