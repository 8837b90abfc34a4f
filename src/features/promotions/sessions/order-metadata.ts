import * as z from "zod/mini";
import type { Stripe } from "@/platform/stripe";
import { PLACEMENTS } from "@/shared/codes";
import { ID_PATTERN } from "@/shared/ids";
import { type Billing, billingJsonSchema } from "@/shared/schemas/billing";
import type { Order } from "../orders/queries";

/** Stripe's limit for a value, in characters. https://docs.stripe.com/metadata */
const MAX_VALUE_LENGTH = 500;
/** Texts that are longer than a value, with more parts than any of them needs. */
const MAX_PARTS = { consent_text: 4, billing: 4 } as const;
type LongText = keyof typeof MAX_PARTS;

/** The fields of an order that the metadata of its Stripe session contains. Money in bani, times in ms. */
type OrderTerms = Pick<
  Order,
  | "id"
  | "listingId"
  | "buyerId"
  | "package"
  | "days"
  | "placement"
  | "amount"
  | "vatAmount"
  | "vatRate"
  | "currency"
  | "billing"
  | "immediateStart"
  | "consentText"
  | "consentTs"
  | "createdTs"
>;

/** All data needed to restore the order if it is missing in a restored database; see `restoreOrder`. */
export function toOrderMetadata(order: OrderTerms): Record<string, string> {
  const values = {
    order_id: order.id,
    listing_id: order.listingId,
    buyer_id: order.buyerId,
    package: order.package,
    days: order.days,
    placement: order.placement,
    amount: order.amount,
    vat_amount: order.vatAmount,
    vat_rate: order.vatRate,
    currency: order.currency,
    immediate_start: order.immediateStart,
    consent_ts: order.consentTs,
    created_ts: order.createdTs,
  };
  return Object.fromEntries([
    ...Object.entries(values).map(([name, value]) => [name, String(value)]),
    ...splitText("consent_text", order.consentText),
    ...splitText("billing", JSON.stringify(order.billing)),
  ]);
}

const listPartNames = (name: LongText) =>
  Array.from({ length: MAX_PARTS[name] }, (_, part) => `${name}_${part + 1}`);

const splitText = (name: LongText, text: string) =>
  listPartNames(name).map((partName, part) => [
    partName,
    // An empty value removes the rest of an earlier, longer text.
    text.slice(part * MAX_VALUE_LENGTH, (part + 1) * MAX_VALUE_LENGTH),
  ]);

const joinText = (name: LongText, metadata: Stripe.Metadata) =>
  listPartNames(name)
    .map((partName) => metadata[partName] ?? "")
    .join("");

const id = z.string().check(z.regex(ID_PATTERN));
const integer = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number));

const metadataSchema = z.object({
  order_id: id,
  listing_id: id,
  buyer_id: id,
  package: z.string().check(z.regex(/^[a-z][a-z0-9]{0,19}$/)),
  days: z.pipe(integer, z.int().check(z.gte(1), z.lte(366))),
  placement: z.enum(PLACEMENTS),
  amount: z.pipe(integer, z.int().check(z.positive())),
  vat_amount: integer,
  vat_rate: z.pipe(integer, z.int().check(z.lte(10_000))),
  currency: z.literal("RON"),
  immediate_start: z.enum(["true", "false"]),
  consent_text_1: z.string().check(z.minLength(1)),
  consent_ts: integer,
  created_ts: integer,
});

/** Parses the metadata of `toOrderMetadata`; null for any other metadata. */
export function parseOrderMetadata(metadata: Stripe.Metadata | null): OrderTerms | null {
  const parsed = metadataSchema.safeParse(metadata ?? {});
  if (!metadata || !parsed.success || parsed.data.vat_amount > parsed.data.amount) return null;
  const { data } = parsed;
  return {
    id: data.order_id,
    listingId: data.listing_id,
    buyerId: data.buyer_id,
    package: data.package,
    days: data.days,
    placement: data.placement,
    amount: data.amount,
    vatAmount: data.vat_amount,
    vatRate: data.vat_rate,
    currency: data.currency,
    immediateStart: data.immediate_start === "true",
    billing: parseBilling(metadata),
    consentText: joinText("consent_text", metadata),
    consentTs: data.consent_ts,
    createdTs: data.created_ts,
  };
}

/** The billing details in the metadata of an order's session; null without any. */
export function parseBilling(metadata: Stripe.Metadata | null): Billing | null {
  try {
    return billingJsonSchema.parse(JSON.parse(joinText("billing", metadata ?? {})));
  } catch {
    return null;
  }
}
