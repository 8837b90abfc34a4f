import { getDefaultSort, NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";

/** The names of filters that words can set. */
export type FilterName = Exclude<keyof SearchFilters, "q" | "near" | "radius">;

const { q: _q, near: _near, radius: _radius, ...WORD_FILTERS } = NO_FILTERS;
const FILTER_NAMES = Object.keys(WORD_FILTERS) as FilterName[];

/** The filters without those of the names. */
export function withoutFilters(filters: SearchFilters, names: readonly FilterName[]): SearchFilters {
  const none = { ...NO_FILTERS, sort: getDefaultSort(filters) };
  return { ...filters, ...Object.fromEntries(names.map((name) => [name, none[name]])) };
}

/** The filters before that the filters after lack, or have with another value. */
export function listReplacedFilters(before: SearchFilters, after: SearchFilters): Partial<SearchFilters> {
  const none = withoutFilters(before, FILTER_NAMES);
  const replaced: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const [value, next]: unknown[] = [before[name], after[name]];
    if (Array.isArray(value) && Array.isArray(next)) {
      const codes = value.filter((code) => !next.includes(code));
      if (codes.length > 0) replaced[name] = codes;
    } else if (value !== none[name] && value !== next && value !== "distance") replaced[name] = value;
  }
  if (before.near && !after.near) Object.assign(replaced, { near: before.near, radius: before.radius });
  return replaced;
}
