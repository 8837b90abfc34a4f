import type { Ctx } from "@/context";
import { COUNTIES, type County, LEVELS, type Level } from "@/shared/codes";
import {
  FLAG_FILTERS,
  type FlagFilter,
  NO_FILTERS,
  RADIUS,
  type SearchFilters,
} from "@/shared/schemas/search";
import { countMatches, MAX_COUNTED } from "../counts/count-matches";
import { hasStoredCounts } from "../counts/signatures";
import { parseTerms, type QueryTerm } from "../matching/query-terms";
import { splitWords } from "../understanding/words";

/** A filter that is dropped; a key of the texts `search.relax`. */
type DroppedFilter =
  | "anyLocation"
  | "anyTime"
  | "anyFormat"
  | "anyPrice"
  | "anyDistance"
  | "anyCounty"
  | "anyLevel"
  | "anyTerms"
  | "anySubject";

/** How a search is wider than the one without results. `scope`: only its subject or county is left. */
type FilterChange =
  | { kind: DroppedFilter | "online" | "scope" }
  | { kind: "flag"; name: FlagFilter }
  | { kind: "terms"; terms: string }
  | { kind: "radius"; km: number }
  | { kind: "around"; km: number; county: County }
  | { kind: "max" | "min"; lei: number }
  | { kind: "level"; levels: Level[] };

/** A wider search and its number of listings; `hasMore` if there are more than counted. */
export type Relaxation = Candidate & { listings: number; hasMore: boolean };

type Candidate = { change: FilterChange; filters: SearchFilters };

/** Maximum relaxations shown; a longer list would take too long to read. */
const MAX_SHOWN = 3;
/** Relaxations counted concurrently. */
const CONCURRENT_COUNTS = 3;
/** Searches by query terms, times or near a point read rows to count, so their count is exact only up to a page. */
const MAX_COUNTED_BY_READING = 20;
const AROUND_KM = 50;
const RADII = [RADIUS.default, AROUND_KM, RADIUS.max];
/** With more terms, the searches without one of them would be too many to count. */
const MAX_TERMS = 4;

/** Levels whose teachers often teach the other, too. */
const NEIGHBOR_LEVELS: Record<Level, readonly Level[]> = {
  kg: ["e"],
  e: ["m", "kg"],
  m: ["pe", "e"],
  pe: ["m"],
  h: ["pb", "pu"],
  pb: ["h", "pu"],
  pu: ["pb", "h"],
  bc: ["pu", "ms"],
  ms: ["bc", "phd"],
  phd: ["ms"],
};

/**
 * Searches with results that are slightly wider than a search without, the smallest changes first. Counts a few
 * concurrently and stops when there are enough, so it reads little more than a page does.
 */
export async function listRelaxations(
  ctx: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
): Promise<Relaxation[]> {
  const found: Relaxation[] = [];
  const remaining = listCandidates(filters);
  while (remaining.length > 0 && found.length < MAX_SHOWN) {
    const counted = await Promise.all(
      remaining.splice(0, CONCURRENT_COUNTS).map((candidate) => countCandidate(ctx, candidate)),
    );
    for (const relaxation of counted) {
      if (relaxation.listings > 0 && !isLargerRadius(relaxation, found)) found.push(relaxation);
    }
  }
  return found;
}

/** Only the smallest radius with results is shown. */
const isLargerRadius = ({ change }: Relaxation, found: readonly Relaxation[]): boolean =>
  change.kind === "radius" && found.some((relaxation) => relaxation.change.kind === "radius");

async function countCandidate(ctx: Pick<Ctx, "db" | "now">, candidate: Candidate): Promise<Relaxation> {
  const { filters } = candidate;
  const maxCount = hasStoredCounts(filters) && !filters.near ? MAX_COUNTED : MAX_COUNTED_BY_READING;
  const listings = await countMatches(ctx, filters, maxCount);
  return { ...candidate, listings: Math.min(listings, maxCount), hasMore: listings > maxCount };
}

