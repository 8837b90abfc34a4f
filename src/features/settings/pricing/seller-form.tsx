import { paths } from "@/shared/paths";
import type { Seller } from "@/shared/schemas/pricing";
import { Checkbox, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type DocumentForm, type FieldsProps, toFirstValues } from "../documents";
import { PRICING_LIST, SELLER } from "./document-kinds";
import { toSellerEntries } from "./entries";

/** Text fields of the form, each a field of the seller document. */
const SELLER_TEXT_FIELDS = [
  "name",
  "tax_id",
  "registration_number",
  "address",
  "iban",
  "email",
  "series",
] as const satisfies readonly (keyof Seller)[];

/** The fields SELLER_TEXT_FIELDS, `vat_payer`, `exemption.en` and `exemption.ro`. */
export const sellerForm: DocumentForm<Seller | null> = {
  kind: SELLER,
  texts: "pricing.seller",
  path: (query) => paths.adminPricingDocument("seller", query),
  list: PRICING_LIST,
  Fields: SellerFields,
  getLabels: (t) =>
    Object.fromEntries([...SELLER_TEXT_FIELDS, ...EXEMPTIONS].map((name) => [name, t(getTextKey(name))])),
  toEntries: toSellerEntries,
  toValues(seller) {
    const textFields = SELLER_TEXT_FIELDS.map((name) => [name, seller?.[name] ?? ""]);
    return {
      ...Object.fromEntries(textFields),
      vat_payer: seller?.vat_payer === false ? "" : "1",
      "exemption.en": seller?.exemption.en ?? "",
      "exemption.ro": seller?.exemption.ro ?? "",
    };
  },
  parseFields: (form) => ({ vat_payer: "", ...toFirstValues(form) }),
  toDocument: (values) => ({
    ...Object.fromEntries(SELLER_TEXT_FIELDS.map((name) => [name, values[name] ?? ""])),
    vat_payer: values.vat_payer === "1",
    exemption: { en: values["exemption.en"] ?? "", ro: values["exemption.ro"] ?? "" },
  }),
};

const EXEMPTIONS = ["exemption.en", "exemption.ro"] as const;
const getTextKey = (field: string) => `pricing.seller.${field.replace(".", "_")}`;

/** The seller as printed on receipts; the exemption texts apply to sellers without VAT. */
function SellerFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const field = (name: string) => ({
    name,
    value: values[name] ?? "",
    label: t(getTextKey(name)),
    error: errors[name],
  });
  const help = (name: string) =>
    t.has(`${getTextKey(name)}Help`) ? t(`${getTextKey(name)}Help`) : undefined;
  const { value: chargesVat, ...box } = field("vat_payer");
  return (
    <>
      {SELLER_TEXT_FIELDS.map((name) => (
        <TextField key={name} {...field(name)} help={help(name)} type={name === "email" ? "email" : "text"} />
      ))}
      <Checkbox {...box} help={help("vat_payer")} checked={chargesVat === "1"} />
      {EXEMPTIONS.map((name) => (
        <TextArea key={name} {...field(name)} help={help(name)} rows={3} maxLength={300} required={false} />
      ))}
    </>
  );
}
