import { eq, sql } from "drizzle-orm";
import { settings, settingVersions } from "@/db/schema";
import { SELLER } from "@/features/settings";
import type { CompleteSeller, Seller } from "@/shared/schemas/pricing";
import { app, db } from "./app";

export const PAYING_SELLER: CompleteSeller = {
  name: "Lecții Prima SRL",
  tax_id: "RO12345674",
  register_number: "J12/345/2020",
  street: "Str. Memorandumului 1",
  city: "Cluj-Napoca",
  county: "cj",
  iban: "RO49AAAA1B31007593840000",
  vat_payer: true,
  exemption: "",
  series: "CAT",
};

export const EXEMPT_SELLER: CompleteSeller = {
  ...PAYING_SELLER,
  tax_id: "12345674",
  vat_payer: false,
  exemption: "Scutit: art. 310 din Codul fiscal",
};

/** Saves the seller for later orders and invoices. */
export async function saveSeller(value: Seller): Promise<void> {
  const { path } = SELLER;
  const { now } = app.clock;
  const version = sql<number>`(select count(*) from ${settingVersions} where path = ${path})`;
  await db.batch([
    db.insert(settingVersions).values({ path, value, version: sql`${version} + 1`, ts: now }),
    db
      .insert(settings)
      .values({ path, value, version, updatedTs: now })
      .onConflictDoUpdate({ target: settings.path, set: { value, version } }),
  ]);
}

/** Saves a seller with VAT, unless there is one: without a seller nothing is sold. */
export async function ensureSeller(): Promise<void> {
  const found = await db.select().from(settings).where(eq(settings.path, SELLER.path));
  if (found.length === 0) await saveSeller(PAYING_SELLER);
}