/** Searches with one change each, without duplicates; widened filters before dropped ones. */
function listCandidates(filters: SearchFilters): Candidate[] {
  const candidates = [...listWidened(filters), ...listDropped(filters)].map(({ change, update }) => ({
    change,
    filters: { ...filters, ...update },
  }));
  return candidates.filter((candidate, n) => {
    const { near, min, max } = candidate.filters;
    // Counting a price range near a point reads many rows.
    const isExpensive = near && (min !== null || max !== null);
    return !isExpensive && candidates.findIndex((other) => isSameSearch(other, candidate)) === n;
  });
}

const isSameSearch = (a: Candidate, b: Candidate): boolean =>
  JSON.stringify(a.filters) === JSON.stringify(b.filters);

type FilterUpdate = { change: FilterChange; update: Partial<SearchFilters> };

/** Resets all filters besides subject, county, radius and sort order. */
function resetNarrowing(): Partial<SearchFilters> {
  const { subject, county, radius, sort, ...narrowing } = NO_FILTERS;
  return narrowing;
}

/** One filter dropped, the least important to most people first; at last all but subject and county. */
function listDropped(filters: SearchFilters): FilterUpdate[] {
  const { q, subject, level, location, when, format, online, county, min, max, near } = filters;
  const drop = (
    isSet: boolean,
    kind: DroppedFilter | "online" | "scope",
    update: Partial<SearchFilters>,
  ): FilterUpdate[] => (isSet ? [{ change: { kind }, update }] : []);
  const singleSubject = subject.length === 1 ? subject : [];
  return [
    ...drop(when.length > 0, "anyTime", { when: [] }),
    ...drop(location.length > 0, "anyLocation", { location: [] }),
    ...drop(format.length > 0, "anyFormat", { format: [] }),
    ...drop(county !== null && !online, "online", { county: null, online: true, location: [] }),
    ...drop(min !== null || max !== null, "anyPrice", { min: null, max: null }),
    ...FLAG_FILTERS.filter((name) => filters[name]).map(
      (name): FilterUpdate => ({ change: { kind: "flag", name }, update: { [name]: false } }),
    ),
    ...drop(near !== null, "anyDistance", { near: null }),
    ...drop(county !== null, "anyCounty", { county: null }),
    ...drop(level.length > 0, "anyLevel", { level: [] }),
    ...drop(q !== "", "anyTerms", { q: "" }),
    ...drop(subject.length > 0, "anySubject", { subject: [] }),
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

/** One filter a little wider. */
function listWidened({ q, level, county, min, max, near, radius }: SearchFilters): FilterUpdate[] {
  const widened: FilterUpdate[] = listFewerTerms(q).map((terms) => ({
    change: { kind: "terms", terms },
    update: { q: terms },
  }));
  for (const km of RADII) {
    if (near && km > radius) widened.push({ change: { kind: "radius", km }, update: { radius: km } });
  }
  const withNeighbors = new Set([...level, ...level.flatMap((code) => NEIGHBOR_LEVELS[code])]);
  const levels = LEVELS.filter((code) => withNeighbors.has(code));
  const added = levels.filter((code) => !level.includes(code));
  if (added.length > 0) {
    widened.push({ change: { kind: "level", levels: added }, update: { level: levels } });
  }
  const higherMax = max && Math.ceil((max * 1.3) / 10) * 10;
  if (higherMax) widened.push({ change: { kind: "max", lei: higherMax }, update: { max: higherMax } });
  const lowerMin = min && Math.floor((min * 0.7) / 10) * 10;
  if (lowerMin) widened.push({ change: { kind: "min", lei: lowerMin }, update: { min: lowerMin } });
  const seat = !near && COUNTIES.find(({ code }) => code === county);
  if (seat) {
    const { latitude, longitude, code } = seat;
    widened.push({
      change: { kind: "around", km: AROUND_KM, county: code },
      update: { county: null, near: { latitude, longitude, county: code }, radius: AROUND_KM },
    });
  }
  return widened;
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
