import { formatSlotGroup } from "@/shared/format-slot";
import { paths } from "@/shared/paths";
import { FLAG_FILTERS, RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { SLOT_CHOICES, splitSlots } from "@/shared/slot-groups";
import { Button, buttonClass } from "@/ui/button";
import { Checkbox, CheckboxGroup } from "@/ui/form/choices";
import {
  countyOptions,
  countySeatOptions,
  formatOptions,
  levelOptions,
  locationOptions,
  subjectOptions,
} from "@/ui/form/options";
import { PriceField } from "@/ui/form/price-field";
import { Select } from "@/ui/form/select";
import { SlotGrid } from "@/ui/form/slot-grid";
import { MemoisedMarkup, type MemoisedMarkupProps } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { type ListMode, toNearParam } from "./active-filters";
import { SearchTextField } from "./search-text-field";

/** The form's id, for fields elsewhere on the page that belong to it. */
export const FILTERS = "filters";

/** Opens the filters if they are not visible next to the list: a native popover, so it works without JavaScript. */
export function FilterButton({ active }: { active: number }) {
  const { t } = usePage();
  return (
    <button type="button" className={`${buttonClass("secondary")} filter-button`} popoverTarget={FILTERS}>
      {t("general.filters.open")}
      <span className="filter-button__count" data-part="active">
        {active > 0 ? active : null}
      </span>
    </button>
  );
}

/**
 * All filters as a plain GET form: a column next to the list on a desktop, a sheet over it on a phone. Empty fields
 * don't filter.
 */
export function FilterForm({
  values,
  mode,
  understoodNames = [],
}: {
  values: SearchFilters;
  mode: ListMode;
  /** Filters that words set: the next words for one of them replace it. */
  understoodNames?: readonly string[];
}) {
  const { t, url } = usePage();
  return (
    <form
      className="filters"
      id={FILTERS}
      popover="auto"
      action={url(paths.listings())}
      method="get"
      // A browser that restores earlier values would show filters that the list doesn't have.
      autoComplete="off"
      aria-label={t("general.filters.title")}
    >
      <FilterHead />
      <SearchTextField value={values.q} />
      <div className="filters__fields">
        {mode.isExact ? (
          <Checkbox name="exact" id="filter-exact" label={t("general.filters.exact")} checked />
        ) : null}
        <MemoisedField deps={["filter-subject", values.subject[0]]}>
          {() => (
            <Select
              name="subject"
              label={t("general.search.subject")}
              placeholder={t("general.search.anySubject")}
              options={subjectOptions(t)}
              value={values.subject[0]}
              required={false}
              id="filter-subject"
            />
          )}
        </MemoisedField>
        <MemoisedField deps={["filter-county", values.county]}>
          {() => (
            <Select
              name="county"
              label={t("general.search.county")}
              placeholder={t("general.search.anyCounty")}
              options={countyOptions(t)}
              value={values.county}
              required={false}
              id="filter-county"
            />
          )}
        </MemoisedField>
        <MemoisedField deps={["filter-level", values.level]}>
          {() => (
            <CheckboxGroup
              name="level"
              id="filter-level"
              label={t("general.filters.levels")}
              options={levelOptions(t)}
              values={values.level}
            />
          )}
        </MemoisedField>
        <PriceRange values={values} />
        <TimeChoices values={values} />
        <MemoisedField deps={["filter-flags", FLAG_FILTERS.map((name) => values[name])]}>
          {() => (
            <>
              {FLAG_FILTERS.map((name) => (
                <Checkbox
                  key={name}
                  name={name}
                  id={`filter-${name}`}
                  label={t(`general.filters.flags.${name}.label`)}
                  checked={values[name]}
                />
              ))}
            </>
          )}
        </MemoisedField>
        <MoreFilters values={values} />
        <input type="hidden" name="understood" id="filter-understood" value={understoodNames.join(",")} />
        {mode.isSelecting ? <input type="hidden" name="select" value="1" /> : null}
      </div>
      <MemoisedMarkup className="filters__foot" deps={["filters-foot"]}>
        {() => (
          <>
            <Button type="submit" wide>
              <span data-apply-label="">{t("general.filters.apply")}</span>
            </Button>
            <a className="filters__clear" href={url(paths.listings())} data-follow="">
              {t("general.filters.clear")}
            </a>
          </>
        )}
      </MemoisedMarkup>
    </form>
  );
}

/** One field of the form. Memoised by its own value, because the filters together rarely repeat. */
function MemoisedField({ deps, children }: Pick<MemoisedMarkupProps, "deps" | "children">) {
  return (
    <MemoisedMarkup className="filters__field" deps={deps}>
      {children}
    </MemoisedMarkup>
  );
}

function FilterHead() {
  const { t } = usePage();
  return (
    <MemoisedMarkup className="filters__head" deps={["filters-head"]}>
      {() => (
        <>
          <h2 className="filters__title">{t("general.filters.title")}</h2>
          <button
            type="button"
            className="icon-button filters__close"
            popoverTarget={FILTERS}
            popoverTargetAction="hide"
            aria-label={t("general.common.close")}
          />
        </>
      )}
    </MemoisedMarkup>
  );
}

/** Times that many people search for. The others are in `MoreFilters`. */
function TimeChoices({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { choices } = splitSlots(values.when);
  return (
    <MemoisedField deps={["filter-when", choices]}>
      {() => (
        <CheckboxGroup
          name="when"
          id="filter-when"
          label={t("general.filters.when")}
          options={SLOT_CHOICES.map((name) => ({ value: name, label: formatSlotGroup(t, name) }))}
          values={choices}
        />
      )}
    </MemoisedField>
  );
}

function PriceRange({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  return (
    <fieldset className="field">
      <legend>{t("general.filters.price")}</legend>
      <div className="filters__range">
        {(["min", "max"] as const).map((end) => (
          <PriceField
            key={end}
            name={end}
            id={`filter-${end}`}
            label={t(`general.filters.${end}`)}
            value={values[end]}
            required={false}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Rarely used filters; open if one of them is set. */
function MoreFilters({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { subject, location, format, near } = values;
  const others = subject.slice(1);
  const slots = splitSlots(values.when).others;
  const isOpen = [others, location, slots, format].flat().length > 0 || near !== null;
  return (
    <details className="filters__more" open={isOpen}>
      <summary>{t("general.filters.more")}</summary>
      <MemoisedField deps={["filter-slots", slots]}>
        {() => (
          <SlotGrid
            name="when"
            id="filter-slots"
            idPrefix="w"
            label={t("general.filters.otherTimes")}
            values={slots}
          />
        )}
      </MemoisedField>
      <MemoisedField deps={["filter-format", format]}>
        {() => (
          <CheckboxGroup
            name="format"
            id="filter-format"
            label={t("general.fields.formats")}
            options={formatOptions(t)}
            values={format}
          />
        )}
      </MemoisedField>
      <MemoisedField deps={["filter-location", location]}>
        {() => (
          <CheckboxGroup
            name="location"
            id="filter-location"
            label={t("general.filters.locations")}
            options={locationOptions(t)}
            values={location}
          />
        )}
      </MemoisedField>
      {near ? (
        <NearFields values={values} />
      ) : (
        <MemoisedField deps={["filter-near", values.radius]}>
          {() => <NearFields values={values} />}
        </MemoisedField>
      )}
      {/* One empty field more than chosen subjects, so that they can be added one by one. */}
      {[...others, null].map((code, n) => (
        <MemoisedField key={code ?? ""} deps={["filter-other-subject", n, code]}>
          {() => (
            <Select
              name="subject"
              label={t("general.filters.alsoSubject")}
              placeholder={t("general.filters.noOtherSubject")}
              options={subjectOptions(t)}
              value={code}
              required={false}
              id={`filter-subject-${n + 2}`}
            />
          )}
        </MemoisedField>
      ))}
    </details>
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
      <button type="button" className={`${buttonClass("quiet")} button--small needs-script`} data-locate="">
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
