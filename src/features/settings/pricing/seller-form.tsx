import { paths } from "@/shared/paths";
import type { Seller } from "@/shared/schemas/pricing";
import { Checkbox, countyOptions, Select, TextField, useFields } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type DocumentForm, type FieldsProps, toFirstValues } from "../documents";
import { PRICING_LIST, SELLER } from "./document-kinds";
import { explainNotOnSale, toSellerEntries } from "./entries";

/** Text fields of the form, each a field of the seller document. */
const SELLER_TEXT_FIELDS = [
  "name",
  "tax_id",
  "register_number",
  "street",
  "city",
  "county",
  "iban",
  "series",
  "exemption",
] as const satisfies readonly (keyof Seller)[];

/** The fields SELLER_TEXT_FIELDS and `vat_payer`. Incomplete details can be saved. */
export const sellerForm: DocumentForm<Seller | null> = {
  kind: SELLER,
  texts: "pricing.seller",
  path: (query) => paths.adminPricingDocument("seller", query),
  list: PRICING_LIST,
  Fields: SellerFields,
  getLabels: (t) => Object.fromEntries(SELLER_TEXT_FIELDS.map((name) => [name, t(`pricing.seller.${name}`)])),
  toEntries: toSellerEntries,
  getWarning: explainNotOnSale,
  toValues: (seller) => ({
    ...Object.fromEntries(SELLER_TEXT_FIELDS.map((name) => [name, seller?.[name] ?? ""])),
    vat_payer: seller?.vat_payer === false ? "" : "1",
  }),
  parseFields: (form) => ({ vat_payer: "", ...toFirstValues(form) }),
  toDocument: (values) => ({
    ...Object.fromEntries(SELLER_TEXT_FIELDS.map((name) => [name, values[name] ?? ""])),
    iban: values.iban || null,
    vat_payer: values.vat_payer === "1",
  }),
};

/** The seller as printed on invoices; the exemption applies to a seller without VAT. */
function SellerFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const fields = useFields("pricing.seller", { values, errors });
  const field = (name: string) => ({ ...fields.field(name), required: false });
  const { value: chargesVat, ...box } = field("vat_payer");
  return (
    <>
      {SELLER_TEXT_FIELDS.filter((name) => name !== "exemption").map((name) =>
        name === "county" ? (
          <Select
            key={name}
            {...field(name)}
            options={countyOptions(t)}
            placeholder={t("pricing.seller.countyChoose")}
          />
        ) : (
          <TextField key={name} {...field(name)} />
        ),
      )}
      <Checkbox {...box} checked={chargesVat === "1"} />
      <TextField {...field("exemption")} />
    </>
  );
}
