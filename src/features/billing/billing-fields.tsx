import { BILLING_KINDS } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { type Billing, PARTY_LENGTHS } from "@/shared/schemas/billing";
import { countyOptions, type FormErrors, RadioGroup, Select, TextField, useFields } from "@/ui/form";
import { usePage } from "@/ui/page-context";

const FIELDS = ["kind", "name", "tax_id", "register_number", "street", "city", "county"] as const;
type Field = (typeof FIELDS)[number];

/** Values of the form's fields, as typed. */
export type BillingValues = Record<Field, string>;

/** Prefix of the fields' names in a form with other fields, as in the errors of `promotionOrderSchema`. */
export const BILLING_PREFIX = "billing.";

export const toBillingValues = (billing: Partial<Billing> | null): BillingValues =>
  Object.fromEntries(FIELDS.map((field) => [field, billing?.[field] ?? ""])) as BillingValues;

/** The fields of a submitted form; null if it has none of them. */
export function readBillingValues(
  form: { has(name: string): boolean; text(name: string): string },
  prefix = "",
): BillingValues | null {
  if (!FIELDS.some((field) => form.has(prefix + field))) return null;
  return Object.fromEntries(FIELDS.map((field) => [field, form.text(prefix + field)])) as BillingValues;
}

/** Labels for the error summary. */
export const getBillingLabels = (t: Translator, prefix = ""): Record<string, string> =>
  Object.fromEntries(FIELDS.map((field) => [prefix + field, t(`billing.${field}`)]));

/** Fields for who is invoiced. The style sheet hides those of companies while a person is chosen. */
export function BillingFields({
  values,
  errors,
  prefix = "",
}: {
  values: BillingValues;
  errors: FormErrors;
  prefix?: string;
}) {
  const { t } = usePage();
  const { field } = useFields("billing", { values, errors, prefix });
  return (
    <div className="billing">
      <RadioGroup
        {...field("kind")}
        value={values.kind || "person"}
        options={BILLING_KINDS.map((kind) => ({ value: kind, label: t(`billing.kinds.${kind}`) }))}
      />
      <TextField {...field("name")} autoComplete="billing name" maxLength={PARTY_LENGTHS.name} />
      <div className="billing__company">
        {/* Not required by the browser, which would refuse the form for a hidden field. */}
        <TextField {...field("tax_id")} required={false} autoCapitalize="characters" maxLength={20} />
        <TextField {...field("register_number")} optional maxLength={PARTY_LENGTHS.register_number} />
      </div>
      <TextField
        {...field("street")}
        autoComplete="billing street-address"
        maxLength={PARTY_LENGTHS.street}
      />
      <TextField {...field("city")} autoComplete="billing address-level2" maxLength={PARTY_LENGTHS.city} />
      <Select {...field("county")} options={countyOptions(t)} placeholder={t("billing.choose")} />
    </div>
  );
}
