import { settings } from "@/db/schema";
import { SELLER } from "@/features/settings";
import { type Seller, sellerSchema } from "@/shared/schemas/pricing";
import { db, type TestApp } from "../../helpers/app";

export const PAYING_SELLER: Seller = sellerSchema.parse({
  name: "Lecții Prima SRL",
  tax_id: "RO12345674",
  registration_number: "J12/345/2020",
  address: "Str. Memorandumului 1, Cluj-Napoca",
  iban: "RO49AAAA1B31007593840000",
  email: "contabilitate@prima.test",
  series: "CAT",
  vat_payer: true,
});

export const EXEMPT_SELLER: Seller = sellerSchema.parse({
  ...PAYING_SELLER,
  vat_payer: false,
  exemption: { en: "Exempt: art. 310 of the Fiscal Code", ro: "Scutit: art. 310 din Codul fiscal" },
});

/** Saves the seller for later invoices. */
export async function saveSeller(app: TestApp, value: Seller) {
  const row = { path: SELLER.path, value, version: 1, updatedTs: app.clock.now };
  await db.insert(settings).values(row).onConflictDoUpdate({ target: settings.path, set: { value } });
}
