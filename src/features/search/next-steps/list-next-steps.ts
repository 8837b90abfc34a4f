import type { Ctx } from "@/context";
import type { ListingCardRow } from "@/features/listings";
import type { Point } from "@/shared/geo";
import { FLAG_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { countMatches, listExpiredEntries } from "../matching/count-matches";
import { splitWords } from "../understanding/words";
import { findNextPrices } from "./find-next-prices";
import { joinCards } from "./join-cards";
import { loadFirstCards } from "./load-first-cards";
import {
  listNearbyCounties,
  listOnline,
  listRelatedSubjects,
  listSubjectNearby,
  listWiderSearches,
  type StepCandidate,
} from "./wider-searches";

/** A similar search and its number of listings; `hasMore` if there are more than counted. */
export type NextStep = StepCandidate & { listings: number; hasMore: boolean };

/** Similar searches with results, for a search without. */
export type NextSteps = {
  /** With one filter wider or dropped. */
  wider: NextStep[];
  /** Online and in the nearest counties. */
  elsewhere: NextStep[];
  subjects: NextStep[];
  /** The first listings of these searches. */
  cards: ListingCardRow[];
};

/** Steps shown of each kind; a longer list would take too long to read. */
const MAX_SHOWN = 3;
/** Listings read of each step. */
const CARDS_PER_STEP = 3;
/** Searches counted concurrently. */
const CONCURRENT_COUNTS = 3;
/** Searches are counted exactly only up to a page. */
const MAX_COUNTED = 20;

type SearchContext = Pick<Ctx, "db" | "now"> & { expired: ReturnType<typeof listExpiredEntries> };

/**
 * The searches with results that are most like a search without. Counts a few concurrently and stops when there are
 * enough of each kind, so it reads little more than a page does.
 */
export async function listNextSteps(
  { db, now }: Pick<Ctx, "db" | "now">,
  filters: SearchFilters,
): Promise<NextSteps> {
  const ctx = { db, now, expired: listExpiredEntries({ db, now }) };
  const [wider, online, counties, subjects] = await Promise.all([
    findNextPrices(ctx, filters).then((prices) => listCounted(ctx, listWiderSearches(filters, prices))),
    listCounted(ctx, listOnline(filters)),
    listNearby(ctx, filters),
    listCounted(ctx, listRelatedSubjects(filters)),
  ]);
  const all = [...wider, ...online, ...counties, ...subjects];
  const isDistinct = (step: NextStep) => {
    const before = all.slice(0, all.indexOf(step));
    const isRepeated = (other: NextStep) =>
      hasSameListings(step, other) && (before.includes(other) || !hasSameListings(other, step));
    return !all.some((other) => other !== step && isRepeated(other));
  };
  const distinct = all.filter(isDistinct);
  const lists = await loadFirstCards(
    ctx,
    distinct.map((step) => step.filters),
    CARDS_PER_STEP,
  );
  const steps = distinct.filter((_, n) => !repeatsListings(distinct, lists, n));
  const isIn = (group: readonly NextStep[]) => (step: NextStep) => group.includes(step);
  return {
    wider: steps.filter(isIn(wider)),
    elsewhere: steps.filter(isIn([...online, ...counties])),
    subjects: steps.filter(isIn(subjects)),
    cards: joinCards(sortByNearness(filters, distinct, lists)),
  };
}

/** The lists of the steps, the nearest to a search first: at its place, online, in other counties, other subjects. */
function sortByNearness<T>(asked: SearchFilters, steps: readonly NextStep[], lists: readonly T[]): T[] {
  const rank = ({ filters: { subject, county, near, online } }: NextStep): number => {
    if (subject.join() !== asked.subject.join()) return 4;
    if (county === asked.county && near === asked.near) return 0;
    return county ? 2 : online ? 1 : 3;
  };
  return steps
    .map((step, n) => ({ rank: rank(step), list: lists[n] as T }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ list }) => list);
}

