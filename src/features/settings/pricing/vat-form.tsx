import { formatDecimal, parseHundredths, toPlainDecimal } from "@/shared/numbers";
import { paths } from "@/shared/paths";
import type { VatRates } from "@/shared/schemas/pricing";
import { normaliseLine } from "@/shared/text";
import { parseTypedDay } from "@/shared/typed-dates";
import { DateField, FieldGroup, fieldId, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import {
  type DocumentForm,
  type DocumentFormValues,
  type FieldsProps,
  toRowKey,
  toRowName,
} from "../documents";
import { PRICING_LIST, VAT } from "./document-kinds";
import { toVatEntries } from "./entries";

/** Rows of `from` and `rate` (%), keyed by day. */
export const vatForm: DocumentForm<VatRates> = {
  kind: VAT,
  texts: "pricing.vat",
  path: (query) => paths.adminPricingDocument("vat", query),
  list: PRICING_LIST,
  Fields: VatFields,
  getLabels: (t, values) =>
    Object.fromEntries(
      toVatRows(values).flatMap((_, row) =>
        ["from", "rate"].map((name) => [`${row}.${name}`, t(`pricing.vat.${name}`)]),
      ),
    ),
  toEntries: toVatEntries,
  // Every field is a rate.
  numbers: /^/,
  toValues: (rates) => Object.fromEntries(rates.map(({ from, rate }) => [from, formatPercentInput(rate)])),
  parseFields(form, t) {
    const { from: days = [], rate: rates = [] } = form;
    const values: Record<string, string> = {};
    for (const [row, typed] of days.entries()) {
      const day = parseTypedDay(typed, t.locale) ?? normaliseLine(typed);
      const rate = toPlainDecimal(rates[row] ?? "", t.locale).trim();
      if (day || rate) values[toRowKey(day, row, day in values)] = rate;
    }
    return values;
  },
  toDocument: (values) =>
    toVatRows(values).map(({ from, rate }) => ({ from: from || undefined, rate: parseHundredths(rate) })),
};

/** The form's rows as submitted and checked: by day, an incomplete row last. */
const toVatRows = (values: DocumentFormValues): { from: string; rate: string }[] =>
  Object.entries(values)
    .map(([name, rate]) => ({ from: toRowName(name), rate }))
    .sort((a, b) => Number(a.from === "") - Number(b.from === "") || compareDays(a.from, b.from));

const compareDays = (a: string, b: string): number => Number(a > b) - Number(a < b);

/** Basis points as percent: "21", "9.5". */
const formatPercentInput = (rate: number): string => String(rate / 100);

/** A row for each rate and an empty one; empty rows are dropped. */
function VatFields({ values, errors }: FieldsProps) {
  const { t, locale } = usePage();
  const rows = [...toVatRows(values), { from: "", rate: "" }];
  return rows.map(({ from, rate }, row) => {
    const isNew = row === rows.length - 1;
    return (
      <FieldGroup
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and errors refer to their index
        key={row}
        id={fieldId(String(row))}
        label={isNew ? t("pricing.vat.newRate") : t("pricing.vat.row", { row: row + 1 })}
        help={isNew ? t("pricing.vat.newRateHelp") : undefined}
      >
        <div className="side-by-side">
          <DateField
            name="from"
            id={fieldId(`${row}.from`)}
            label={t("pricing.vat.from")}
            value={from}
            required={false}
            error={errors[`${row}.from`]}
          />
          <TextField
            name="rate"
            id={fieldId(`${row}.rate`)}
            label={t("pricing.vat.rate")}
            value={formatDecimal(rate, locale)}
            inputMode="decimal"
            required={false}
            error={errors[`${row}.rate`]}
          />
        </div>
      </FieldGroup>
    );
  });
}
