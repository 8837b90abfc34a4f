import type { Translator } from "@/shared/i18n/translator";
import { Checkbox, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FieldsProps } from "../documents";
import { SELLER_LINES } from "./seller-form";

const EXEMPTIONS = ["exemption.en", "exemption.ro"] as const;
const wordsOf = (field: string) => `pricing.seller.${field.replace(".", "_")}`;

/** The seller as printed on receipts; the exemption texts apply to sellers without VAT. */
export function SellerFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const field = (name: string) => {
    const error = errors[name];
    return { name, value: values[name] ?? "", label: t(wordsOf(name)), ...(error ? { error } : {}) };
  };
  const help = (name: string) => (t.has(`${wordsOf(name)}Help`) ? t(`${wordsOf(name)}Help`) : undefined);
  const { value: charges, ...box } = field("vat_payer");
  return (
    <>
      {SELLER_LINES.map((name) => (
        <TextField key={name} {...field(name)} help={help(name)} type={name === "email" ? "email" : "text"} />
      ))}
      <Checkbox {...box} help={help("vat_payer")} checked={charges === "1"} />
      {EXEMPTIONS.map((name) => (
        <TextArea key={name} {...field(name)} help={help(name)} rows={3} maxLength={300} required={false} />
      ))}
    </>
  );
}

/** Field labels of the error summary. */
export const sellerLabels = (t: Translator): Record<string, string> =>
  Object.fromEntries([...SELLER_LINES, ...EXEMPTIONS].map((name) => [name, t(wordsOf(name))]));
