import { eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { disputes, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import type { Stripe } from "@/platform/stripe";
import { Refused } from "@/shared/errors";
import { formatDateTime, formatLei } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { OrderForTransition } from "../orders/queries";

/** The disputes of a payment. */
export type DisputeSummary = {
  /** Whether a dispute is undecided: the bank holds the money until then. */
  open: boolean;
  /** Amount that the bank took permanently, in bani; 0 without a loss. */
  lost: number;
  listed: readonly Stripe.Dispute[];
};

type DisputedOrder = Pick<OrderForTransition, "amount" | "currency">;

/** Above the number of disputes of any payment. */
const MAX_DISPUTES_PER_PAYMENT = 100;

/**
 * The disputes of an order's payment as Stripe lists them now: events arrive late and in any order.
 * @throws StripeError when Stripe is unavailable, Refused `unavailable` while its list lacks the dispute
 * `requiredId`
 */
export async function summarizeDisputes(
  ctx: Ctx,
  order: DisputedOrder,
  intentId: string,
  requiredId?: string,
): Promise<DisputeSummary> {
  const stripe = await ctx.payments.stripe();
  const listed = await stripe.disputes
    .list({ payment_intent: intentId, limit: 100 })
    .autoPagingToArray({ limit: MAX_DISPUTES_PER_PAYMENT });
  if (requiredId && !listed.some(({ id }) => id === requiredId)) {
    ctx.log.warn("dispute_not_listed", { dispute: requiredId, payment_intent: intentId });
    throw new Refused({ code: "unavailable", reason: "payments_unavailable" });
  }
  const lost = listed.filter(({ status }) => status === "lost");
  return {
    listed,
    open: listed.some((dispute) => !isDecided(dispute) && !dispute.status.startsWith("warning_")),
    lost: Math.min(
      order.amount,
      lost.reduce((sum, dispute) => sum + getDisputedAmount(order, dispute), 0),
    ),
  };
}

/** A prevented dispute took no money. An appeal is undecided, and an inquiry ("warning_…") takes no money. */
const isDecided = ({ status }: Stripe.Dispute): boolean => ["won", "lost", "prevented"].includes(status);

/** A dispute may be about a part of the price. In another currency it counts as the whole price. */
const getDisputedAmount = (order: DisputedOrder, { amount, currency }: Stripe.Dispute): number =>
  currency.toUpperCase() === order.currency ? amount : order.amount;

/** The bank waits for an answer of the merchant. */
const AWAITS_ANSWER: readonly Stripe.Dispute.Status[] = ["needs_response", "warning_needs_response"];

/** Condition on `disputes`: an admin can still answer it. */
export const isUnansweredDisputeSql: SQL = sql`disputes.closed_ts is null
  and disputes.status in ('needs_response', 'warning_needs_response')`;

/** Condition on `disputes`: the bank holds the money until it decides; see `DisputeSummary.open`. */
export const isOpenDisputeSql: SQL = sql`disputes.closed_ts is null and disputes.status not glob 'warning_*'`;

/** Condition on `orders`: a dispute of the payment is open. */
export const hasOpenDisputeSql: SQL<number> = sql`exists (
    select 1 from ${disputes} where disputes.order_id = orders.id and ${isOpenDisputeSql})`;

/** The amount of a dispute (bani); null for an unknown one. */
export async function findDisputedAmount({ db }: Ctx, id: string): Promise<number | null> {
  const [found] = await db.select({ amount: disputes.amount }).from(disputes).where(eq(disputes.id, id));
  return found?.amount ?? null;
}

/** Upper bound of the mails about one dispute. */
const MAX_ADMINS = 50;

/**
 * Builds the statements that mail admins about disputes that ask for an answer, and store the state of all, if a guard
 * holds. An inquiry that becomes a dispute asks again: with a second mail, and as a task without the notes of the first.
 */
export async function prepareDisputeStatements(
  ctx: Ctx,
  { id: orderId, currency }: Pick<OrderForTransition, "id" | "currency">,
  { listed }: DisputeSummary,
): Promise<(guard: SQL) => Statement[]> {
  if (listed.length === 0) return () => [];
  const rows = listed.map((dispute) => {
    const { id, status, reason, amount, created } = dispute;
    const dueBy = dispute.evidence_details?.due_by;
    const isClosed = isDecided(dispute) || status === "warning_closed";
    return {
      id,
      status,
      reason,
      amount,
      fee: getFee(dispute, currency),
      due: dueBy ? dueBy * 1000 : null,
      created: created * 1000,
      isClosed,
    };
  });
  const mails = await buildAdminMails(ctx, orderId, listed);
  const isNewSql = sql`not exists (select 1 from ${disputes} where disputes.id = key ->> 0 and disputes.status = key ->> 1)`;
  return (guard) => [
    ...(mails.length > 0 ? [queueMailsStatement(ctx, mails, sql`${isNewSql} and ${guard}`)] : []),
    ctx.db.run(sql`
    insert into ${disputes} (id, order_id, status, reason, amount, fee, due_ts, created_ts, closed_ts)
    select value ->> 'id', ${orderId}, value ->> 'status', coalesce(value ->> 'reason', 'general'), value ->> 'amount',
      value ->> 'fee', value ->> 'due', coalesce(value ->> 'created', ${ctx.now}), iif(value ->> 'isClosed', ${ctx.now}, null)
    from json_each(${JSON.stringify(rows)}) where ${guard}
    on conflict (id) do update set status = excluded.status, reason = excluded.reason, amount = excluded.amount,
      fee = excluded.fee, due_ts = excluded.due_ts,
      created_ts = iif(excluded.status = 'needs_response' and disputes.status glob 'warning_*', ${ctx.now}, created_ts),
      closed_ts = iif(excluded.closed_ts is null, null, coalesce(disputes.closed_ts, excluded.closed_ts))`),
  ];
}

/**
 * Stripe's fee for a dispute: it has a transaction for each time that money was withdrawn or reinstated. Null, as for a
 * payment, if one has another currency than the order.
 */
const getFee = ({ balance_transactions }: Stripe.Dispute, currency: string): number | null =>
  balance_transactions.every((transaction) => transaction.currency.toUpperCase() === currency)
    ? balance_transactions.reduce((total, { fee }) => total + fee, 0)
    : null;

async function buildAdminMails(ctx: Ctx, orderId: string, listed: readonly Stripe.Dispute[]) {
  const unanswered = listed.filter(({ status }) => AWAITS_ANSWER.includes(status));
  if (unanswered.length === 0) return [];
  const admins = await ctx.db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(sql`${users.role} = 'a' and ${isNull(users.disabledTs)}`)
    .limit(MAX_ADMINS);
  return admins.flatMap(({ email: to, locale }) => {
    const t = ctx.translator(locale);
    return unanswered.map((dispute) => {
      const dueBy = dispute.evidence_details?.due_by;
      const params = {
        order: orderId,
        amount: formatLei(dispute.amount, locale),
        reason: t(toDisputeReasonKey(t, dispute.reason)),
        due: dueBy ? formatDateTime(dueBy * 1000, locale) : "–",
      };
      return {
        key: [dispute.id, dispute.status],
        mail: {
          template: "dispute_opened" as const,
          to,
          locale,
          params,
          actionPath: paths.adminOrder(orderId),
        },
      };
    });
  });
}

/** The key of the bank's reason in words; Stripe may add codes. */
export const toDisputeReasonKey = (t: Translator, reason: string | null): string => {
  const key = `payments-admin.disputeReasons.${reason}`;
  return t.has(key) ? key : "payments-admin.disputeReasons.general";
};
