import { countyName, countySeat } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { Near, SearchFilters } from "@/shared/schemas/search";
import { CODE_FILTER_NAMES, CODE_FILTERS, type CodeFilter, FLAG_FILTERS } from "@/shared/search-filters";
import { usePage } from "@/ui/page-context";
import { type ListMode, toListQuery } from "./list-query";

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
