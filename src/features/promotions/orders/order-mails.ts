import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { invoiceMailTable } from "@/features/invoices";
import { type MailTemplate, type NewMail, queueMailStatement, queueMailsStatement } from "@/features/mail";
import type { InvoiceKind } from "@/shared/codes";
import { formatDate, formatDateTime, formatLei } from "@/shared/format";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { TimeRange } from "../schedule/promotion-queue";
import type { WithdrawalRefund } from "./compute-withdrawal";
import type { OrderForTransition } from "./queries";

type OrderMail = {
  template: MailTemplate;
  params?: TextParams;
  quote?: string;
  /** The kind of invoice that the same batch inserts and the mail contains. */
  invoice?: InvoiceKind;
  actionPath?: string;
};

type ComposeOrderMail = (recipient: { locale: Locale; listingId: string }) => OrderMail;

/** What mails tell of an order. */
export type MailedOrder = Pick<
  OrderForTransition,
  "id" | "listingId" | "listingTitle" | "placement" | "days" | "amount"
> & { buyer: Pick<NonNullable<OrderForTransition["buyer"]>, "email" | "locale"> | null };

/**
 * A mail to an order's buyer in their language; null if the buyer or the listing was erased. All mails of this file go
 * to the buyer.
 */
function composeOrderMail(
  ctx: Ctx,
  { buyer, listingId, listingTitle, ...order }: MailedOrder,
  getMail: ComposeOrderMail,
): (Omit<NewMail, "tables"> & Pick<OrderMail, "invoice">) | null {
  if (!buyer || listingId === null) return null;
  const { email: to, locale } = buyer;
  const commonParams = {
    title: listingTitle ?? "",
    item: ctx.translator(locale).count(`promotions.item.${order.placement}`, order.days),
    amount: formatLei(order.amount, locale),
    order: order.id,
  };
  const { params, ...mail } = getMail({ locale, listingId });
  const about = auditSubject("order", order.id);
  return { to, locale, about, ...mail, params: { ...commonParams, ...params } };
}

/** The statement that queues a mail to an order's buyer, if `guard` holds. */
function orderMailStatements(
  ctx: Ctx,
  order: OrderForTransition,
  guard: SQL,
  getMail: ComposeOrderMail,
): Statement[] {
  const mail = composeOrderMail(ctx, order, getMail);
  if (!mail) return [];
  const tables = mail.invoice
    ? [
        invoiceMailTable(ctx, order, mail.invoice, mail.locale),
        ...(mail.invoice === "invoice" ? [composeWithdrawalTable(ctx, order.id, mail.locale)] : []),
      ]
    : [];
  return [queueMailStatement(ctx, { ...mail, tables }, guard)];
}

/** The link to the withdrawal function, with the number of the order, for each mail with an invoice. */
function composeWithdrawalTable(ctx: Ctx, order: string, locale: Locale) {
  const t = ctx.translator(locale);
  const address = `${ctx.config.SITE_URL}${localizePath(locale, paths.withdrawals({ order }))}`;
  return {
    title: t("promotions.withdrawals.heading"),
    rows: [
      { term: t("promotions.withdrawals.fields.order"), details: order },
      { term: t("general.footer.withdraw"), details: address, link: true },
    ],
  };
}

/** Mails of one statement: their texts stay below D1's 2 MB for a parameter. */
const MAILS_PER_STATEMENT = 100;

/** The statements that queue mails without invoices, if `guard` holds. */
export function orderMailsStatements(
  ctx: Ctx,
  composed: readonly ReturnType<typeof composeOrderMail>[],
  guard: SQL,
): Statement[] {
  const mails = composed.flatMap((mail) => (mail ? [{ key: [], mail }] : []));
  const parts: Statement[] = [];
  for (let from = 0; from < mails.length; from += MAILS_PER_STATEMENT) {
    parts.push(queueMailsStatement(ctx, mails.slice(from, from + MAILS_PER_STATEMENT), guard));
  }
  return parts;
}

/** Mails that the payment is confirmed, with the invoice, and when the promotion runs. */
export const paidMailStatements = (ctx: Ctx, order: OrderForTransition, guard: SQL): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ locale }) => ({
    template: "payment_confirmed",
    invoice: "invoice",
    params: {
      starts: formatDateTime(order.startsTs, locale),
      ends: formatDateTime(order.endsTs, locale),
      // GEO 34/2014, art. 8 (7): the buyer's consent and the right to withdraw, on a durable medium.
      withdrawal: ctx.translator(locale)(
        `promotions.withdrawalTerms.${order.immediateStart ? "immediately" : "later"}`,
      ),
    },
    ...(order.checkoutSessionId ? { actionPath: paths.paymentComplete(order.checkoutSessionId) } : {}),
  }));

const RESCHEDULED = {
  pulled_forward: { template: "promotion_pulled_forward" },
  pushed_back: { template: "promotion_pushed_back" },
} as const;

/**
 * The mail with the new times of a promotion: earlier because a previous one ended early, or later because a previous
 * one ends later.
 */
