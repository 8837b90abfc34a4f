import { formatSlotGroup } from "@/shared/format-slot";
import { RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { RARE_CODE_FILTERS } from "@/shared/search-filters";
import { SLOT_CHOICES, splitSlots } from "@/shared/slot-groups";
import { buttonClass } from "@/ui/button";
import { CheckboxGroup } from "@/ui/form/choices";
import {
  countySeatOptions,
  formatOptions,
  languageOptions,
  locationOptions,
  subjectOptions,
} from "@/ui/form/options";
import { Select } from "@/ui/form/select";
import { SlotGrid } from "@/ui/form/slot-grid";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { toNearParam } from "../filters/active-filters";
import { FlagFields, OTHER_FLAGS } from "./filter-fields";

/** Whether a filter of `MoreFilters` is set. */
const hasMoreFilters = (values: SearchFilters): boolean =>
  OTHER_FLAGS.some((name) => values[name]) ||
  RARE_CODE_FILTERS.some((name) => values[name].length > 0) ||
  values.near !== null ||
  values.subject.length > 1;

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
        <MemoisedMarkup className="filters__field" deps={["filter-more", values.radius]}>
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
      <NearFields values={values} />
      {/* One empty field more than chosen subjects, so that they can be added one by one. */}
      {[...values.subject.slice(1), null].map((code, n) => (
        <Select
          key={code ?? ""}
          name="subject"
          label={t("general.filters.alsoSubject")}
          placeholder={t("general.filters.noOtherSubject")}
          options={subjectOptions(t)}
          value={code}
          required={false}
          id={`filter-subject-${n + 2}`}
        />
      ))}
    </>
  );
}

/** Selectable radii in km; a radius from the URL is added. */
const RADII = [5, 10, RADIUS.default, 50, RADIUS.max];

/**
 * Search near a town or near the visitor. The button asks the device for its location only when pressed, and needs the
 * script client/enhance/results.
 */
function NearFields({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { near, radius } = values;
  const pointOption =
    near && near.county === null ? [{ value: toNearParam(near), label: t("general.filters.here") }] : [];
  const radii = RADII.includes(radius) ? RADII : [...RADII, radius].sort((a, b) => a - b);
  return (
    <div className="filters__near">
      <Select
        name="near"
        id="filter-near"
        label={t("general.filters.near")}
        placeholder={t("general.filters.nearAny")}
        options={[...pointOption, ...countySeatOptions(t)]}
        value={near && toNearParam(near)}
        required={false}
      />
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small needs-script`}
        data-locate=""
        data-here={t("general.filters.here")}
        data-locating={t("general.filters.locating")}
        data-not-located={t("general.filters.notLocated")}
      >
        {t("general.filters.locate")}
      </button>
      <p className="filters__located" role="status" data-located="" />
      <div className="filters__radius">
        <Select
          name="radius"
          id="filter-radius"
          label={t("general.filters.radius")}
          options={radii.map((km) => ({
            value: km === RADIUS.default ? "" : String(km),
            label: t("general.filters.km", { n: km }),
          }))}
          value={radius === RADIUS.default ? "" : radius}
          required={false}
        />
      </div>
    </div>
  );
}
