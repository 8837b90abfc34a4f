import { isLevelOf, LEVELS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Button, buttonClass } from "@/ui/button";
import { Checkbox, CheckboxGroup } from "@/ui/form/choices";
import { levelOptions } from "@/ui/form/options";
import { PriceField } from "@/ui/form/price-field";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import type { ListMode } from "../filters/list-query";
import { COMMON_FLAGS, FlagFields, FurtherSubject } from "./filter-fields";
import { MoreFilters } from "./more-filters";
import { NearFields } from "./near-fields";
import { SearchSelect } from "./search-select";

/** The form's id, for fields elsewhere on the page that belong to it. */
export const FILTERS = "filters";

/** Opens the filters if they are not visible next to the list: a native popover, so it works without JavaScript. */
export function FilterButton({ active }: { active: number }) {
  const { t } = usePage();
  return (
    <button type="button" className={`${buttonClass("secondary")} filter-button`} popoverTarget={FILTERS}>
      {t("general.filters.open")}
      <span className="filter-button__count" data-part="active">
        {active > 0 ? t.count("general.filters.activeCount", active) : null}
      </span>
    </button>
  );
}

/**
 * All filters as a plain GET form: a column next to the list on a desktop, a sheet over it on a phone. Empty fields
 * don't filter.
 */
export function FilterForm({ values, mode }: { values: SearchFilters; mode: ListMode }) {
  const { t, url } = usePage();
  const levels = LEVELS.filter((code) => values.level.includes(code) || isLevelOf(code, values.subject));
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
      <div className="filters__fields">
        {mode.isExact || mode.hasMeaning?.(values) ? (
          // The words themselves are its value: words that are typed later are understood again.
          <Checkbox
            name="exact"
            id="filter-exact"
            value={values.q}
            label={t("general.filters.exact")}
            checked
          />
        ) : null}
        <MemoisedMarkup className="filters__field" deps={["filter-subject", values.subject[0]]}>
          {() => <SearchSelect name="subject" id="filter-subject" value={values.subject[0]} />}
        </MemoisedMarkup>
        {values.subject.slice(1).map((code, n) => (
          <FurtherSubject key={code} code={code} position={n + 2} />
        ))}
        <MemoisedMarkup className="filters__field" deps={["filter-county", values.county]}>
          {() => <SearchSelect name="county" id="filter-county" value={values.county} />}
        </MemoisedMarkup>
        <NearPart near={values.near} radius={values.radius} />
        <PriceRange values={values} />
        <MemoisedMarkup className="filters__field" deps={["filter-level", values.level, levels]}>
          {() => (
            <CheckboxGroup
              name="level"
              id="filter-level"
              label={t("general.filters.codes.level.label")}
              options={levelOptions(t).filter(({ value }) => levels.some((code) => code === value))}
              values={values.level}
            />
          )}
        </MemoisedMarkup>
        <FlagFields names={COMMON_FLAGS} values={values} />
        <MoreFilters values={values} />
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

/** Points of visitors rarely repeat, so only towns are cached. */
function NearPart({ near, radius }: Pick<SearchFilters, "near" | "radius">) {
  const fields = () => <NearFields near={near} radius={radius} />;
  if (near && near.county === null) return <div className="filters__field">{fields()}</div>;
  return (
    <MemoisedMarkup className="filters__field" deps={["filter-near", near?.county, radius]}>
      {fields}
    </MemoisedMarkup>
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
