import { expect, test } from "vitest";
import { parseOrderMetadata, toOrderMetadata } from "@/features/promotions/sessions/order-metadata";
import { newId } from "@/shared/ids";
import type { Billing } from "@/shared/schemas/billing";

const billing: Billing = {
  kind: "company",
  name: "„Ș” ".repeat(50),
  tax_id: "RO12345674",
  register_number: '"'.repeat(40),
  street: '"'.repeat(150),
  city: "\\".repeat(50),
  county: "cj",
};
const order = {
  id: newId(),
  listingId: newId(),
  buyerId: newId(),
  package: "top7",
  days: 7,
  placement: "results" as const,
  amount: 1900,
  vatAmount: 330,
  vatRate: 2100,
  currency: "RON",
  billing,
  immediateStart: false,
  consentText: "2026-11-20 ro: Cer ca promovarea să înceapă imediat.",
  consentTs: 1_795_165_200_000,
  createdTs: 1_795_165_100_000,
};

/** The metadata as Stripe stores it: without empty values. */
const removeEmptyValues = (metadata: Record<string, string>) =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== ""));

test("an order is restored completely from its metadata, within Stripe's limits, however long its texts are", () => {
  for (const consentText of [order.consentText, "ș".repeat(500), `${"a".repeat(500)}b`, "x".repeat(1999)]) {
    const metadata = toOrderMetadata({ ...order, consentText });
    expect(parseOrderMetadata(removeEmptyValues(metadata))).toEqual({ ...order, consentText });
    expect(Object.keys(metadata).length).toBeLessThanOrEqual(50);
    for (const [name, value] of Object.entries(metadata)) {
      expect(name.length).toBeLessThanOrEqual(40);
      expect(value.length).toBeLessThanOrEqual(500);
    }
  }
});

test.each([
  ["nothing", {}],
  ["a malformed id", { order_id: "none" }],
  ["no buyer", { buyer_id: "null" }],
  ["no days", { days: "0" }],
  ["half a day", { days: "1.5" }],
  ["another placement", { placement: "moon" }],
  ["no price", { amount: "0" }],
  ["a negative price", { amount: "-1900" }],
  ["more VAT than price", { vat_amount: "1901" }],
  ["another currency", { currency: "EUR" }],
  ["no answer about the start", { immediate_start: "" }],
  ["no consent text", { consent_text_1: "" }],
])("metadata with %s is no order", (name, change) => {
  const metadata = name === "nothing" ? null : { ...toOrderMetadata(order), ...change };
  expect(parseOrderMetadata(metadata)).toBeNull();
});
