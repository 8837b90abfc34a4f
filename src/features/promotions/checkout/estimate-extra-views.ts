import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listStatistics } from "@/db/statistics-days";
import type { ListingDetails } from "@/features/listings";
import { PLACEMENTS, type Placement } from "@/shared/codes";
import { addDays, countDays, DAY_MS, type Period, startOfDay, toDay } from "@/shared/dates";
import { getEventCount } from "@/shared/event-counts";
import { listPromotedPeriods } from "../purchases/queries";

/** Views that a promoted day added in past promotions, compared with days before them. */
export type ExtraViews = {
  /** Whose promotions these were: the listing's own, or those of other listings of its subject. */
  source: "listing" | "subject";
  promotions: number;
  /** Extra views of one promoted day; 0 if there were no more views than before. */
  perDay: number;
};

/** A promotion counts with its first days, at most this many, and as many days before it. */
const COUNTED_DAYS = 7;
/** A promotion that ran for fewer days says too little. */
const MIN_DAYS = 3;
/** Below this number of views, chance decides. */
const MIN_VIEWS = 10;
const MAX_AGE_MS = 180 * DAY_MS;
/** Promotions that are read; each costs a statement for its days. */
const MAX_PROMOTIONS = 10;
/** Fewer promotions of other listings would show the numbers of one teacher. */
const MIN_OTHER_PROMOTIONS = 5;
const MIN_OTHER_OWNERS = 3;
/** The newest promotions of all subjects among which those of the subject are searched. */
const MAX_SCANNED = 500;

type PastPromotion = {
  order_id: string;
  listing_id: string;
  listing_num: number;
  owner_id: string;
  placement: Placement;
  published_ts: number | null;
  starts_ts: number;
  ends_ts: number;
};

const endSql = sql`min(p.ends_ts, coalesce(p.stopped_ts, p.ends_ts))`;

/**
 * Extra views of a promoted day by placement, from the listing's own past promotions, or else from those of other
 * listings of the subject. Nothing for a placement without enough data.
 */
export async function estimateExtraViews(
  ctx: Ctx,
  { id, ownerId, subject }: Pick<ListingDetails, "id" | "ownerId" | "subject">,
): Promise<Map<Placement, ExtraViews>> {
  const since = ctx.now - MAX_AGE_MS;
  const select = (from: SQL, where: SQL) => sql`
    select p.order_id, p.listing_id, l.num as listing_num, l.owner_id, p.placement, l.published_ts, p.starts_ts,
      ${endSql} as ends_ts
    from ${from} cross join listings l on l.id = p.listing_id
    where ${where} order by p.ends_ts desc limit ${MAX_PROMOTIONS}`;
  const own = await ctx.db.all<PastPromotion>(
    select(
      sql`promotions p`,
      sql`p.listing_id = ${id} and p.ends_ts > ${since} and p.starts_ts < ${ctx.now}`,
    ),
  );
  const estimates = toEstimates("listing", await listComparisons(ctx, own));
  if (estimates.size > 0) return estimates;
  const newest = sql`(select * from promotions where ends_ts > ${since} and ends_ts <= ${ctx.now}
    order by ends_ts desc limit ${MAX_SCANNED}) p`;
  const others = await ctx.db.all<PastPromotion>(
    select(newest, sql`l.subject = ${subject} and l.owner_id <> ${ownerId}`),
  );
  return toEstimates("subject", await listComparisons(ctx, others));
}

type Comparison = PastPromotion & { days: number; views: number; viewsBefore: number };

/** The views of promotions that can be compared with the days before them. */
async function listComparisons(ctx: Ctx, promotions: readonly PastPromotion[]): Promise<Comparison[]> {
  const started = promotions.flatMap((promotion) => {
    const periods = getComparedPeriods(promotion, ctx.now);
    return periods ? [{ promotion, ...periods }] : [];
  });
  if (started.length === 0) return [];
  const promoted = await listPromotedPeriods(ctx, [
    ...new Set(started.map(({ promotion }) => promotion.listing_id)),
  ]);
  const comparable = started.filter(
    ({ promotion, before }) =>
      !promoted.some(
        ({ orderId, listingId, startsTs, endsTs }) =>
          orderId !== promotion.order_id &&
          listingId === promotion.listing_id &&
          endsTs > startOfDay(before.from) &&
          startsTs < promotion.starts_ts,
      ),
  );
  return Promise.all(
    comparable.map(async ({ promotion, period, before }) => {
      const listing = { id: promotion.listing_id, num: promotion.listing_num };
      const days = await listStatistics(ctx.db, promotion.owner_id, [listing], {
        from: before.from,
        to: period.to,
      });
      const sumViews = ({ from, to }: Period) =>
        days.reduce(
          (sum, { day, counts }) => (day >= from && day <= to ? sum + getEventCount(counts, "view") : sum),
          0,
        );
      return {
        ...promotion,
        days: countDays(period.from, period.to),
        views: sumViews(period),
        viewsBefore: sumViews(before),
      };
    }),
  );
}

/** The first whole days of a promotion, and as many days before it, in which the listing was published throughout. */
function getComparedPeriods(
  { published_ts, starts_ts, ends_ts }: PastPromotion,
  now: number,
): { period: Period; before: Period } | null {
  // The first and the last day may be promoted in part.
  const from = addDays(toDay(starts_ts), 1);
  const lastWhole = addDays(toDay(Math.min(ends_ts, now)), -1);
  const days = Math.min(COUNTED_DAYS, countDays(from, lastWhole));
  if (days < MIN_DAYS || published_ts === null) return null;
  const before = { from: addDays(toDay(starts_ts), -days), to: addDays(toDay(starts_ts), -1) };
  return toDay(published_ts) < before.from ? { period: { from, to: addDays(from, days - 1) }, before } : null;
}

function toEstimates(
  source: ExtraViews["source"],
  comparisons: readonly Comparison[],
): Map<Placement, ExtraViews> {
  const estimates = new Map<Placement, ExtraViews>();
  for (const placement of PLACEMENTS) {
    const found = comparisons.filter((comparison) => comparison.placement === placement);
    const sum = (pick: (comparison: Comparison) => number) =>
      found.reduce((total, comparison) => total + pick(comparison), 0);
    const owners = new Set(found.map(({ owner_id }) => owner_id)).size;
    const isEnough =
      source === "listing" || (found.length >= MIN_OTHER_PROMOTIONS && owners >= MIN_OTHER_OWNERS);
    const [views, before] = [sum((one) => one.views), sum((one) => one.viewsBefore)];
    if (found.length === 0 || !isEnough || views + before < MIN_VIEWS) continue;
    const perDay = Math.max(0, (views - before) / sum(({ days }) => days));
    estimates.set(placement, { source, promotions: found.length, perDay });
  }
  return estimates;
}
