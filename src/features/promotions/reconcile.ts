import type { Ctx } from "@/context";
import { reconciliations } from "@/db/schema";
import { isOutage } from "@/platform/payments";
import { PAYMENT_ALERTS } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { lapse, settleWaiting } from "./close-checkout";
import { findKnownEvents, findLastDetail, findOverdueOrders } from "./queries";
import { HANDLED_EVENTS, receiveEvent } from "./receive-event";
import { findPendingRefunds } from "./refund-queries";
import { sendRefund } from "./send-refund";

/** A run asks Stripe about so many orders at most; the next one takes others. */
const ORDERS_A_RUN = 40;
const REFUNDS_A_RUN = 40;
/** A refund that was noted just now is being sent by whoever noted it. */
const REFUND_WAITS_MS = 60_000;
/** How far back events are looked for. Stripe itself keeps trying to deliver for three days. */
const EVENTS_BACK_MS = DAY_MS;
/** All that Stripe can have said in that time, a hundred a call: what was missed may be older than any number of others. */
const EVENTS_LISTED = 10_000;
const EVENTS_A_RUN = 300;

/** Asks Stripe about orders still waiting after their time, and settles or expires each. */
export async function reconcileOrders(ctx: Ctx): Promise<void> {
  const overdue = await findOverdueOrders(ctx, ORDERS_A_RUN);
  await reconcile(ctx, "orders", overdue, async (order) => {
    if (!order.checkoutSessionId) return (await lapse(ctx, order)) ? "expired" : "ignored";
    return settleWaiting(ctx, order, order.checkoutSessionId);
  });
}

/** Takes in what Stripe has said of late and what never reached us: refunds and disputes have no order to ask about. */
export async function reconcileEvents(ctx: Ctx): Promise<void> {
  const listed = ctx.payments.stripe.events.list({
    types: [...HANDLED_EVENTS],
    created: { gte: Math.floor((ctx.now - EVENTS_BACK_MS) / 1000) },
    limit: 100,
  });
  const recent = await listed.autoPagingToArray({ limit: EVENTS_LISTED });
  const known = await findKnownEvents(
    ctx,
    recent.map((event) => event.id),
  );
  const missed = recent.filter((event) => !known.has(event.id)).sort((a, b) => a.created - b.created);
  await reconcile(ctx, "events", missed.slice(0, EVENTS_A_RUN), (event) =>
    receiveEvent(ctx, event, JSON.stringify(event)),
  );
}

/** Sends the refunds that Stripe could not take when they were decided. */
export async function reconcileRefunds(ctx: Ctx): Promise<void> {
  const waiting = await findPendingRefunds(ctx, ctx.now - REFUND_WAITS_MS, REFUNDS_A_RUN);
  await reconcile(ctx, "refunds", waiting, async ({ id }) => {
    const state = await sendRefund(ctx, id);
    // What Stripe refuses has its row already.
    return state === "failed" ? "ignored" : state;
  });
}

/** What mends something, and what a person should look at. Everything else was as it should be. */
const MENDED = ["applied", "expired", "sent"];
const FAILED: readonly string[] = PAYMENT_ALERTS;

/**
 * Goes through what a job found, until Stripe can't be asked any more, and keeps what was mended or failed. What can't be
 * mended is found again by every run: it is told once, as long as nothing else happens.
 */
async function reconcile<T extends { id: string }>(
  ctx: Ctx,
  job: string,
  found: readonly T[],
  mend: (one: T) => Promise<string>,
): Promise<void> {
  const seen: { id: string; outcome: string }[] = [];
  for (const one of found) {
    try {
      seen.push({ id: one.id, outcome: await mend(one) });
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
  const told = detail.length > 0 ? await findLastDetail(ctx, job) : [];
  const known = new Set(told.map(({ id, outcome }) => `${outcome} ${id}`));
  if (detail.every(({ id, outcome }) => known.has(`${outcome} ${id}`))) return;
  await ctx.commit([
    ctx.db.insert(reconciliations).values({
      id: ctx.newId(),
      ts: ctx.now,
      job,
      checked: seen.length,
      mended: count(MENDED),
      failed: count(FAILED),
      detail,
    }),
  ]);
}
