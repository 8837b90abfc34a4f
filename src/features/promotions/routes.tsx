import { type Context, Hono } from "hono";
import { requireUser } from "@/auth/access";
import type { AppEnv } from "@/context";
import { BILLING_PREFIX, readBillingValues } from "@/features/billing";
import { listOrderInvoices } from "@/features/invoices";
import { findOwnListing, type ListingDetails } from "@/features/listings";
import { findStoredLocale, setLocaleCookie } from "@/http/cookies";
import { refusalResponse } from "@/http/errors";
import { renderPage } from "@/http/render";
import { idParam, readForm } from "@/http/requests";
import { explainFormRefusal, seeOther, toFormStatus } from "@/http/responses";
import { ERROR_STATUS, getFound, type Refusal } from "@/shared/errors";
import { formatDateTime } from "@/shared/format";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import { parseWholeNumber } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import { addRetryAdvice, formatRefusal, toFormErrors } from "@/ui/form";
import { HeaderLayout } from "@/ui/layouts";
import { cancelOrder } from "./checkout/cancel-order";
import { checkPayment, getPaymentView, getRefreshSeconds } from "./checkout/check-payment";
import { PaymentPage } from "./checkout/payment-page";
import { PromotePage, type PromotePageProps } from "./checkout/promote-page";
import { getPromotionOffer } from "./checkout/promotion-offer";
import { type DisplayedPackage, startCheckout } from "./checkout/start-checkout";
import { START_VALUES } from "./checkout/start-choice";
import { OrderPage } from "./purchases/order-page";
import { OrdersPage } from "./purchases/orders-page";
import { getOwnOrder, listOwnOrders } from "./purchases/own-orders";
import { withdrawalRoutes } from "./withdrawals/routes";

/** Pages for buyers: ordering a promotion, its payment, and their orders. */
export const promotionRoutes = new Hono<AppEnv>();
type C = Context<AppEnv>;

const ID = ":id";

promotionRoutes.get(paths.promoteListing(ID), async (c) => renderPromotePage(c, await findListing(c), 200));

promotionRoutes.post(paths.promoteListing(ID), async (c) => {
  const { ctx } = c.var;
  const listing = await findListing(c);
  const form = await readForm(c);
  const billing = readBillingValues(form, BILLING_PREFIX);
  const values = { package: form.text("package"), start: form.text("immediate_start"), billing };
  const isChosen = Object.values<string>(START_VALUES).includes(values.start);
  const input = {
    billing,
    package: values.package,
    immediate_start: isChosen ? values.start === START_VALUES.now : undefined,
  };
  const ordered = await startCheckout(ctx, listing.id, input, parseDisplayed(form.all("displayed")));
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
  return renderPromotePage(c, listing, ERROR_STATUS[refusal.code], {
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
  const view = getPaymentView(checked.value);
  const refresh = getRefreshSeconds(view);
  // The header has the effect of <meta http-equiv="refresh">.
  if (refresh !== null) c.header("refresh", String(refresh));
  const invoices = (await listOrderInvoices(ctx, [order.id])).get(order.id) ?? [];
  const page = <PaymentPage order={order} invoices={invoices} view={view} now={ctx.now} />;
  return renderPage(c, { title: ctx.t(`promotions.payment.${view}.title`), noindex: true }, page);
});

promotionRoutes.get(paths.ownOrders(), async (c) => {
  const { ctx } = c.var;
  const orders = await listOwnOrders(ctx, { after: c.req.query("after"), before: c.req.query("before") });
  const head = { title: ctx.t("promotions.purchases.heading"), noindex: true, canonical: paths.ownOrders() };
  return renderPage(c, head, <OrdersPage orders={orders} now={ctx.now} />);
});

promotionRoutes.get(paths.ownOrder(ID), (c) => renderOrderPage(c, idParam(c)));

promotionRoutes.post(paths.cancelOrder(ID), async (c) => {
  const id = idParam(c);
  const canceled = await cancelOrder(c.var.ctx, id);
  if (canceled.ok) return seeOther(c, paths.ownOrder(id));
  const { refusal } = canceled;
  return refusal.code === "not_found" ? refusalResponse(c, refusal) : renderOrderPage(c, id, refusal);
});

// A reload of the page that a refused cancellation shows.
promotionRoutes.get(paths.cancelOrder(ID), (c) => seeOther(c, paths.ownOrder(idParam(c))));

promotionRoutes.route("/", withdrawalRoutes);

/**
 * Stores the language of this page as the visitor's choice, unless it is the choice already. Stripe sends the visitor
 * back to a URL without a locale, which redirects to the stored choice.
 */
function rememberLocale(c: C): void {
  const { config, locale } = c.var.ctx;
  if ((findStoredLocale(c) ?? config.DEFAULT_LOCALE) !== locale) setLocaleCookie(c, locale);
}

/** The signed-in visitor's own listing. @throws Refused unauthenticated, not_found */
async function findListing(c: C): Promise<ListingDetails> {
  const id = idParam(c);
  requireUser(c.var.ctx);
  const listing = getFound(await findOwnListing(c.var.ctx, id));
  return listing;
}

async function renderPromotePage(
  c: C,
  listing: ListingDetails,
  status: number,
  form: Omit<PromotePageProps, "offer" | "now"> = {},
) {
  const { ctx } = c.var;
  const offer = await getPromotionOffer(ctx, listing);
  const head = { title: ctx.t("promotions.promote.title"), noindex: true, layout: HeaderLayout };
  return renderPage(c, head, <PromotePage offer={offer} now={ctx.now} {...form} />, status);
}

/** Parses the packages that the page displayed, sent back as `top7:1900:7`. */
const parseDisplayed = (texts: readonly string[]): DisplayedPackage[] =>
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

/** @throws Refused not_found for another user's order */
async function renderOrderPage(c: C, id: string, refusal?: Refusal) {
  const { ctx } = c.var;
  const details = getFound(await getOwnOrder(ctx, id));
  const title = ctx.t.count(`promotions.item.${details.order.placement}`, details.order.days);
  const head = { title, noindex: true, canonical: paths.ownOrder(id) };
  const { message } = explainFormRefusal(c, refusal);
  const page = <OrderPage details={details} now={ctx.now} refused={message} />;
  return renderPage(c, head, page, toFormStatus(refusal));
}
