import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { queueMail } from "@/features/mail";
import { formatDateTime, formatLei, formatPercent } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import type { TextParams } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { OrderToSettle } from "./queries";

type Mailing = { template: string; params?: TextParams; actionPath?: string };

/**
 * Every mail about an order goes to its buyer, in their language, and only if the order was really moved. An order whose
 * buyer or listing was erased has nobody to write to, and no mail.
 */
function mails(
  ctx: Ctx,
  { buyer, listingId, listingTitle, ...order }: OrderToSettle,
  made: SQL,
  mailings: (about: { locale: Locale; listingId: string }) => Mailing[],
): Statement[] {
  if (!buyer || listingId === null) return [];
  const { email, locale } = buyer;
  const known = {
    title: listingTitle ?? "",
    item: ctx.translator(locale).count(`promotions.item.${order.placement}`, order.days),
    amount: formatLei(order.amount, locale),
    order: order.id,
  };
  return mailings({ locale, listingId }).map(({ params, ...mailing }) =>
    queueMail(ctx, { to: email, locale, ...mailing, params: { ...known, ...params } }, made),
  );
}

/** The payment is confirmed, and the promotion has begun or will. */
export const paidMails = (ctx: Ctx, order: OrderToSettle, made: SQL): Statement[] =>
  mails(ctx, order, made, ({ locale, listingId }): Mailing[] => [
    {
      template: "payment_confirmed",
      params: { vat: formatLei(order.vatAmount, locale), rate: formatPercent(order.vatRate, locale) },
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

/** A payment that was on its way did not arrive. */
export const failedMails = (ctx: Ctx, order: OrderToSettle, made: SQL): Statement[] =>
  mails(ctx, order, made, ({ listingId }) => [
    { template: "payment_failed", actionPath: paths.promoteListing(listingId) },
  ]);

/** Paid, but the listing can no longer be promoted: all of it is on its way back. */
export const impossibleMails = (ctx: Ctx, order: OrderToSettle, made: SQL): Statement[] =>
  mails(ctx, order, made, () => [{ template: "promotion_impossible", actionPath: paths.ownListings() }]);

/** So many bani were given back, in all. */
export const refundedMails = (ctx: Ctx, order: OrderToSettle, refunded: number, made: SQL): Statement[] =>
  mails(ctx, order, made, ({ locale }) => [
    {
      template: refunded >= order.amount ? "payment_refunded" : "payment_partly_refunded",
      params: { refunded: formatLei(refunded, locale) },
    },
  ]);
