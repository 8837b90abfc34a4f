import type Stripe from "stripe";
import type { Stubs } from "../context";
import { newStripeId } from "../ids";
import { invalidRequest, noSuch } from "./errors";
import {
  missingParam,
  optional,
  readChoice,
  readCurrency,
  readFields,
  readInteger,
  readList,
  readMetadata,
  readText,
  readUrl,
} from "./readers";

// In JSON a decimal is a string; the SDK turns it into its own class.
type PriceJson = Omit<Stripe.Price, "unit_amount_decimal"> & { unit_amount_decimal: string | null };
export type LineItemJson = Omit<Stripe.LineItem, "price"> & { price: PriceJson };

export const lineItemParams = readFields({
  price: optional(readText()),
  price_data: optional(
    readFields({
      currency: readCurrency,
      product: optional(readText()),
      product_data: optional(
        readFields({
          name: readText(250),
          description: optional(readText()),
          images: optional(readList(readUrl, 8)),
          metadata: optional(readMetadata),
          tax_code: optional(readText()),
          unit_label: optional(readText(12)),
        }),
      ),
      tax_behavior: optional(readChoice("exclusive", "inclusive", "unspecified")),
      // In the currency's smallest unit: bani for RON.
      unit_amount: readInteger(0, 99_999_999),
    }),
  ),
  quantity: readInteger(1, 999_999),
  metadata: optional(readMetadata),
});

type LineItemParams = ReturnType<typeof lineItemParams>;

/** A line of a checkout session. Prices and products exist only inline, so a price or product ID is an error. */
export function createLineItem(
  stubs: Pick<Stubs, "seconds">,
  params: LineItemParams,
  path: string,
): LineItemJson {
  if (params.price !== undefined) throw noSuch("price", params.price, `${path}[price]`);
  const data = params.price_data;
  if (!data) throw missingParam(`${path}[price_data]`);
  if (data.product !== undefined) throw noSuch("product", data.product, `${path}[price_data][product]`);
  if (!data.product_data) throw missingParam(`${path}[price_data][product_data]`);

  const amount = data.unit_amount * params.quantity;
  return {
    id: newStripeId("lineItem"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: data.currency,
    description: data.product_data.name,
    metadata: params.metadata ?? {},
    price: {
      id: newStripeId("price"),
      object: "price",
      active: false,
      billing_scheme: "per_unit",
      created: stubs.seconds(),
      currency: data.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newStripeId("product"),
      recurring: null,
      tax_behavior: data.tax_behavior ?? "unspecified",
      tiers_mode: null,
      transform_quantity: null,
      type: "one_time",
      unit_amount: data.unit_amount,
      unit_amount_decimal: String(data.unit_amount),
    },
    quantity: params.quantity,
  };
}

// Smallest charge, in the smallest unit. https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const MIN_CHARGE: Record<string, number> = { ron: 200, eur: 50, usd: 50, gbp: 30 };

/** The sum of the lines and their one currency. @throws StripeError when they differ or the sum is too small. */
export function computeTotal(lines: LineItemJson[]): { amount: number; currency: string } {
  const currencies = new Set(lines.map((line) => line.currency));
  const [unit] = currencies;
  if (unit === undefined || currencies.size > 1) {
    throw invalidRequest("All line items must have the same currency.", { param: "line_items" });
  }
  const amount = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const minimum = MIN_CHARGE[unit] ?? 1;
  if (amount < minimum) {
    const formatted = new Intl.NumberFormat("en", { style: "currency", currency: unit }).format(
      minimum / 100,
    );
    throw invalidRequest(`The Checkout Session's total amount due must add up to at least ${formatted}`, {
      code: "amount_too_small",
    });
  }
  return { amount, currency: unit };
}
