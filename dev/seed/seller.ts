import type { settings, settingVersions } from "@/db/schema";
import { SELLER } from "@/features/settings/pricing/document-kinds";
import type { Seller } from "@/shared/schemas/pricing";

/** A fictitious seller for the receipts. Its numbers are well-formed and belong to no company. */
export const DEMO_SELLER: Seller = {
  name: "Catedra Demo SRL",
  tax_id: "RO00000000",
  registration_number: "J00/0000/2026",
  address: "Strada Exemplului nr. 0, Localitatea Demonstrativă",
  iban: "RO49AAAA1B31007593840000",
  email: "demo@catedra.test",
  series: "DEMO",
  vat_payer: true,
  exemption: { en: "", ro: "" },
};

/** The settings document of the seller, as the admin wrote it some months ago. `ts` in ms. */
export function createSeller(adminId: string, ts: number) {
  const document = { path: SELLER.path, value: DEMO_SELLER, version: 1 };
  const settingRows: (typeof settings.$inferInsert)[] = [{ ...document, updatedTs: ts }];
  const versionRows: (typeof settingVersions.$inferInsert)[] = [{ ...document, actorId: adminId, ts }];
  return { settings: settingRows, settingVersions: versionRows };
}
