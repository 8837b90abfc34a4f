import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { countHits, expiredWindowStart, getDefaultLimit, maximumCount, maximumHits } from "@/db/limits";
import type { County, ListingLimitName, Subject } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { type Refusal, refuse } from "@/shared/errors";

const SUBMISSIONS = getDefaultLimit("listing_submissions");

/** The listing that a move is about: itself does not count, and its twin has the same subject and county. */
export type Candidate = { id: string; ownerId: string; subject: Subject; county: County | null };

const others = ({ id, ownerId }: Candidate) =>
  sql`select count(*) from listings other where other.owner_id = ${ownerId} and other.id <> ${id}`;
const active = (now: number) =>
  sql`(other.state in ('pending', 'paused') or (other.state = 'published' and other.expires_ts > ${now}))`;

const activeCount = (now: number, one: Candidate) => sql`(${others(one)} and ${active(now)})`;
const draftCount = (one: Candidate) => sql`(${others(one)} and other.state = 'draft')`;
const twinCount = (now: number, one: Candidate) =>
  sql`(${others(one)} and ${active(now)} and other.subject = ${one.subject} and other.county = ${one.county})`;
const submissionCount = (now: number, { ownerId }: Candidate) =>
  sql`coalesce((select hits from limit_counters
    where name = ${SUBMISSIONS.name} and key = ${ownerId} and window_start_ts > ${expiredWindowStart(SUBMISSIONS, now)}), 0)`;

/** Which limits a move has to keep. */
export type ListingLimit = ListingLimitName;

/** How many a teacher may have, as statements find it. Active ones are pending, published and paused. */
const MOST: Record<ListingLimit, SQL> = {
  active: maximumCount("listings_active"),
  drafts: maximumCount("listings_drafts"),
  daily: maximumHits(SUBMISSIONS),
  twin: sql`1`,
};

/** For so long an owner whom a report was upheld against has every listing read first. */
const DISTRUST_MS = 180 * DAY_MS;

/**
 * Whether an owner had a listing approved before, and no report upheld of late. That the e-mail is verified is asked
 * apart. `now` in ms.
 */
export const isTrusted = (now: number, ownerId: string): SQL =>
  sql`(exists (select 1 from listings where owner_id = ${ownerId} and published_ts is not null)
    and not exists (select 1 from listings cross join reports on reports.listing_id = listings.id
      where listings.owner_id = ${ownerId} and reports.outcome = 'upheld'
        and reports.decided_ts > ${now - DISTRUST_MS}))`;

/** The limits as a condition for the statement that makes the move, so that parallel moves can't pass it together. */
export function withinLimits(now: number, one: Candidate, names: readonly ListingLimit[]): SQL {
  const conditions: Record<ListingLimit, SQL> = {
    active: sql`${activeCount(now, one)} < ${MOST.active}`,
    drafts: sql`${draftCount(one)} < ${MOST.drafts}`,
    daily: sql`${submissionCount(now, one)} < ${MOST.daily}`,
    twin: sql`${twinCount(now, one)} < ${MOST.twin}`,
  };
  return names.length === 0
    ? sql`true`
    : sql.join(
        names.map((name) => conditions[name]),
        sql` and `,
      );
}

/** How an owner stands before a move, and how many the limits allow, in one read. */
export async function readListingQuota(ctx: Ctx, one: Candidate) {
  const row = await ctx.db.get<{
    active: number;
    drafts: number;
    daily: number;
    twin: number;
    mostActive: number;
    mostDrafts: number;
    mostDaily: number;
    trusted: number;
  }>(sql`
    select ${activeCount(ctx.now, one)} as active, ${draftCount(one)} as drafts,
      ${submissionCount(ctx.now, one)} as daily, ${twinCount(ctx.now, one)} as twin,
      ${MOST.active} as mostActive, ${MOST.drafts} as mostDrafts, ${MOST.daily} as mostDaily,
      ${isTrusted(ctx.now, one.ownerId)} as trusted`);
  return {
    ...row,
    most: { active: row.mostActive, drafts: row.mostDrafts, daily: row.mostDaily, twin: 1 },
    /** As `isTrusted` says; whether the e-mail is verified is asked apart. */
    trusted: row.trusted === 1,
  };
}

export type ListingQuota = Awaited<ReturnType<typeof readListingQuota>>;

/** The first exceeded limit as a refusal, named in `params.limit`; null without one. */
export function limitRefusal(
  standing: ListingQuota,
  names: readonly ListingLimit[],
): { ok: false; refusal: Refusal } | null {
  const { most } = standing;
  const reached = names.find((name) => standing[name] >= most[name]);
  return reached
    ? refuse("conflict", { reason: "limit_reached", params: { limit: reached, most: most[reached] } })
    : null;
}

/** Counts a submission. A day begins with its first submission. */
export const countSubmission = (ctx: Ctx, ownerId: string, guard: SQL) =>
  countHits(ctx.db, [[SUBMISSIONS, ownerId]], ctx.now, guard);
