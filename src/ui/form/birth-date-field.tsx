import { DATE_PARTS, type DatePart, findWrongDateParts, splitDay } from "@/shared/dates";
import { formatMonthNames } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { usePage } from "@/ui/page-context";
import { FieldGroup, type FieldProps, fieldId } from "./field";

type BirthDateFieldProps = Omit<FieldProps, "announceError"> & {
  /** `YYYY-MM-DD`, or what `joinDay` made of the typed parts. */
  value?: string | null;
  /** `bday` for the user's own date, so that browsers fill in its parts. */
  autoComplete?: "bday";
};

/** The order in which each language writes a date. */
const ORDER: Record<Locale, readonly DatePart[]> = {
  en: ["month", "day", "year"],
  ro: DATE_PARTS,
};

/**
 * A date of birth as three inputs: users know the date, so typing it is quicker than a calendar. The form sends
 * `<name>_day`, `<name>_month` and `<name>_year`.
 */
export function BirthDateField({
  name,
  label,
  help,
  error,
  optional,
  required,
  id,
  value,
  autoComplete,
}: BirthDateFieldProps) {
  const { t, locale } = usePage();
  const groupId = id ?? fieldId(name);
  const values = splitDay(value ?? "");
  const wrong = findWrongDateParts(value ?? "")?.parts ?? DATE_PARTS;
  const toInputProps = (part: DatePart) => {
    const isWrong = Boolean(error) && wrong.includes(part);
    return {
      id: `${groupId}_${part}`,
      name: `${name}_${part}`,
      defaultValue: values[part],
      required: required ?? !optional,
      autoComplete: autoComplete && `${autoComplete}-${part}`,
      "aria-invalid": isWrong || undefined,
      "aria-describedby": isWrong ? `${groupId}-error` : undefined,
    };
  };
  return (
    <FieldGroup id={groupId} label={label} help={help} error={error} optional={optional}>
      <div className="date-parts">
        {ORDER[locale].map((part) => (
          <div key={part} className={`date-parts__part date-parts__part--${part}`}>
            <label htmlFor={`${groupId}_${part}`}>{t(`general.dateParts.${part}`)}</label>
            {part === "month" ? (
              <select className="input input--select" {...toInputProps(part)}>
                <option value="">{t("general.common.choose")}</option>
                {formatMonthNames(locale).map((month, index) => (
                  <option key={month} value={index + 1}>
                    {month}
                  </option>
                ))}
              </select>
            ) : (
              <input
                type="text"
                className="input"
                inputMode="numeric"
                maxLength={part === "day" ? 2 : 4}
                {...toInputProps(part)}
              />
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
