import type { settings, settingVersions } from "@/db/schema";
import { SELLER } from "@/features/settings/pricing/document-kinds";
import type { CompleteSeller } from "@/shared/schemas/pricing";

/**
 * A fictitious seller for the invoices. Its numbers are well-formed, as the stub of the tax authority requires, and
 * belong to no company.
 */
export const DEMO_SELLER: CompleteSeller = {
  name: "Catedra Demo SRL",
  tax_id: "RO9999999994",
  register_number: "J00/0000/2026",
  street: "Strada Exemplului nr. 0",
  city: "Cluj-Napoca",
  county: "cj",
  iban: "RO49AAAA1B31007593840000",
  vat_payer: true,
  exemption: "",
  series: "DEMO",
};

/** The settings document of the seller, as the admin wrote it some months ago. `ts` in ms. */
export function createSeller(adminId: string, ts: number) {
  const document = { path: SELLER.path, value: DEMO_SELLER, version: 1 };
  const settingRows: (typeof settings.$inferInsert)[] = [{ ...document, updatedTs: ts }];
  const versionRows: (typeof settingVersions.$inferInsert)[] = [{ ...document, actorId: adminId, ts }];
  return { settings: settingRows, settingVersions: versionRows };
}
