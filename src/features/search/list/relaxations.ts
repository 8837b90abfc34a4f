import type { Ctx } from "@/context";
import { COUNTIES, type County, LEVELS, type Level } from "@/shared/codes";
import { RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { COUNTED_TO, countMatches } from "../counts/count-matches";
import { tellingIn, wordsOf } from "../matching/vocabulary";

/** What is given up whole. */
type Dropped =
  | "anyLocation"
  | "anyPrice"
  | "anywhere"
  | "anyCounty"
  | "anyLevel"
  | "anyWords"
  | "anySubject"
  | "offline";

/** How a search is wider than the one that found nothing, to be said in words. */
type DroppedFilter =
  | { kind: Dropped | "online" | "scope" }
  | { kind: "words"; words: string }
  | { kind: "radius"; km: number }
  | { kind: "around"; km: number; county: County }
  | { kind: "max" | "min"; lei: number }
  | { kind: "level"; levels: Level[] };

/** A search close to one that found nothing: `listings` of it, or `more` than these. */
export type Relaxation = { given: DroppedFilter; filters: SearchFilters; listings: number; more: boolean };

/** Maximum relaxations offered; a longer list would take too long to read. */
const OFFERED = 3;
/** Relaxations counted concurrently. */
const TOGETHER = 3;
/** What is counted by walking is not counted beyond a page. */
const WALKED_TO = 20;
const AROUND_KM = 50;
const RADII = [RADIUS.default, AROUND_KM, RADIUS.maximum];

/** Levels whose teachers often teach the other, too. */
const NEIGHBOURS: Record<Level, readonly Level[]> = {
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
 * The nearest searches that find something, for one that finds nothing: nearest means that as little as possible is
 * given up. Counts a few side by side and goes on until there are enough, so it reads little more than a page does.
 */
export async function findRelaxations(
  ctx: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
): Promise<Relaxation[]> {
  const found: Relaxation[] = [];
  const left = candidates(filters);
  while (left.length > 0 && found.length < OFFERED) {
    const counted = await Promise.all(left.splice(0, TOGETHER).map((one) => count(ctx, one)));
    for (const one of counted) if (one.listings > 0 && !furtherOnly(one, found)) found.push(one);
  }
  return found;
}

/** Of several radiuses the smallest will do. */
const furtherOnly = ({ given }: Relaxation, found: readonly Relaxation[]): boolean =>
  given.kind === "radius" && found.some((one) => one.given.kind === "radius");

async function count(ctx: Pick<Ctx, "db" | "now">, { given, filters }: Candidate): Promise<Relaxation> {
  const enough = filters.q === "" && !filters.near ? COUNTED_TO : WALKED_TO;
  const listings = await countMatches(ctx, filters, enough);
  return { given, filters, listings: Math.min(listings, enough), more: listings > enough };
}

type Candidate = { given: DroppedFilter; filters: SearchFilters };

/** Every search that gives one thing up, what matters least to most people first. */
function candidates(filters: SearchFilters): Candidate[] {
  const ways = [...wider(filters), ...without(filters)].map(({ given, change }) => ({
    given,
    filters: { ...filters, ...change },
  }));
  // Prices around a place are dear to count; and two ways may lead to the same search.
  return ways.filter(({ filters: wider }, n) => {
    const dear = wider.near && (wider.min !== null || wider.max !== null);
    return !dear && ways.findIndex((one) => sameSearch(one.filters, wider)) === n;
  });
}

const sameSearch = (a: SearchFilters, b: SearchFilters): boolean => JSON.stringify(a) === JSON.stringify(b);

type Way = { given: DroppedFilter; change: Partial<SearchFilters> };

const ALL = { q: "", level: [], location: [], online: false, min: null, max: null, near: null };

/** One filter less, what matters least to most people first; at last, no more than subject and county. */
function without(filters: SearchFilters): Way[] {
  const { q, subject, level, location, online, county, min, max, near } = filters;
  const drop = (when: boolean, kind: Dropped | "online" | "scope", change: Partial<SearchFilters>): Way[] =>
    when ? [{ given: { kind }, change }] : [];
  const one = subject.length === 1 ? subject : [];
  return [
    ...drop(location.length > 0, "anyLocation", { location: [] }),
    ...drop(county !== null && !online, "online", { county: null, online: true, location: [] }),
    ...drop(min !== null || max !== null, "anyPrice", { min: null, max: null }),
    ...drop(online, "offline", { online: false }),
    ...drop(near !== null, "anywhere", { near: null }),
    ...drop(county !== null, "anyCounty", { county: null }),
    ...drop(level.length > 0, "anyLevel", { level: [] }),
    ...drop(q !== "", "anyWords", { q: "" }),
    ...drop(subject.length > 0, "anySubject", { subject: [] }),
    ...drop(one.length > 0 && county !== null, "scope", { ...ALL, subject: one }),
    ...drop(one.length > 0 || county !== null, "scope", {
      ...ALL,
      subject: one,
      ...(one.length > 0 ? { county: null } : {}),
    }),
  ];
}

/** The same a little wider, instead of without. */
function wider({ q, level, county, min, max, near, radius }: SearchFilters): Way[] {
  const found: Way[] = fewerWords(q).map((words) => ({
    given: { kind: "words", words },
    change: { q: words },
  }));
  for (const km of RADII) {
    if (near && km > radius) found.push({ given: { kind: "radius", km }, change: { radius: km } });
  }
  const around = new Set([...level, ...level.flatMap((one) => NEIGHBOURS[one])]);
  const levels = LEVELS.filter((one) => around.has(one));
  const added = levels.filter((one) => !level.includes(one));
  if (added.length > 0) found.push({ given: { kind: "level", levels: added }, change: { level: levels } });
  const most = max && Math.ceil((max * 1.3) / 10) * 10;
  if (most) found.push({ given: { kind: "max", lei: most }, change: { max: most } });
  const least = min && Math.floor((min * 0.7) / 10) * 10;
  if (least) found.push({ given: { kind: "min", lei: least }, change: { min: least } });
  const seat = !near && COUNTIES.find(({ code }) => code === county);
  if (seat) {
    const { latitude, longitude, code } = seat;
    found.push({
      given: { kind: "around", km: AROUND_KM, county: code },
      change: { county: null, near: { latitude, longitude, county: code }, radius: AROUND_KM },
    });
  }
  return found;
}

/** Of a longer text each word would be tried, and each try is a search. */
const TRIED = 4;

/**
 * Relaxes a search with too many words. Keeps the names of subjects, levels and counties. If all or none are names,
 * returns variants without one word, starting with the last. Empty for a single word or name.
 */
export function fewerWords(q: string): string[] {
  const groups = tellingIn(wordsOf(q));
  const names = groups.filter(({ code }) => code !== null);
  if (names.length > 0 && names.length < groups.length) return [textOf(names)];
  if (groups.length < 2 || groups.length > TRIED) return [];
  return groups.map((left) => textOf(groups.filter((one) => one !== left))).reverse();
}

const textOf = (groups: readonly { words: string[] }[]): string =>
  groups.flatMap(({ words }) => words).join(" ");
