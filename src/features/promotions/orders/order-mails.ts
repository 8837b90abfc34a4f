import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { invoiceMailTable } from "@/features/invoices";
import { queueMail } from "@/features/mail";
import type { InvoiceKind } from "@/shared/codes";
import { formatDateTime, formatLei } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { TextParams } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { OrderToSettle } from "./queries";

type OrderMail = {
  template: string;
  params?: TextParams;
  quote?: string;
  /** The kind of invoice that the same batch inserts and the mail contains. */
  invoice?: InvoiceKind;
  actionPath?: string;
};

/**
 * Mails about an order go to its buyer, in their language, if the transition was committed. An order whose buyer or listing
 * was erased gets none.
 */
function mails(
  ctx: Ctx,
  { buyer, listingId, listingTitle, ...order }: OrderToSettle,
  guard: SQL,
  mailings: (about: { locale: Locale; listingId: string }) => OrderMail[],
): Statement[] {
  if (!buyer || listingId === null) return [];
  const { email, locale } = buyer;
  const known = {
    title: listingTitle ?? "",
    item: ctx.translator(locale).count(`promotions.item.${order.placement}`, order.days),
    amount: formatLei(order.amount, locale),
    order: order.id,
  };
  return mailings({ locale, listingId }).map(({ params, invoice, ...mailing }) => {
    const tables = invoice ? [invoiceMailTable(ctx, order, invoice, locale)] : [];
    return queueMail(ctx, { to: email, locale, ...mailing, tables, params: { ...known, ...params } }, guard);
  });
}

/** The payment is confirmed, and the promotion has begun or will. */
export const paidMails = (ctx: Ctx, order: OrderToSettle, guard: SQL): Statement[] =>
  mails(ctx, order, guard, ({ locale, listingId }): OrderMail[] => [
    {
      template: "payment_confirmed",
      invoice: "receipt",
      // GEO 34/2014, art. 8 (7): the buyer's consent and the right to withdraw, on a durable medium.
      params: {
        withdrawal: ctx.translator(locale)(
          `promotions.withdrawalTerms.${order.immediateStart ? "immediately" : "later"}`,
        ),
      },
      ...(order.checkoutSessionId ? { actionPath: paths.paymentComplete(order.checkoutSessionId) } : {}),
    },
    {
      template: order.startsTs <= ctx.now ? "promotion_started" : "promotion_scheduled",
      params: {
        starts: formatDateTime(order.startsTs, locale),
        ends: formatDateTime(order.endsTs, locale),
      },
      actionPath: paths.listing(listingId),
    },
  ]);

const RESCHEDULED = {
  pulled_forward: { template: "promotion_pulled_forward" },
  pushed_back: { template: "promotion_pushed_back" },
} as const;

/**
 * The promotion runs at another time than its buyer was told: earlier because a previous one ended early, or later
 * because a previous one ends later.
 */
export const rescheduledMails = (
  ctx: Ctx,
  order: OrderToSettle,
  how: keyof typeof RESCHEDULED,
  guard: SQL,
): Statement[] =>
  mails(ctx, order, guard, ({ locale }) => [
    {
      ...RESCHEDULED[how],
      params: {
        starts: formatDateTime(order.startsTs, locale),
        ends: formatDateTime(order.endsTs, locale),
      },
      actionPath: paths.ownOrder(order.id),
    },
  ]);

/** A payment that was on its way did not arrive. */
export const paymentFailedMails = (ctx: Ctx, order: OrderToSettle, guard: SQL): Statement[] =>
  mails(ctx, order, guard, ({ listingId }) => [
    { template: "payment_failed", actionPath: paths.promoteListing(listingId) },
  ]);

/** Paid, but the listing can no longer be promoted: all of it is on its way back. */
export const unpromotableMails = (ctx: Ctx, order: OrderToSettle, guard: SQL): Statement[] =>
  mails(ctx, order, guard, () => [
    { template: "promotion_impossible", invoice: "receipt", actionPath: paths.ownListings() },
  ]);

/** Mails about a refund: the total in bani, with the admin's reason if there is one. */
export const refundedMails = (
  ctx: Ctx,
  order: OrderToSettle,
  refunded: number,
  reason: string,
  guard: SQL,
): Statement[] =>
  mails(ctx, order, guard, ({ locale }) => [
    {
      ...refundTemplate(order, refunded),
      params: { refunded: formatLei(refunded, locale) },
      invoice: "credit_note",
      ...(reason ? { quote: reason } : {}),
    },
  ]);

/** Mails that the buyer's bank reversed the payment, with the booked amount. */
export const disputeLostMails = (ctx: Ctx, order: OrderToSettle, guard: SQL): Statement[] =>
  mails(ctx, order, guard, () => [
    {
      template: "dispute_lost",
      invoice: "credit_note",
    },
  ]);

function refundTemplate(order: OrderToSettle, refunded: number): Pick<OrderMail, "template"> {
  if (order.withdrawnTs !== null) return { template: "withdrawal_refunded" };
  return { template: refunded >= order.amount ? "payment_refunded" : "payment_partly_refunded" };
}

/** Of what had not begun nothing is kept, and nothing ends. One that stood still and is still to go on had begun. */
function withdrawalTemplate(order: OrderToSettle, amount: number, now: number): Pick<OrderMail, "template"> {
  const kept = order.amount - order.refundedAmount - order.pendingAmount - amount;
  const begun = kept > 0 || order.promotion === null || order.promotion.startsTs <= now;
  return { template: begun ? "withdrawal_confirmed" : "withdrawal_unbegun" };
}

/** Confirms a withdrawal by mail, as a durable record: the purchase, the date of withdrawal and the refund. */
export const withdrawalMails = (ctx: Ctx, order: OrderToSettle, amount: number, guard: SQL): Statement[] =>
  mails(ctx, order, guard, ({ locale }) => [
    {
      ...withdrawalTemplate(order, amount, ctx.now),
      params: { refunded: formatLei(amount, locale), withdrawn: formatDateTime(ctx.now, locale) },
      actionPath: paths.ownOrder(order.id),
    },
  ]);

/** An admin ended the promotion, and says why. */
export const revokedMails = (ctx: Ctx, order: OrderToSettle, reason: string, guard: SQL): Statement[] =>
  mails(ctx, order, guard, () => [
    { template: "promotion_revoked", quote: reason, actionPath: paths.ownOrder(order.id) },
  ]);

/** An admin gave days, and says why. */
export const creditedMails = (
  ctx: Ctx,
  order: OrderToSettle,
  { days, reason }: { days: number; reason: string },
  guard: SQL,
): Statement[] =>
  mails(ctx, order, guard, ({ locale }) => [
    {
      template: "promotion_credited",
      params: { days: ctx.translator(locale).count("promotions.days", days) },
      quote: reason,
      actionPath: paths.ownOrder(order.id),
    },
  ]);
