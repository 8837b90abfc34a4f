import type { Translator } from "@/shared/i18n/translator";
import { formatDecimal } from "@/shared/numbers";
import { FieldGroup, fieldId, Select, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FieldsProps } from "../documents";
import { formatTerms, formatWindow, GROUPS, getDefaultTerms } from "./limits-form";

/** Selectable windows, in seconds. */
const WINDOWS = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];

type LimitFieldName = (typeof GROUPS)[keyof typeof GROUPS][number];
const GROUP_ENTRIES = Object.entries(GROUPS) as [string, readonly LimitFieldName[]][];

/** Every limit, grouped by action: count and window. */
export function LimitsFields(props: FieldsProps) {
  const { t } = usePage();
  return GROUP_ENTRIES.map(([group, names]) => (
    <section key={group} className="form__section" aria-labelledby={group}>
      <h2 id={group}>{t(`settings.limits.groups.${group}`)}</h2>
      {names.map((name) => (
        <LimitField key={name} name={name} {...props} />
      ))}
    </section>
  ));
}

function LimitField({ name, values, errors }: FieldsProps & { name: LimitFieldName }) {
  const { t, locale } = usePage();
  const defaults = getDefaultTerms(name);
  const field = (part: string) => {
    const fieldName = `${name}.${part}`;
    const error = errors[fieldName];
    return { name: fieldName, value: values[fieldName] ?? "", ...(error ? { error } : {}) };
  };
  const window = field("window_s");
  return (
    <FieldGroup
      id={fieldId(name)}
      label={t(`settings.limits.names.${name}`)}
      help={t("settings.limits.default", { terms: formatTerms(t, defaults) })}
    >
      <div className="side-by-side side-by-side--short">
        <TextField
          {...field("max")}
          value={formatDecimal(field("max").value, locale)}
          label={t("settings.limits.max")}
          inputMode="numeric"
          required={false}
        />
        {defaults.window_s === undefined ? null : (
          <Select
            {...window}
            label={t("settings.limits.window")}
            options={listWindowOptions(t, window.value)}
          />
        )}
      </div>
    </FieldGroup>
  );
}

/** The selectable windows, and the stored one if it isn't among them. */
function listWindowOptions(t: Translator, chosen: string) {
  const storedWindow = /^\d{1,6}$/.test(chosen) ? [Number(chosen)] : [];
  return [...new Set([...WINDOWS, ...storedWindow])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: formatWindow(t, seconds) }));
}

/** Field labels of the error summary. */
export const getLimitsLabels = (t: Translator): Record<string, string> =>
  Object.fromEntries(
    GROUP_ENTRIES.flatMap(([, names]) => names).flatMap((name) => {
      const limit = t(`settings.limits.names.${name}`);
      return [
        [`${name}.max`, `${limit} (${t("settings.limits.max")})`],
        [`${name}.window_s`, `${limit} (${t("settings.limits.window")})`],
      ];
    }),
  );