/** Whether a step finds only the listings of an earlier one. Known if all of its listings were read. */
function repeatsListings(
  steps: readonly NextStep[],
  lists: readonly (readonly ListingCardRow[])[],
  n: number,
): boolean {
  const toKey = (index: number): string | null => {
    const nums = lists[index]?.map(({ num }) => num) ?? [];
    return nums.length === steps[index]?.listings ? nums.toSorted((a, b) => a - b).join() : null;
  };
  const key = toKey(n);
  return key !== null && steps.slice(0, n).some((_, before) => toKey(before) === key);
}

/** In the nearest counties with all filters, or else with the subject only. */
async function listNearby(ctx: SearchContext, filters: SearchFilters): Promise<NextStep[]> {
  const nearby = await listCounted(ctx, listNearbyCounties(filters));
  return nearby.length > 0 ? nearby : listCounted(ctx, listSubjectNearby(filters));
}

/** The first searches that have results, without those that only repeat the listings of an earlier one. */
async function listCounted(ctx: SearchContext, candidates: readonly StepCandidate[]): Promise<NextStep[]> {
  const found: NextStep[] = [];
  const remaining = [...candidates];
  while (remaining.length > 0 && found.length < MAX_SHOWN) {
    const counted = await Promise.all(
      remaining.splice(0, CONCURRENT_COUNTS).map((candidate) => countCandidate(ctx, candidate)),
    );
    for (const step of counted) {
      const isNew = !found.some((other) => isLargerRadius(step, other) || hasSameListings(step, other));
      if (step.listings > 0 && isNew) found.push(step);
    }
  }
  return found.slice(0, MAX_SHOWN);
}

/** Only the smallest radius with results is shown. */
const isLargerRadius = (step: NextStep, other: NextStep): boolean =>
  step.change.kind === "radius" && other.change.kind === "radius";

async function countCandidate(ctx: SearchContext, candidate: StepCandidate): Promise<NextStep> {
  const { filters } = candidate;
  const listings = await countMatches(ctx, filters, MAX_COUNTED);
  return { ...candidate, listings: Math.min(listings, MAX_COUNTED), hasMore: listings > MAX_COUNTED };
}

/** Whether a search finds the same listings as a narrower one: all of its, and no more. */
const hasSameListings = (wider: NextStep, narrower: NextStep): boolean =>
  !wider.hasMore &&
  wider.listings === narrower.listings &&
  !narrower.hasMore &&
  includesSearch(wider.filters, narrower.filters);

/** Whether a search finds everything that another one finds, as far as their filters tell. */
function includesSearch(wider: SearchFilters, narrower: SearchFilters): boolean {
  const { near } = wider;
  const includesAny = <T>(any: readonly T[], some: readonly T[]): boolean =>
    any.length === 0 || (some.length > 0 && some.every((code) => any.includes(code)));
  const words = splitWords(narrower.q);
  return (
    splitWords(wider.q).every((word) => words.includes(word)) &&
    includesAny(wider.subject, narrower.subject) &&
    includesAny(wider.level, narrower.level) &&
    includesAny(wider.location, narrower.location) &&
    includesAny(wider.when, narrower.when) &&
    includesAny(wider.format, narrower.format) &&
    includesAny(wider.teaches_in, narrower.teaches_in) &&
    FLAG_FILTERS.every((name) => !wider[name] || narrower[name]) &&
    (wider.county === null || wider.county === narrower.county) &&
    (wider.min === null || (narrower.min !== null && wider.min <= narrower.min)) &&
    (wider.max === null || (narrower.max !== null && wider.max >= narrower.max)) &&
    (near === null || (isSamePoint(near, narrower.near) && wider.radius >= narrower.radius))
  );
}

const isSamePoint = (a: Point, b: Point | null): boolean =>
  a.latitude === b?.latitude && a.longitude === b.longitude;
