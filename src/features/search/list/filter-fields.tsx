import type { SearchFilters } from "@/shared/schemas/search";
import { FLAG_FILTERS, type FlagFilter } from "@/shared/search-filters";
import { Checkbox } from "@/ui/form/choices";
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
