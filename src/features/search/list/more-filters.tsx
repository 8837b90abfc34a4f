import { formatSlotGroup } from "@/shared/format-slot";
import type { SearchFilters } from "@/shared/schemas/search";
import { RARE_CODE_FILTERS } from "@/shared/search-filters";
import { SLOT_CHOICES, splitSlots } from "@/shared/slot-groups";
import { CheckboxGroup } from "@/ui/form/choices";
import { formatOptions, languageOptions, locationOptions } from "@/ui/form/options";
import { SlotGrid } from "@/ui/form/slot-grid";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { FlagFields, FurtherSubject, OTHER_FLAGS } from "./filter-fields";

/** Whether a filter of `MoreFilters` is set. */
const hasMoreFilters = (values: SearchFilters): boolean =>
  OTHER_FLAGS.some((name) => values[name]) || RARE_CODE_FILTERS.some((name) => values[name].length > 0);

/** Rarely used filters, closed unless one of them is set. */
export function MoreFilters({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const isOpen = hasMoreFilters(values);
  return (
    <details className="filters__more" open={isOpen}>
      <summary>{t("general.filters.more")}</summary>
      {isOpen ? (
        <RareFields values={values} />
      ) : (
        <MemoisedMarkup className="filters__field" deps={["filter-more", values.subject.length]}>
          {() => <RareFields values={values} />}
        </MemoisedMarkup>
      )}
    </details>
  );
}

const OPTIONS = { format: formatOptions, location: locationOptions, teaches_in: languageOptions };

function RareFields({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  // Times that many people search for are groups. The table has the others.
  const times = splitSlots(values.when);
  return (
    <>
      <FlagFields names={OTHER_FLAGS} values={values} />
      <CheckboxGroup
        name="when"
        id="filter-when"
        label={t("general.filters.codes.when.label")}
        options={SLOT_CHOICES.map((name) => ({ value: name, label: formatSlotGroup(t, name) }))}
        values={times.choices}
      />
      <SlotGrid
        name="when"
        id="filter-slots"
        idPrefix="w"
        label={t("general.filters.otherTimes")}
        values={times.others}
      />
      {(["format", "location", "teaches_in"] as const).map((name) => (
        <CheckboxGroup
          key={name}
          name={name}
          id={`filter-${name}`}
          label={t(`general.filters.codes.${name}.label`)}
          options={OPTIONS[name](t)}
          values={values[name]}
          columns={name === "teaches_in"}
        />
      ))}
      {/* Chosen subjects are at the top of the form. */}
      <FurtherSubject code={null} position={Math.max(2, values.subject.length + 1)} />
    </>
  );
}