export const composeRescheduledMail = (
  ctx: Ctx,
  order: MailedOrder & TimeRange,
  change: keyof typeof RESCHEDULED,
) =>
  composeOrderMail(ctx, order, ({ locale }) => ({
    ...RESCHEDULED[change],
    params: {
      starts: formatDateTime(order.startsTs, locale),
      ends: formatDateTime(order.endsTs, locale),
    },
    actionPath: paths.ownOrder(order.id),
  }));

/** Mails that a payment in processing has failed, or was not made in time. */
export const paymentFailedMailStatements = (ctx: Ctx, order: OrderForTransition, guard: SQL): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ listingId }) => ({
    template: "payment_failed",
    actionPath: paths.promoteListing(listingId),
  }));

/** Mails that the listing can't be promoted and the payment is refunded in full. */
export const unpromotableMailStatements = (ctx: Ctx, order: OrderForTransition, guard: SQL): Statement[] =>
  orderMailStatements(ctx, order, guard, () => ({
    template: "promotion_unpromotable",
    invoice: "invoice",
    actionPath: paths.ownListings(),
  }));

/** Mails about a refund: the total in bani, with the admin's reason if there is one. */
export const refundedMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  refunded: number,
  reason: string,
  guard: SQL,
): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ locale }) => ({
    template: refunded >= order.amount ? "payment_refunded" : "payment_partly_refunded",
    params: { refunded: formatLei(refunded, locale) },
    invoice: "credit_note",
    ...(reason ? { quote: reason } : {}),
  }));

/** Mails that a returned refund was paid by bank transfer: the amount in bani, the day, and the bank's reference. */
export const transferredMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  { amount, transferredTs, reference }: { amount: number; transferredTs: number; reference: string },
  guard: SQL,
): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ locale }) => ({
    template: "refund_transferred",
    params: {
      refunded: formatLei(amount, locale),
      day: formatDate(transferredTs, locale),
      reference,
    },
    invoice: "credit_note",
  }));

/** Mails that the buyer's bank returned the payment after a dispute, with the credit note if the same batch inserts it. */
export const disputeLostMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  guard: SQL,
  { hasCreditNote = true }: { hasCreditNote?: boolean } = {},
): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ locale }) => ({
    template: "dispute_lost",
    params: { creditNote: hasCreditNote ? ctx.translator(locale)("promotions.payment.creditNote") : "" },
    ...(hasCreditNote ? { invoice: "credit_note" as const } : {}),
  }));

/** A promotion that did not start is refunded in full. A suspended one may start in the future and still be charged. */
function getWithdrawalTemplate(
  order: OrderForTransition,
  amount: number,
  now: number,
): Pick<OrderMail, "template"> {
  const charged = order.amount - order.refundedAmount - order.pendingAmount - amount;
  const started = charged > 0 || order.promotion === null || order.promotion.startsTs <= now;
  return { template: started ? "withdrawal_confirmed" : "withdrawal_before_start" };
}

/** How much a withdrawal leaves for the used days; "" if there are none. */
const formatKeptPart = (
  t: Translator,
  { days }: Pick<OrderForTransition, "days">,
  { usedDays, charged }: Pick<WithdrawalRefund, "usedDays" | "charged">,
): string =>
  charged === 0
    ? ""
    : t("promotions.withdrawal.kept", {
        kept: formatLei(charged, t.locale),
        used: t.count("promotions.days", usedDays),
        days: t.count("promotions.days", days),
      });

/** Confirms a withdrawal by mail, as a durable record: the purchase, the date of withdrawal and the refund. */
export const withdrawalMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  { amount, usedDays, charged, withdrawnTs }: Omit<WithdrawalRefund, "until"> & { withdrawnTs: number },
  guard: SQL,
): Statement[] =>
  orderMailStatements(ctx, order, guard, ({ locale }) => ({
    ...getWithdrawalTemplate(order, amount, ctx.now),
    params: {
      refunded: formatLei(amount, locale),
      kept: formatKeptPart(ctx.translator(locale), order, { usedDays, charged }),
      // The time of a withdrawal that was sent on an earlier day is unknown.
      withdrawn: (withdrawnTs === ctx.now ? formatDateTime : formatDate)(withdrawnTs, locale),
    },
    actionPath: paths.ownOrder(order.id),
  }));

/** The mail with the link to withdraw from the order without signing in. */
export const withdrawalLinkMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  token: string,
  guard: SQL,
): Statement[] =>
  orderMailStatements(ctx, order, guard, () => ({
    template: "withdrawal_link",
    actionPath: paths.withdrawOrder(order.id, { token }),
  }));

/** Mails that an admin ended the promotion, with the reason. */
export const revokedMailStatements = (
  ctx: Ctx,
  order: OrderForTransition,
  reason: string,
  guard: SQL,
): Statement[] =>
  orderMailStatements(ctx, order, guard, () => ({
    template: "promotion_revoked",
    quote: reason,
    actionPath: paths.ownOrder(order.id),
  }));

/** The mail that an admin credited days, with the reason. */
export const composeCreditedMail = (
  ctx: Ctx,
  order: MailedOrder,
  { days, reason }: { days: number; reason: string },
) =>
  composeOrderMail(ctx, order, ({ locale }) => ({
    template: "promotion_credited",
    params: { days: ctx.translator(locale).count("promotions.days", days) },
    quote: reason,
    actionPath: paths.ownOrder(order.id),
  }));
