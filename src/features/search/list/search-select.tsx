import type { Translator } from "@/shared/i18n/translator";
import { countyOptions, levelOptions, type Option, subjectOptions } from "@/ui/form/options";
import { Select } from "@/ui/form/select";
import { usePage } from "@/ui/page-context";

/** The filters that have a select on the home page or the list: the key of the text for all, and the options. */
const SELECTS = {
  subject: { any: "anySubject", listOptions: subjectOptions },
  level: {
    any: "anyLevel",
    listOptions: (t: Translator): Option[] =>
      levelOptions(t).map(({ value, label, hint }) => ({
        value,
        label: hint ? `${label} (${hint})` : label,
      })),
  },
  county: { any: "anyCounty", listOptions: countyOptions },
};

/** A filter with one value; the empty option matches all. */
export function SearchSelect({
  name,
  id,
  value,
}: {
  name: keyof typeof SELECTS;
  id: string;
  value?: string | null;
}) {
  const { t } = usePage();
  const { any, listOptions } = SELECTS[name];
  return (
    <Select
      name={name}
      label={t(`general.search.${name}`)}
      placeholder={t(`general.search.${any}`)}
      options={listOptions(t)}
      value={value}
      required={false}
      id={id}
    />
  );
}
