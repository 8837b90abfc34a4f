import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { saveBilling } from "@/features/billing";
import { findOwnListing } from "@/features/listings";
import { listPackagesOnSale, type Package } from "@/features/settings";
import { isIdempotencyKeyReused } from "@/platform/stripe";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { validate } from "@/shared/schemas/field-errors";
import { promotionOrderSchema } from "@/shared/schemas/order";
import { findOpenOrder, type Order } from "../orders/queries";
import { withStripeTimeout } from "../orders/with-stripe-timeout";
import { canCreateCheckoutSession, createCheckoutSession } from "./create-checkout-session";
import { createOrder, updateOrderConsent } from "./create-order";
import { expireOrder } from "./expire-order";

export type StartedCheckout = {
  order: Order;
  /** Whether this call created the order. */
  created: boolean;
  /** Stripe's payment page; null if the order is paid or its payment is being processed. */
  checkoutUrl: string | null;
};

/** A package as the page displayed it. Price in bani. */
export type DisplayedPackage = Pick<Package, "code" | "price" | "days">;

/** One attempt expires the earlier order, one creates the order, and two cover concurrent clicks. */
const MAX_ATTEMPTS = 4;

/**
 * Orders a promotion of the user's own listing: `{package, immediate_start, billing?}`. The order row is saved before
 * its Stripe checkout. A listing has one open order. Ordering the same package again returns that order and its
 * checkout; another package expires it first. With `displayed`, as from a page, a changed price is refused, and
 * so are billing details that an unpaid order does not take. Refusals: not_found, invalid, conflict (`not_on_sale`,
 * `wrong_state`, `cap_reached`, `price_changed`, `billing_kept`, `superseded`), too_many, unavailable (Stripe is
 * unavailable; the order stays and the next call continues it).
 */
export const startCheckout = (
  ctx: Ctx,
  listingId: string,
  input: unknown,
  displayed: readonly DisplayedPackage[] = [],
): Promise<Result<StartedCheckout>> =>
  withStripeTimeout(ctx, createOrderAndSession(ctx, listingId, input, displayed), outage());

async function createOrderAndSession(
  ctx: Ctx,
  listingId: string,
  input: unknown,
  displayed: readonly DisplayedPackage[],
): Promise<Result<StartedCheckout>> {
  const user = requireUser(ctx);
  const listing = await findOwnListing(ctx, listingId);
  if (!listing) return refuse("not_found");
  const parsed = validate(promotionOrderSchema, input);
  if (!parsed.ok) return parsed;
  const packages = await listPackagesOnSale(ctx);
  if (packages.length === 0) return refuse("conflict", { reason: "not_on_sale" });
  const chosen = packages.find(({ code }) => code === parsed.value.package);
  if (!chosen) return invalid([{ field: "package", code: "invalid_choice" }]);

  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const open = await findOpenOrder(ctx, listingId);
    if (
      !matchesDisplayed(
        displayed,
        open && canResumeOrder(open, chosen.code, ctx.now) ? toOrderedPackage(open) : chosen,
      )
    ) {
      return refuse("conflict", { reason: "price_changed" });
    }
    if (open && !canResumeOrder(open, chosen.code, ctx.now)) {
      // Expires an order from before this call. An order created during the call is from a later click, so it stays.
      if (attempt > 0) break;
      const previous = await expireOrder(ctx, open);
      if (!previous) return outage();
      if (isPaidOrProcessing(previous)) return ok({ order: previous, created: false, checkoutUrl: null });
      continue;
    }
    const { billing } = parsed.value;
    // The open order keeps its own; new details are for the next one. A page says so before it goes on to the payment.
    if (open && billing && JSON.stringify(billing) !== JSON.stringify(open.billing)) {
      await saveBilling(ctx, billing);
      if (displayed.length > 0 && open.processingTs === null)
        return refuse("conflict", { reason: "billing_kept" });
    }
    const found = open ? ok(open) : await createOrder(ctx, user, listing, chosen, parsed.value);
    if (!found.ok) return found;
    if (!found.value) continue;
    const order = await updateOrderConsent(ctx, found.value, parsed.value.immediate_start);
    if (!order) return outage();
    if (order.state === "open") return ok({ order, created: false, checkoutUrl: payableUrl(order) });

    const withSession = await createCheckoutSession(ctx, order).catch((error) => {
      if (isIdempotencyKeyReused(error)) return "key_reused" as const;
      throw error;
    });
    if (withSession === null) return outage();
    if (withSession === "key_reused") {
      // The request has changed, for example the buyer's email. Stripe refuses the key for a changed request.
      await expireOrder(ctx, order);
      continue;
    }
    if (withSession.state === "open")
      return ok({ order: withSession, created: !open, checkoutUrl: payableUrl(withSession) });
    if (isPaidOrProcessing(withSession)) return ok({ order: withSession, created: false, checkoutUrl: null });
    break;
  }
  return refuse("conflict", { reason: "superseded" });
}

/** Whether an unpaid order is for the chosen package and can still be paid at `now` (ms). */
export function canResumeOrder(order: Order, chosen: string, now: number): boolean {
  if (order.processingTs !== null) return true;
  if (order.package !== chosen) return false;
  return order.state === "created"
    ? canCreateCheckoutSession(order, now)
    : (order.checkoutExpiresTs ?? 0) > now;
}

/** The package of an order, with the terms of the order. */
export const toOrderedPackage = (order: Order): Package => ({
  code: order.package,
  price: order.amount,
  vatAmount: order.vatAmount,
  vatRate: order.vatRate,
  days: order.days,
  placement: order.placement,
});

/** Whether the page displayed these terms; true if it did not display the package. */
function matchesDisplayed(displayed: readonly DisplayedPackage[], { code, price, days }: Package): boolean {
  const match = displayed.find((candidate) => candidate.code === code);
  return !match || (match.price === price && match.days === days);
}

/** Null while a payment is being processed, so that the buyer does not pay twice. */
const payableUrl = (order: Order): string | null => (order.processingTs === null ? order.checkoutUrl : null);

const isPaidOrProcessing = (order: Order): boolean =>
  order.processingTs !== null || !["created", "open", "expired", "failed"].includes(order.state);

const outage = () => refuse("unavailable", { reason: "payments_unavailable", retryAfter: 30 });
