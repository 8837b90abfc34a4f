import type { Ctx } from "@/context";
import { type ListingCardRow, loadListingCards } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { listMatchNums } from "../matching/count-matches";
import { buildSliceQuery } from "../matching/result-slices";
import { findNextPrices } from "./find-next-prices";
import {
  addExamSchools,
  listAnywhere,
  listNearbyCounties,
  listOnline,
  listRelatedSubjects,
  listSubjectNearby,
  listWiderSearches,
  type StepCandidate,
} from "./wider-searches";

/** A similar search and its number of listings; `hasMore` if there are more than counted. */
export type NextStep = StepCandidate & {
  listings: number;
  hasMore: boolean;
  /** The numbers of the listings. */
  nums: number[];
};

/** Similar searches with results, for a search without. */
export type NextSteps = {
  /** With one filter wider or dropped. */
  wider: NextStep[];
  /** Online, in the nearest counties and anywhere. */
  elsewhere: NextStep[];
  subjects: NextStep[];
};

/** The nearest similar search and its newest listings. */
export type NearestStep = { step: NextStep; cards: readonly ListingCardRow[] };

/** Cards on one row of a wide screen. */
const MAX_CARDS = 3;
/** Steps shown of each kind; a longer list would take too long to read. */
const MAX_SHOWN = 3;
/** Searches counted concurrently. */
const CONCURRENT_COUNTS = 3;
/** Searches are counted exactly only up to a page. */
const MAX_COUNTED = 20;

/**
 * The searches with results that are most like a search without. Counts a few concurrently and stops when there are
 * enough of each kind, so it reads little more than a page does.
 */
export async function listNextSteps(ctx: Ctx, filters: SearchFilters): Promise<NextSteps> {
  const [wider, online, counties, anywhere, subjects] = await Promise.all([
    findNextPrices(ctx, filters).then((prices) => listCounted(ctx, listWiderSearches(filters, prices))),
    listOnlineSteps(ctx, filters),
    listNearby(ctx, filters),
    listCounted(ctx, listAnywhere(filters)),
    listCounted(ctx, listRelatedSubjects(filters)),
  ]);
  const steps = listDistinct(
    sortByNearness(filters, [...wider, ...online, ...counties, ...anywhere, ...subjects]),
  );
  const isShown = (step: NextStep) => steps.includes(step);
  return {
    wider: wider.filter(isShown),
    elsewhere: [...online, ...counties, ...anywhere].filter(isShown),
    subjects: subjects.filter(isShown),
  };
}

/**
 * The nearest similar search for the same subjects, at the place of the search or online, with its newest listings. Null
 * without one, or for a search without a subject.
 */
export async function loadNearestStep(
  ctx: Ctx,
  asked: SearchFilters,
  { wider, elsewhere }: NextSteps,
): Promise<NearestStep | null> {
  const [step] = sortByNearness(asked, [...wider, ...elsewhere]);
  if (!step || asked.subject.length === 0 || rankNearness(asked, step) > 1) return null;
  const slice = { filters: { ...step.filters, sort: "newest" as const }, now: ctx.now, limit: MAX_CARDS };
  const cards = await loadListingCards(ctx, buildSliceQuery({ ...slice, cursor: null, isBackwards: false }));
  return { step, cards };
}

const sortByNearness = (asked: SearchFilters, steps: readonly NextStep[]): NextStep[] =>
  steps.toSorted((a, b) => rankNearness(asked, a) - rankNearness(asked, b));

/** The nearest to a search first: at its place, online, in other counties, in the country, other subjects, any. */
function rankNearness(
  asked: SearchFilters,
  { filters: { subject, county, near, online } }: NextStep,
): number {
  if (subject.join() !== asked.subject.join()) return subject.length > 0 ? 4 : 5;
  if (county === asked.county && near === asked.near) return 0;
  return county ? 2 : online ? 1 : 3;
}

/** The steps without those that find only the listings of an earlier one. */
const listDistinct = (steps: readonly NextStep[]): NextStep[] =>
  steps.filter((step, n) => !steps.slice(0, n).some((earlier) => hasSameListings(step, earlier)));

const hasSameListings = (a: NextStep, b: NextStep): boolean =>
  !a.hasMore && !b.hasMore && a.nums.join() === b.nums.join();

/** Online at the same price, or else at the next price above it, or else also for the school before an exam. */
async function listOnlineSteps(ctx: Ctx, filters: SearchFilters): Promise<NextStep[]> {
  const [online] = listOnline(filters);
  if (!online) return [];
  const found = await listCounted(ctx, [online]);
  if (found.length > 0) return found;
  const { max } = await findNextPrices(ctx, { ...online.filters, min: null });
  if (max !== null)
    return listCounted(ctx, [{ change: { kind: "online", lei: max }, filters: { ...online.filters, max } }]);
  const schools = addExamSchools(filters);
  return schools ? listCounted(ctx, listOnline(schools)) : [];
}

/** In the nearest counties with all filters, or else also for the school before an exam, or with the subject only. */
async function listNearby(ctx: Ctx, filters: SearchFilters): Promise<NextStep[]> {
  const schools = addExamSchools(filters);
  const searches = [
    listNearbyCounties(filters),
    schools ? listNearbyCounties(schools) : [],
    listSubjectNearby(filters),
  ];
  for (const candidates of searches) {
    const nearby = await listCounted(ctx, candidates);
    if (nearby.length > 0) return nearby;
  }
  return [];
}

/** The first searches that have results, without those that only repeat the listings of an earlier one. */
async function listCounted(ctx: Ctx, candidates: readonly StepCandidate[]): Promise<NextStep[]> {
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

async function countCandidate(ctx: Ctx, candidate: StepCandidate): Promise<NextStep> {
  const nums = await listMatchNums(ctx, candidate.filters, MAX_COUNTED + 1);
  const listings = Math.min(nums.length, MAX_COUNTED);
  return { ...candidate, nums, listings, hasMore: nums.length > MAX_COUNTED };
}
