import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { paymentEvents } from "@/db/schema";
import { Stripe } from "@/platform/stripe";
import type { OrderForTransition } from "../orders/queries";

/** A dispute from Stripe's API or from an event. Events of an erased buyer have no amount. */
type Dispute = { id: string; status: string; amount?: number | null; currency?: string | null };

/** The disputes of a payment. */
export type DisputeSummary = {
  /** Whether a dispute is undecided: the bank holds the money until then. */
  open: boolean;
  /** Amount that the bank took permanently, in bani; 0 without a loss. */
  lost: number;
};

/** Above the number of disputes of any payment. */
const MAX_DISPUTES_PER_PAYMENT = 100;

/**
 * Finds the disputes of an order's payment in Stripe's own list: events arrive late and in any order. For disputes that
 * Stripe does not list (the key may lack the permission), the stored events count, and `current`, the dispute of the
 * current event.
 * @throws StripeError when Stripe is unavailable
 */
export async function summarizeDisputes(
  ctx: Ctx,
  order: Pick<OrderForTransition, "id" | "amount" | "currency">,
  intentId: string,
  current?: Stripe.Dispute,
): Promise<DisputeSummary> {
  const atStripe = await listStripeDisputes(ctx, intentId);
  const known = new Map<string, Dispute>();
  for (const dispute of [...(await listStoredDisputes(ctx, order.id)), ...(current ? [current] : [])]) {
    const previous = known.get(dispute.id);
    // A decided dispute stays decided, unless a newer decision replaces it.
    if (!previous || isDecided(dispute) || !isDecided(previous)) known.set(dispute.id, dispute);
  }
  for (const dispute of atStripe) known.set(dispute.id, dispute);
  const all = [...known.values()];
  const lost = all.filter(({ status }) => status === "lost");
  return {
    open: all.some((dispute) => !isDecided(dispute) && !dispute.status.startsWith("warning_")),
    lost: Math.min(
      order.amount,
      lost.reduce((sum, dispute) => sum + getDisputedAmount(order, dispute), 0),
    ),
  };
}

/** A prevented dispute took no money. An appeal is undecided, and an inquiry ("warning_…") takes no money. */
const isDecided = ({ status }: Dispute): boolean =>
  status === "won" || status === "lost" || status === "prevented" || status === "warning_closed";

/** A dispute may be about a part of the price. In another currency it counts as the whole price. */
const getDisputedAmount = (
  order: Pick<OrderForTransition, "amount" | "currency">,
  { amount, currency }: Dispute,
): number => (currency?.toUpperCase() === order.currency ? (amount ?? order.amount) : order.amount);

async function listStripeDisputes(ctx: Ctx, intentId: string): Promise<Dispute[]> {
  const stripe = await ctx.payments.stripe();
  try {
    return await stripe.disputes
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: MAX_DISPUTES_PER_PAYMENT });
  } catch (error) {
    const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors;
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripePermissionError)) throw error;
    ctx.log.warn("disputes_not_listed", { intent: intentId, error: String(error) });
    return [];
  }
}

/** The disputes in the stored events of an order, the latest last. */
const listStoredDisputes = (ctx: Ctx, orderId: string): Promise<Dispute[]> =>
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
