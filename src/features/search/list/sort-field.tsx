import { SORTS } from "@/shared/codes";
import { getDefaultSort, isSortApplicable, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import { FILTERS } from "./filter-form";

/** The sort order: a field of the filter form, shown next to the number of results, with its own button. */
export function SortField({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const usual = getDefaultSort(values);
  const sorts = SORTS.filter((sort) => isSortApplicable(sort, values));
  return (
    <div className="sort-field">
      <label className="visually-hidden" htmlFor="filter-sort">
        {t("general.filters.sort")}
      </label>
      {/* The default order is sent as empty, because it depends on the other filters. */}
      <select
        className="input input--select sort-field__select"
        id="filter-sort"
        name="sort"
        form={FILTERS}
        defaultValue={values.sort === usual ? "" : values.sort}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort === usual ? "" : sort}>
            {t(`general.sorts.${sort}`)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form={FILTERS} className="button button--secondary">
          {t("general.filters.sortApply")}
        </button>
      </noscript>
    </div>
  );
}
