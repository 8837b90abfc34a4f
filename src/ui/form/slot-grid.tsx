import { DAY_PARTS } from "@/shared/codes";
import { listWeekDays } from "@/shared/format-slot";
import { usePage } from "@/ui/page-context";
import { FieldGroup, type FieldProps, fieldId } from "./field";

/**
 * A week as a table of checkboxes; the form sends `name` once for each ticked time. The headings of its row and column
 * name a checkbox. `idPrefix` is short, because it repeats in each.
 */
export function SlotGrid({
  name,
  id,
  idPrefix = name,
  values,
  ...field
}: Omit<FieldProps, "required"> & { idPrefix?: string; values?: readonly string[] }) {
  const { t, locale } = usePage();
  return (
    <FieldGroup id={id ?? fieldId(name)} {...field}>
      <table className="slot-grid">
        <thead>
          <tr>
            <td />
            {DAY_PARTS.map((part) => (
              <th key={part} scope="col">
                <span id={`${idPrefix}${part}`}>{t(`general.dayParts.${part}`)}</span>
                <small>{t(`general.dayPartHours.${part}`)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeekDays(locale).map((day) => (
            <tr key={day}>
              <th scope="row" id={`${idPrefix}${day}`} data-short={t(`general.days.${day}`).slice(0, 3)}>
                {t(`general.days.${day}`)}
              </th>
              {DAY_PARTS.map((part) => (
                <td key={part}>
                  <input
                    type="checkbox"
                    name={name}
                    value={day + part}
                    aria-labelledby={`${idPrefix}${day} ${idPrefix}${part}`}
                    defaultChecked={values?.includes(day + part)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FieldGroup>
  );
}
