import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/guards";
import type { AppEnv } from "@/context";
import { listOrderInvoices } from "@/features/invoices";
import { findOwnListing, type ListingDetails } from "@/features/listings";
import { storedLocale, storeLocale } from "@/http/cookies";
import { describeRoute } from "@/http/describe-route";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { problem, seeOther } from "@/http/responses";
import { routeOptions } from "@/http/route-options";
import { ERROR_STATUS, type Refusal, Refused } from "@/shared/errors";
import { formatDateTime } from "@/shared/format";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { parseWholeNumber } from "@/shared/whole-number";
import { addRetryAdvice, formatRefusal, toFormErrors } from "@/ui/form";
import { HeaderLayout } from "@/ui/layouts";
import { WEBHOOK } from "./calls";
import { checkPayment } from "./checkout/check-payment";
import { type DisplayedPackage, orderPromotion } from "./checkout/order-promotion";
import { PaymentPage } from "./checkout/payment-page";
import { getPaymentView, getRefreshSeconds } from "./checkout/payment-view";
import { PromotePage, type PromotePageProps } from "./checkout/promote-page";
import { getPromotionOffer } from "./checkout/promotion-offer";
import { hasLostDispute } from "./refunds/queries";
import { receiveEvent } from "./stripe-events/receive-event";
import { readWebhook } from "./stripe-events/webhook";

export const promotionRoutes = new Hono<AppEnv>();

promotionRoutes.get(paths.promoteListing(":id"), async (c) => promotePage(c, await ownListing(c), 200));

promotionRoutes.post(paths.promoteListing(":id"), async (c) => {
  const { ctx } = c.var;
  const listing = await ownListing(c);
  const form = await readForm(c);
  const values = { package: form.text("package"), immediateStart: form.has("immediate_start") };
  const wanted = { package: values.package, immediate_start: values.immediateStart };
  const ordered = await orderPromotion(ctx, listing.id, wanted, shownIn(form.all("shown")));
  if (ordered.ok) {
    const { order, checkoutUrl } = ordered.value;
    if (checkoutUrl) {
      rememberLocale(c);
      return c.redirect(checkoutUrl, 303);
    }
    const session = order.checkoutSessionId;
    return seeOther(c, session ? paths.paymentComplete(session) : paths.promoteListing(listing.id));
  }
  const { refusal } = ordered;
  if (refusal.code === "not_found") return refusalResponse(c, refusal);
  if (refusal.retryAfter !== undefined) c.header("retry-after", String(refusal.retryAfter));
  return promotePage(c, listing, ERROR_STATUS[refusal.code], {
    values,
    ...(refusal.fields
      ? { errors: toFormErrors(ctx.t, refusal.fields) }
      : { message: orderRefusalText(ctx.t, refusal) }),
  });
});

promotionRoutes.get(paths.paymentComplete(":session"), async (c) => {
  const { ctx } = c.var;
  const checked = await checkPayment(ctx, c.req.param("session") ?? "");
  if (!checked.ok) return refusalResponse(c, checked.refusal);
  const { order } = checked.value;
  const told = getPaymentView(checked.value);
  // Of what the bank gave back nothing is under way from here.
  const view = told === "refunded" && (await hasLostDispute(ctx, order.id)) ? "returned" : told;
  const refresh = getRefreshSeconds(view);
  // The header has the effect of <meta http-equiv="refresh">.
  if (refresh !== null) c.header("refresh", String(refresh));
  const invoices = (await listOrderInvoices(ctx, [order.id])).get(order.id) ?? [];
  const page = <PaymentPage order={order} invoices={invoices} view={view} now={ctx.now} />;
  return renderPage(c, { title: ctx.t(`promotions.payment.${view}.title`), noindex: true }, page);
});

/** Bytes. Stripe's events have tens of kB, orders with many items more. */
const MAX_EVENT = 1024 ** 2;

promotionRoutes.post(
  paths.webhook(),
  routeOptions({ maxBody: MAX_EVENT }),
  describeRoute(WEBHOOK),
  async (c) => {
    const { ctx } = c.var;
    const body = await c.req.text();
    const event = await readWebhook(ctx, body, c.req.header("stripe-signature"));
    if (!event) return problem(c, { code: "malformed", reason: "invalid_signature" });
    const outcome = await receiveEvent(ctx, event, body);
    return c.json({ received: true, outcome });
  },
);

/**
 * Stripe sends the visitor back to an address without a locale, which leads to their stored choice, else to the site's
 * default. Where that is not the language of this page, this page's language becomes the choice.
 */
function rememberLocale(c: Context<AppEnv>): void {
  const { config, locale } = c.var.ctx;
  if ((storedLocale(c) ?? config.DEFAULT_LOCALE) !== locale) storeLocale(c, locale);
}

/** The signed-in visitor's own listing. @throws Refused unauthenticated, not_found */
async function ownListing(c: Context<AppEnv>): Promise<ListingDetails> {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const listing = await findOwnListing(c.var.ctx, id);
  if (!listing) throw new Refused({ code: "not_found" });
  return listing;
}

async function promotePage(
  c: Context<AppEnv>,
  listing: ListingDetails,
  status: number,
  form: Omit<PromotePageProps, "offer"> = {},
) {
  const { ctx } = c.var;
  const offer = await getPromotionOffer(ctx, listing);
  const head = { title: ctx.t("promotions.promote.title"), noindex: true, layout: HeaderLayout };
  return renderPage(c, head, <PromotePage offer={offer} {...form} />, status);
}

/** Parses the packages that the page displayed, sent back as `top7:1900:7`. */
const shownIn = (texts: readonly string[]): DisplayedPackage[] =>
  texts.map((text) => {
    const [code = "", price = "", days = ""] = text.split(":");
    return { code, price: parseWholeNumber(price), days: parseWholeNumber(days) };
  });

/** Text for a refused order, where this page has a more specific one. */
function orderRefusalText(t: Translator, refusal: Refusal): string {
  const key = `promotions.refusals.${refusal.code === "too_many" ? "too_many" : refusal.reason}`;
  const date = refusal.params?.date;
  const params: TextParams = typeof date === "number" ? { date: formatDateTime(date, t.locale) } : {};
  return t.has(key) ? addRetryAdvice(t, t(key, params), refusal.retryAfter) : formatRefusal(t, refusal);
}
