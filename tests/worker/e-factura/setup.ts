import { eq } from "drizzle-orm";
import { eInvoices } from "@/db/schema";
import type { Billing } from "@/shared/schemas/billing";
import { app, db } from "../../helpers/app";
import { createOpenOrder, insertInvoices } from "../invoices/make-invoices";

export const PERSON: Billing = {
  kind: "person",
  name: "Ștefan Țepeș",
  tax_id: null,
  register_number: null,
  street: "Str. Lungă 1",
  city: "3",
  county: "b",
};
export const COMPANY: Billing = {
  ...PERSON,
  kind: "company",
  name: "Meditații SRL",
  tax_id: "RO12345674",
  city: "Brașov",
  county: "bv",
};

/** Issues the invoice of a paid order, and a credit note for a refund (bani) of it. Returns their labels. */
export async function issueInvoices(billing: Billing, refundedAmount = 0): Promise<string[]> {
  const { id } = await createOpenOrder(null, { billing });
  const before = await listLabels();
  await insertInvoices(id, { paidTs: app.clock.now, state: "fulfilled", billing });
  if (refundedAmount > 0) await insertInvoices(id, { refundedAmount });
  return (await listLabels()).filter((label) => !before.includes(label));
}

const listLabels = async () =>
  (await db.select({ label: eInvoices.label }).from(eInvoices)).map(({ label }) => label);

export async function readEInvoice(label: string) {
  const [row] = await db.select().from(eInvoices).where(eq(eInvoices.label, label));
  if (!row) throw new Error(`no row for ${label}`);
  return row;
}
