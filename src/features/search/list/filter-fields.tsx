import type { Subject } from "@/shared/codes";
import type { SearchFilters } from "@/shared/schemas/search";
import { FLAG_FILTERS, type FlagFilter } from "@/shared/search-filters";
import { Checkbox } from "@/ui/form/choices";
import { subjectOptions } from "@/ui/form/options";
import { Select } from "@/ui/form/select";
import { usePage } from "@/ui/page-context";

/** Often used flags are always in the form, the others in `MoreFilters`. */
export const COMMON_FLAGS: readonly FlagFilter[] = ["online", "integrity", "verified"];
export const OTHER_FLAGS = FLAG_FILTERS.filter((name) => !COMMON_FLAGS.includes(name));

export function FlagFields({ names, values }: { names: readonly FlagFilter[]; values: SearchFilters }) {
  const { t } = usePage();
  return (
    <div>
      {names.map((name) => (
        <Checkbox
          key={name}
          name={name}
          id={`filter-${name}`}
          label={t(`general.filters.flags.${name}.label`)}
          checked={values[name]}
        />
      ))}
    </div>
  );
}

/** A subject after the first one; an empty one adds it. `position` counts from 1. */
export function FurtherSubject({ code, position }: { code: Subject | null; position: number }) {
  const { t } = usePage();
  return (
    <Select
      name="subject"
      label={t(`general.filters.${position > 2 ? "anotherSubject" : "alsoSubject"}`)}
      placeholder={t("general.filters.noOtherSubject")}
      options={subjectOptions(t)}
      value={code}
      required={false}
      id={`filter-subject-${position}`}
    />
  );
}
