import { FLAG_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { Checkbox } from "@/ui/form/choices";
import { MemoisedMarkup, type MemoisedMarkupProps } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";

/** One field of the form. Memoised by its own value, because the filters together rarely repeat. */
export function MemoisedField({ deps, children }: Pick<MemoisedMarkupProps, "deps" | "children">) {
  return (
    <MemoisedMarkup className="filters__field" deps={deps}>
      {children}
    </MemoisedMarkup>
  );
}

type Flag = (typeof FLAG_FILTERS)[number];

/** Often used flags are always in the form, the others in `MoreFilters`. */
export const COMMON_FLAGS: readonly Flag[] = ["online", "verified"];
export const OTHER_FLAGS = FLAG_FILTERS.filter((name) => !COMMON_FLAGS.includes(name));

export function FlagFields({ names, values }: { names: readonly Flag[]; values: SearchFilters }) {
  const { t } = usePage();
  return (
    <MemoisedField deps={["filter-flags", names, names.map((name) => values[name])]}>
      {() =>
        names.map((name) => (
          <Checkbox
            key={name}
            name={name}
            id={`filter-${name}`}
            label={t(`general.filters.flags.${name}.label`)}
            checked={values[name]}
          />
        ))
      }
    </MemoisedField>
  );
}

/** What the form tells the next page besides the visitor's choices. Without a value it is left out. */
export const HiddenField = ({ name, value }: { name: string; value: string | undefined }) =>
  value ? <input type="hidden" name={name} value={value} /> : null;
