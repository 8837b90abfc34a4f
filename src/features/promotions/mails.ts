import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { queueMail } from "@/features/mail";
import { formatDateTime, formatLei, formatPercent } from "@/shared/format";
import type { TextParams } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { OrderToSettle } from "./queries";

type Mailing = { template: string; params?: TextParams; actionPath?: string };

/** Every mail about an order goes to its buyer, in their language, and only if the order was really moved. */
function mail(
  ctx: Ctx,
  order: OrderToSettle,
  made: SQL,
  { template, params, actionPath }: Mailing,
): Statement {
  const { email, locale } = order.buyer;
  const t = ctx.translator(locale);
  return queueMail(
    ctx,
    {
      to: email,
      locale,
      template,
      params: {
        title: order.listingTitle,
        item: t.count(`promotions.item.${order.placement}`, order.days),
        amount: formatLei(order.amount, locale),
        order: order.id,
        ...params,
      },
      ...(actionPath ? { actionPath } : {}),
    },
    made,
  );
}

/** The payment is confirmed, and the promotion has begun or will. */
export function paidMails(ctx: Ctx, order: OrderToSettle, made: SQL): Statement[] {
  const { locale } = order.buyer;
  const receipt: Mailing = {
    template: "payment_confirmed",
    params: { vat: formatLei(order.vatAmount, locale), rate: formatPercent(order.vatRate, locale) },
    ...(order.checkoutSessionId ? { actionPath: paths.paymentComplete(order.checkoutSessionId) } : {}),
  };
  const begun: Mailing = {
    template: order.startsTs <= ctx.now ? "promotion_started" : "promotion_scheduled",
    params: {
      starts: formatDateTime(order.startsTs, locale),
      ends: formatDateTime(order.endsTs, locale),
    },
    actionPath: paths.listing(order.listingId),
  };
  return [mail(ctx, order, made, receipt), mail(ctx, order, made, begun)];
}

/** A payment that was on its way did not arrive. */
export const failedMail = (ctx: Ctx, order: OrderToSettle, made: SQL): Statement =>
  mail(ctx, order, made, { template: "payment_failed", actionPath: paths.promoteListing(order.listingId) });

/** Paid, but the listing can no longer be promoted: all of it is on its way back. */
export const impossibleMail = (ctx: Ctx, order: OrderToSettle, made: SQL): Statement =>
  mail(ctx, order, made, { template: "promotion_impossible", actionPath: paths.ownListings() });

/** So many bani were given back, in all. */
export const refundedMail = (ctx: Ctx, order: OrderToSettle, refunded: number, made: SQL): Statement =>
  mail(ctx, order, made, {
    template: refunded >= order.amount ? "payment_refunded" : "payment_partly_refunded",
    params: { refunded: formatLei(refunded, order.buyer.locale) },
  });
