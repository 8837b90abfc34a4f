import type { Seller } from "@/shared/schemas/pricing";
import { type DocumentForm, firstOf } from "../documents";
import { SELLER } from "./documents";
import { sellerFacts } from "./facts";

/** Text fields of the form, each a field of the seller document. */
export const SELLER_LINES = [
  "name",
  "tax_id",
  "registration_number",
  "address",
  "iban",
  "email",
  "series",
] as const satisfies readonly (keyof Seller)[];

/** The fields SELLER_LINES, `vat_payer`, `exemption.en` and `exemption.ro`. */
export const sellerForm: DocumentForm<Seller | null> = {
  kind: SELLER,
  facts: sellerFacts,
  values(seller) {
    const lines = SELLER_LINES.map((name) => [name, seller?.[name] ?? ""]);
    return {
      ...Object.fromEntries(lines),
      vat_payer: seller?.vat_payer === false ? "" : "1",
      "exemption.en": seller?.exemption.en ?? "",
      "exemption.ro": seller?.exemption.ro ?? "",
    };
  },
  sent: (form) => ({ vat_payer: "", ...firstOf(form) }),
  read: (values) => ({
    ...Object.fromEntries(SELLER_LINES.map((name) => [name, values[name] ?? ""])),
    vat_payer: values.vat_payer === "1",
    exemption: { en: values["exemption.en"] ?? "", ro: values["exemption.ro"] ?? "" },
  }),
};
