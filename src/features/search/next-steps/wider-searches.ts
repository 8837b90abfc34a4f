import { codeTerm } from "@/db/search-codes";
import {
  COUNTIES,
  type County,
  isLevelOf,
  LEVELS,
  type Level,
  listExamSchools,
  type Subject,
} from "@/shared/codes";
import { computeDistanceKm } from "@/shared/geo";
import { NO_FILTERS, RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { type CodeFilter, FLAG_FILTERS, type FlagFilter, RARE_CODE_FILTERS } from "@/shared/search-filters";
import { parseTerms, type QueryTerm } from "../matching/query-terms";
import { splitWords } from "../understanding/words";
import { BAN, type NextPrices } from "./find-next-prices";
import { NEIGHBOR_LEVELS, RELATED_SUBJECTS } from "./related-codes";

/** A filter that is dropped; a key of the texts `search.next`. */
type DroppedFilter = "anyPrice" | "anyDistance" | "anyCounty" | "anyTerms";

/** How a search differs from the one without results. `scope`: only its subject or county is left. */
type SearchChange =
  | { kind: DroppedFilter | "anywhere" | "scope" }
  /** `lei`: the price limit, if it is raised. */
  | { kind: "online"; lei: number | null }
  | { kind: "flag"; name: FlagFilter }
  | { kind: "codes"; name: CodeFilter }
  | { kind: "terms"; terms: string }
  | { kind: "radius"; km: number }
  | { kind: "max" | "min"; lei: number }
  | { kind: "level"; levels: Level[] }
  | { kind: "county"; county: County }
  | { kind: "subject"; subject: Subject };

/** A similar search whose listings are not counted yet. */
export type StepCandidate = { change: SearchChange; filters: SearchFilters };

const RADII = [RADIUS.default, 50, RADIUS.max];
/** Nearest counties that are counted. Farther ones are not near. */
const NEARBY_COUNTIES = 6;
/** With more terms, the searches without one of them would be too many to count. */
const MAX_TERMS = 4;

type FilterUpdate = { change: SearchChange; update: Partial<SearchFilters> };

const toCandidate = (filters: SearchFilters, { change, update }: FilterUpdate): StepCandidate => ({
  change,
  filters: { ...filters, ...update },
});

/** Searches with one filter wider or dropped, without duplicates; the smallest changes first. */
export function listWiderSearches(filters: SearchFilters, prices: NextPrices): StepCandidate[] {
  // Lessons in person in another county are elsewhere: `listAnywhere`.
  const dropped = listDropped(filters).filter(({ change }) => change.kind !== "anyCounty" || filters.online);
  const updates = [...listWidened(filters, prices), ...dropped];
  return dropRepeated(updates.map((update) => toCandidate(filters, update)));
}

const dropRepeated = (candidates: readonly StepCandidate[]): StepCandidate[] =>
  [
    ...new Map(
      candidates.toReversed().map((candidate) => [JSON.stringify(candidate.filters), candidate]),
    ).values(),
  ].toReversed();

/** The same search for online lessons from anywhere, instead of its place. */
export function listOnline(filters: SearchFilters): StepCandidate[] {
  const { county, near, online } = filters;
  if (online || (county === null && near === null)) return [];
  const update = { county: null, near: null, online: true, location: [] };
  return [toCandidate(filters, { change: { kind: "online", lei: null }, update })];
}

/** The same search in the whole country, also for lessons in person in other counties. */
export const listAnywhere = (filters: SearchFilters): StepCandidate[] =>
  filters.county === null || filters.online
    ? []
    : [toCandidate(filters, { change: { kind: "anywhere" }, update: { county: null } })];

/** The same search, also for the schools before its exams; null without an exam. */
export function addExamSchools(filters: SearchFilters): SearchFilters | null {
  const schools = listExamSchools(filters.level);
  const level = LEVELS.filter((code) => filters.level.includes(code) || schools.includes(code));
  return level.length > filters.level.length ? { ...filters, level } : null;
}

/** The same search in the nearest other counties, by the distance of their seats. */
export function listNearbyCounties(filters: SearchFilters): StepCandidate[] {
  const own = COUNTIES.find(({ code }) => code === filters.county);
  if (!own || filters.near) return [];
  return COUNTIES.filter(({ code }) => code !== own.code)
    .toSorted((a, b) => computeDistanceKm(own, a) - computeDistanceKm(own, b))
    .slice(0, NEARBY_COUNTIES)
    .map(({ code }) =>
      toCandidate(filters, { change: { kind: "county", county: code }, update: { county: code } }),
    );
}

/** The filters that close listings miss: their parameters, `price` for `min` and `max`. */
export const MISSED_FILTERS = ["price", "level", ...RARE_CODE_FILTERS, ...FLAG_FILTERS] as const;
export type MissedFilter = (typeof MISSED_FILTERS)[number];

/**
 * A search for listings that miss one filter of another; `place`: they miss only its county, and are online. They have
 * none of the index terms `without`.
 */
export type CloseSearch = {
  misses: MissedFilter | "place";
  filters: SearchFilters;
  without: readonly string[];
};

/** Prices that are higher or lower by more than this factor are not close. */
const CLOSE_PRICE = 1.25;

/** Filters that visitors give up only after all others, in this order: a teacher of another level rarely fits. */
const ESSENTIAL_FILTERS: readonly CloseSearch["misses"][] = ["level", "integrity"];

/**
 * Searches for listings that miss one filter, in groups: all of an earlier group come before those of a later one. In a
 * group the closest first: only the place, but online; at the place of the search the price (those in each by the
 * difference) or another filter; then online from elsewhere. The second group misses a level (the nearest first), the
 * last the certificate of integrity. No listing in person is from another county. At most 30 searches; most have two to
 * eight.
 */
export function groupCloseSearches(filters: SearchFilters): CloseSearch[][] {
  const searches = listSearchesByFilter(filters);
  const groups = [
    searches.filter(({ misses }) => !ESSENTIAL_FILTERS.includes(misses)),
    ...ESSENTIAL_FILTERS.map((name) => searches.filter(({ misses }) => misses === name)),
  ];
  return groups.filter((group) => group.length > 0);
}

function listSearchesByFilter(filters: SearchFilters): CloseSearch[] {
  const { min, max, county, near, location } = filters;
  const base: SearchFilters = { ...filters, sort: "newest" };
  const toPrice = (update: Partial<SearchFilters>): CloseSearch => ({
    misses: "price",
    filters: { ...base, ...update },
    without: [],
  });
  const toCodes = (misses: Exclude<CodeFilter, "subject">, codes: readonly Level[] = []): CloseSearch => ({
    misses,
    filters: { ...base, [misses]: codes },
    without: filters[misses].map((code) => codeTerm.code(misses, code)),
  });
  const toOnline = (search: CloseSearch): CloseSearch => ({
    ...search,
    filters: { ...search.filters, county: null, online: true },
  });
  const here = [
    ...(max ? [toPrice({ min: max + BAN, max: max * CLOSE_PRICE, sort: "price" })] : []),
    ...(min ? [toPrice({ min: min / CLOSE_PRICE, max: min - BAN, sort: "-price" })] : []),
    ...listNeighborLevels(filters).map((level) => toCodes("level", [level])),
    ...RARE_CODE_FILTERS.filter((name) => filters[name].length > 0).map((name) => toCodes(name)),
    // Without a place, lessons in person may be anywhere.
    ...FLAG_FILTERS.filter((name) => filters[name] && (name !== "online" || county || near)).map(
      (name): CloseSearch => ({
        misses: name,
        filters: { ...base, [name]: false },
        without: [codeTerm.flag(name)],
      }),
    ),
  ];
  if (!county || near) return here;
  // A search for a kind of place in person also misses that place.
  if (location.length > 0) return [toOnline(toCodes("location")), ...here];
  const place: CloseSearch = { misses: "place", filters: base, without: [codeTerm.county(county)] };
  return [toOnline(place), ...here, ...here.filter(({ misses }) => misses !== "online").map(toOnline)];
}

/** The subject of a search in the nearest other counties, without other filters. */
export function listSubjectNearby(filters: SearchFilters): StepCandidate[] {
  if (filters.subject.length !== 1) return [];
  return listNearbyCounties(filters).map((nearby) =>
    toCandidate(nearby.filters, { change: { kind: "scope" }, update: resetNarrowing() }),
  );
}

/** The same search for similar subjects. */
export function listRelatedSubjects(filters: SearchFilters): StepCandidate[] {
  const [own, ...others] = filters.subject;
  if (!own || others.length > 0) return [];
  return RELATED_SUBJECTS[own].map((subject) =>
    toCandidate(filters, { change: { kind: "subject", subject }, update: { subject: [subject] } }),
  );
}

/** Resets all filters besides subject, county, radius and sort order. */
function resetNarrowing(): Partial<SearchFilters> {
  const { subject, county, radius, sort, ...narrowing } = NO_FILTERS;
  return narrowing;
}

/** One filter dropped, the least important to most people first; at last all but subject and county. */
function listDropped(filters: SearchFilters): FilterUpdate[] {
  const { q, subject, county, min, max, near } = filters;
  const drop = (
    isSet: boolean,
    kind: DroppedFilter | "scope",
    update: Partial<SearchFilters>,
  ): FilterUpdate[] => (isSet ? [{ change: { kind }, update }] : []);
  const dropCodes = (name: CodeFilter): FilterUpdate[] =>
    filters[name].length > 0 ? [{ change: { kind: "codes", name }, update: { [name]: [] } }] : [];
  const singleSubject = subject.length === 1 ? subject : [];
  return [
    ...RARE_CODE_FILTERS.flatMap(dropCodes),
    ...drop(min !== null || max !== null, "anyPrice", { min: null, max: null }),
    ...FLAG_FILTERS.filter((name) => filters[name]).map(
      (name): FilterUpdate => ({ change: { kind: "flag", name }, update: { [name]: false } }),
    ),
    ...drop(near !== null, "anyDistance", { near: null }),
    ...drop(county !== null, "anyCounty", { county: null }),
    ...dropCodes("level"),
    ...drop(q !== "", "anyTerms", { q: "" }),
    ...dropCodes("subject"),
    ...drop(singleSubject.length > 0 && county !== null, "scope", {
      ...resetNarrowing(),
      subject: singleSubject,
    }),
    ...drop(singleSubject.length > 0 || county !== null, "scope", {
      ...resetNarrowing(),
      subject: singleSubject,
      ...(singleSubject.length > 0 ? { county: null } : {}),
    }),
  ];
}

/** The filters that a wider search dropped, for the text of one that dropped several. */
export const listDroppedBy = (asked: SearchFilters, left: SearchFilters): SearchChange[] =>
  listDropped(asked)
    .filter(
      ({ change, update }) =>
        change.kind !== "scope" &&
        Object.entries(update).every(
          ([name, value]) => JSON.stringify(left[name as keyof SearchFilters]) === JSON.stringify(value),
        ),
    )
    .map(({ change }) => change);

/** One filter a little wider. */
function listWidened(filters: SearchFilters, prices: NextPrices): FilterUpdate[] {
  const { q, near, radius } = filters;
  const widened: FilterUpdate[] = listFewerTerms(q).map((terms) => ({
    change: { kind: "terms", terms },
    update: { q: terms },
  }));
  for (const km of RADII) {
    if (near && km > radius) widened.push({ change: { kind: "radius", km }, update: { radius: km } });
  }
  const neighbors = listNeighborLevels(filters);
  if (neighbors.length > 0) {
    const sort = (codes: readonly Level[]) => LEVELS.filter((code) => codes.includes(code));
    const update = { level: sort([...filters.level, ...neighbors]) };
    widened.push({ change: { kind: "level", levels: sort(neighbors) }, update });
  }
  for (const name of ["max", "min"] as const) {
    const lei = prices[name];
    if (lei !== null) widened.push({ change: { kind: name, lei }, update: { [name]: lei } });
  }
  return widened;
}

/** Levels next to those of a search that its subject has, the nearest first. */
function listNeighborLevels({ level, subject }: SearchFilters): Level[] {
  const neighbors = level.flatMap((code) => NEIGHBOR_LEVELS[code]).filter((code) => isLevelOf(code, subject));
  return [...new Set(neighbors)].filter((code) => !level.includes(code));
}

/**
 * Texts of fewer terms: only the names of subjects, levels and counties; if all or none are such names, the text
 * without one term, the last first. Empty for a single term.
 */
function listFewerTerms(q: string): string[] {
  const terms = parseTerms(splitWords(q));
  const names = terms.filter(({ code }) => code !== null);
  if (names.length > 0 && names.length < terms.length) return [joinTerms(names)];
  if (terms.length < 2 || terms.length > MAX_TERMS) return [];
  return terms.map((dropped) => joinTerms(terms.filter((term) => term !== dropped))).reverse();
}

const joinTerms = (terms: readonly QueryTerm[]): string => terms.flatMap(({ words }) => words).join(" ");
