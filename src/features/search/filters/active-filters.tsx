import { countyName, countySeat } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths, type Query } from "@/shared/paths";
import {
  getDefaultSort,
  isSortApplicable,
  type Near,
  RADIUS,
  type SearchFilters,
} from "@/shared/schemas/search";
import { CODE_FILTER_NAMES, CODE_FILTERS, type CodeFilter, FLAG_FILTERS } from "@/shared/search-filters";
import { toSlotChoices } from "@/shared/slot-groups";
import { usePage } from "@/ui/page-context";

/** An active filter: its label, and the search without it. */
type ActiveFilter = { key: string; label: string; without: SearchFilters };

/** The active filters in the form's order, without the sort order. */
function activeFilters(t: Translator, values: SearchFilters): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const add = (key: string, label: string, change: Partial<SearchFilters>) =>
    active.push({ key, label, without: { ...values, ...change } });
  const addCodes = (name: CodeFilter) => {
    for (const { key, codes, label } of CODE_FILTERS[name].listChips(t, values[name])) {
      const others = values[name].filter((code) => !codes.includes(code));
      add(`${name}-${key}`, label, { [name]: others });
    }
  };

  if (values.q) add("q", t("general.filters.quoted", { q: values.q }), { q: "" });
  addCodes("subject");
  if (values.county) add("county", countyName(values.county), { county: null });
  for (const name of CODE_FILTER_NAMES.filter((name) => name !== "subject")) addCodes(name);
  for (const name of FLAG_FILTERS) {
    if (values[name]) add(name, t(`general.filters.flags.${name}.chip`), { [name]: false });
  }
  if (values.min !== null) add("min", t.count("general.filters.from", values.min), { min: null });
  if (values.max !== null) add("max", t.count("general.filters.upTo", values.max), { max: null });
  if (values.near) add("near", formatNear(t, values.near, values.radius), { near: null });
  return active;
}

/** The labels of the active filters, to describe a search in a sentence. */
export const listFilterLabels = (t: Translator, values: SearchFilters): string[] =>
  activeFilters(t, values).map(({ label }) => label);

/** What the addresses of a list keep besides its filters. */
export type ListMode = {
  /** Whether each card has a checkbox, to write to several teachers. */
  isSelecting: boolean;
  /** Whether the words are searched for as they were typed. */
  isExact: boolean;
  /** Whether words of filters would become further filters. The address of such a list has `exact`, so it finds them. */
  hasMeaning?: (filters: SearchFilters) => boolean;
};

/** Each active filter as a link to the list without it. Renders nothing if none is set. */
export function ActiveFilters({ values, mode }: { values: SearchFilters; mode: ListMode }) {
  const { t, url } = usePage();
  const active = activeFilters(t, values);
  if (active.length === 0) return null;
  return (
    <ul className="active-filters" aria-label={t("general.filters.active")}>
      {active.map(({ key, label, without }) => (
        <li key={key}>
          <a className="chip" href={url(paths.listings(toListQuery(without, mode)))} data-follow="">
            <span className="visually-hidden">{t("general.filters.remove")}</span>
            {` ${label}`}
          </a>
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <a
            className="active-filters__clear"
            href={url(paths.listings({ select: mode.isSelecting }))}
            data-follow=""
          >
            {t("general.filters.clear")}
          </a>
        </li>
      ) : null}
    </ul>
  );
}

/** The number of active filters, without the sort order, for the filter button. */
export const countFilters = (t: Translator, values: SearchFilters): number => activeFilters(t, values).length;

/** "up to 25 km from Cluj-Napoca". */
function formatNear(t: Translator, near: Near, radius: number): string {
  return near.county
    ? t("general.filters.nearSeat", { radius, seat: countySeat(near.county) })
    : t("general.filters.nearHere", { radius });
}

/** A location as a query parameter: a county's code for its seat, else degrees. */
export const toNearParam = ({ county, latitude, longitude }: Near): string =>
  county ?? `${latitude},${longitude}`;

/** The filters as the list's query, without default values. */
export function toFilterQuery(values: SearchFilters): Query {
  const { sort, near, radius, when, ...rest } = values;
  // Falls back to the default sort order if the search it depends on is gone.
  const order = isSortApplicable(sort, values) ? sort : getDefaultSort(values);
  return {
    ...rest,
    when: toSlotChoices(when),
    near: near && toNearParam(near),
    radius: near && radius !== RADIUS.default ? radius : null,
    sort: order === getDefaultSort(values) ? null : order,
  };
}

/** The query of the list with exactly these filters. */
export const toListQuery = (
  values: SearchFilters,
  { isSelecting, isExact, hasMeaning = () => false }: ListMode,
): Query => ({
  ...toFilterQuery(values),
  exact: values.q !== "" && (isExact || hasMeaning(values)),
  select: isSelecting,
});

/** The query of the list that finds what the filters find. Their words have been understood before. */
export const toSavedSearchQuery = (values: SearchFilters): Query =>
  toListQuery(values, { isSelecting: false, isExact: true });
