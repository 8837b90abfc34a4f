import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { paymentEvents } from "@/db/schema";
import { Stripe } from "@/platform/payments";
import type { OrderToSettle } from "./queries";

/** A dispute as Stripe has it, or as an event told of it; of an erased buyer's events the amount is gone. */
type Dispute = { id: string; status: string; amount?: number | null; currency?: string | null };

/** What a buyer's bank asks of a payment, or has decided. */
export type Disputed = {
  /** Whether one is undecided: the bank has its money until then. */
  open: boolean;
  /** What the bank took for good, in bani; 0 when it took nothing. */
  lost: number;
};

/** More disputes than one payment ever has. */
const DISPUTES_OF_A_PAYMENT = 100;

/**
 * How it stands with the disputes of an order's payment: by Stripe's own list of them, since events tell it late, in any
 * order and by the second. Of those that Stripe does not list (a key may lack the right to read them) what its events
 * said counts, and `told`, the one that an event tells of just now.
 * @throws StripeError when Stripe can't be asked
 */
export async function findDisputes(
  ctx: Ctx,
  order: Pick<OrderToSettle, "id" | "amount" | "currency">,
  intentId: string,
  told?: Stripe.Dispute,
): Promise<Disputed> {
  const listed = await disputesAtStripe(ctx, intentId);
  const known = new Map<string, Dispute>();
  for (const one of [...(await disputesInEvents(ctx, order.id)), ...(told ? [told] : [])]) {
    const before = known.get(one.id);
    // A decided dispute stays decided, unless a newer decision replaces it.
    if (!before || isDecided(one) || !isDecided(before)) known.set(one.id, one);
  }
  for (const one of listed) known.set(one.id, one);
  const all = [...known.values()];
  const lost = all.filter(({ status }) => status === "lost");
  return {
    open: all.some((one) => !isDecided(one) && !one.status.startsWith("warning_")),
    lost: Math.min(
      order.amount,
      lost.reduce((sum, one) => sum + amountOf(order, one), 0),
    ),
  };
}

/** One that was prevented took no money. An appeal is undecided, and an inquiry ("warning_…") takes none. */
const isDecided = ({ status }: Dispute): boolean =>
  status === "won" || status === "lost" || status === "prevented" || status === "warning_closed";

/** A dispute may be about a part of the price. In other money than ours, it is taken to be about all of it. */
const amountOf = (
  order: Pick<OrderToSettle, "amount" | "currency">,
  { amount, currency }: Dispute,
): number => (currency?.toUpperCase() === order.currency ? (amount ?? order.amount) : order.amount);

async function disputesAtStripe(ctx: Ctx, intentId: string): Promise<Dispute[]> {
  try {
    return await ctx.payments.stripe.disputes
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: DISPUTES_OF_A_PAYMENT });
  } catch (error) {
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripePermissionError)) throw error;
    ctx.log.warn("disputes_not_listed", { intent: intentId, error: String(error) });
    return [];
  }
}

/** Disputes of an order as events told of them, the latest word last. */
const disputesInEvents = (ctx: Ctx, orderId: string): Promise<Dispute[]> =>
  ctx.db
    .select({
      id: sql<string>`json_extract(payload, '$.data.object.id')`,
      status: sql<string>`json_extract(payload, '$.data.object.status')`,
      amount: sql<number | null>`json_extract(payload, '$.data.object.amount')`,
      currency: sql<string | null>`json_extract(payload, '$.data.object.currency')`,
    })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.orderId, orderId),
        sql`${paymentEvents.type} like 'charge.dispute.%'`,
        notInArray(paymentEvents.outcome, ["mismatch", "failed"]),
      ),
    )
    .orderBy(paymentEvents.createdTs);
