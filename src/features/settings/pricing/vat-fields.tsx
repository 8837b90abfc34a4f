import type { Translator } from "@/shared/i18n/translator";
import { DateField, FieldGroup, fieldId, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FieldsProps, Values } from "../documents";
import { vatRows } from "./vat-form";

/** A row for each rate and an empty one; empty rows are dropped. */
export function VatFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const rows = [...vatRows(values), { from: "", rate: "" }];
  return rows.map(({ from, rate }, row) => {
    const isNew = row === rows.length - 1;
    const fromError = errors[`${row}.from`];
    const rateError = errors[`${row}.rate`];
    return (
      <FieldGroup
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and errors refer to their index
        key={row}
        id={fieldId(String(row))}
        label={isNew ? t("pricing.vat.another") : t("pricing.vat.row", { row: row + 1 })}
        help={isNew ? t("pricing.vat.anotherHelp") : undefined}
      >
        <div className="side-by-side">
          <DateField
            name="from"
            id={fieldId(`${row}.from`)}
            label={t("pricing.vat.from")}
            value={from}
            required={false}
            {...(fromError ? { error: fromError } : {})}
          />
          <TextField
            name="rate"
            id={fieldId(`${row}.rate`)}
            label={t("pricing.vat.rate")}
            value={rate}
            inputMode="decimal"
            required={false}
            {...(rateError ? { error: rateError } : {})}
          />
        </div>
      </FieldGroup>
    );
  });
}

/** Field labels of the error summary. */
export const vatLabels = (t: Translator, values: Values): Record<string, string> =>
  Object.fromEntries(
    vatRows(values).flatMap((_, row) => [
      [`${row}.from`, t("pricing.vat.from")],
      [`${row}.rate`, t("pricing.vat.rate")],
    ]),
  );
