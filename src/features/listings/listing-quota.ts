import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import {
  countHitsStatements,
  defineLimit,
  expiredWindowStartSql,
  maxCountSql,
  maxHitsSql,
} from "@/db/rate-limits";
import { type County, LISTING_LIMIT_NAMES, type ListingLimitName, type Subject } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { type Refusal, refuse } from "@/shared/errors";
import type { Translator } from "@/shared/i18n/translator";
import { hasListingStateSql } from "./listing-state";

const SUBMISSIONS = defineLimit("listing_submissions");

/** The listing to change. Limits count the others; another one with the same subject and county is a `duplicate`. */
export type LimitedListing = { id: string; ownerId: string; subject: Subject; county: County | null };

const otherListingsSql = ({ id, ownerId }: LimitedListing) =>
  sql`select count(*) from listings other where other.owner_id = ${ownerId} and other.id <> ${id}`;
const OTHER = { state: sql`other.state`, expiresTs: sql`other.expires_ts` };
const isActiveSql = (now: number) =>
  sql`(other.state in ('pending', 'paused') or ${hasListingStateSql("published", now, OTHER)})`;

/** How many of each an owner has, apart from the listing that is to change. */
const USED: Record<ListingLimitName, (now: number, listing: LimitedListing) => SQL> = {
  active: (now, listing) => sql`(${otherListingsSql(listing)} and ${isActiveSql(now)})`,
  drafts: (_now, listing) => sql`(${otherListingsSql(listing)} and other.state = 'draft')`,
  duplicate: (now, listing) => sql`(${otherListingsSql(listing)} and ${isActiveSql(now)}
    and other.subject = ${listing.subject} and other.county = ${listing.county})`,
  daily: (now, { ownerId }) => sql`coalesce((select hits from limit_counters
    where name = ${SUBMISSIONS.name} and key = ${ownerId} and window_start_ts > ${expiredWindowStartSql(SUBMISSIONS, now)}), 0)`,
};

/** How many of each an owner may have. Pending, published and paused listings are active. */
const MAX: Record<ListingLimitName, SQL> = {
  active: maxCountSql("listings_active"),
  drafts: maxCountSql("listings_drafts"),
  daily: maxHitsSql(SUBMISSIONS),
  duplicate: sql`1`,
};

/** How long an owner is not trusted after an upheld report (ms). */
const DISTRUST_MS = 180 * DAY_MS;

/**
 * Whether an owner has had a listing approved, and no report upheld within `DISTRUST_MS`. Callers also check that the
 * email address is verified. `now` in ms.
 */
export const isTrustedOwnerSql = (now: number, ownerId: string): SQL =>
  sql`(exists (select 1 from listings where owner_id = ${ownerId} and published_ts is not null)
    and not exists (select 1 from listings cross join reports on reports.listing_id = listings.id
      where listings.owner_id = ${ownerId} and reports.outcome = 'upheld' and reports.reported_side is not 'learner'
        and reports.decided_ts > ${now - DISTRUST_MS}))`;

export async function isTrustedOwner({ db, now }: Ctx, ownerId: string): Promise<boolean> {
  const row = await db.get<{ trusted: number }>(sql`select ${isTrustedOwnerSql(now, ownerId)} as trusted`);
  return row.trusted === 1;
}

/** Guard: the change is within these limits. Parallel changes can't exceed them together. `now` in ms. */
export const isWithinLimitsSql = (
  now: number,
  listing: LimitedListing,
  names: readonly ListingLimitName[],
): SQL =>
  sql.join([sql`true`, ...names.map((name) => sql`${USED[name](now, listing)} < ${MAX[name]}`)], sql` and `);

/**
 * An owner's used and maximum number for each limit, and whether the owner is trusted (`isTrustedOwnerSql`), in one
 * query.
 */
export async function loadListingQuota(ctx: Ctx, listing: LimitedListing): Promise<ListingQuota> {
  const columns = LISTING_LIMIT_NAMES.map(
    (name) =>
      sql`json_object('used', ${USED[name](ctx.now, listing)}, 'max', ${MAX[name]}) as ${sql.identifier(name)}`,
  );
  const { trusted, ...limits } = await ctx.db.get<Record<ListingLimitName, string> & { trusted: number }>(
    sql`select ${sql.join(columns, sql`, `)}, ${isTrustedOwnerSql(ctx.now, listing.ownerId)} as trusted`,
  );
  const parse = (name: ListingLimitName): { used: number; max: number } => JSON.parse(limits[name]);
  return {
    active: parse("active"),
    drafts: parse("drafts"),
    duplicate: parse("duplicate"),
    daily: parse("daily"),
    isOwnerTrusted: trusted === 1,
  };
}

export type ListingQuota = Record<ListingLimitName, { used: number; max: number }> & {
  isOwnerTrusted: boolean;
};

/** A refusal with the first limit that is used up, in `params.limit`; null if none is. */
export function findQuotaRefusal(
  quota: ListingQuota,
  names: readonly ListingLimitName[],
): { ok: false; refusal: Refusal } | null {
  const limit = names.find((name) => quota[name].used >= quota[name].max);
  if (!limit) return null;
  return refuse("conflict", { reason: "limit_reached", params: { limit, max: quota[limit].max } });
}

/** The message of a refusal by `findQuotaRefusal`; null for other refusals. */
export const toLimitMessage = (t: Translator, { reason, params }: Refusal): string | null =>
  reason === "limit_reached" ? t(`listings.limits.${params?.limit}`, params) : null;

/** Counts a submission. A day begins with its first submission. */
export const countSubmissionStatements = (ctx: Ctx, ownerId: string, guard: SQL) =>
  countHitsStatements(ctx.db, [[SUBMISSIONS, ownerId]], ctx.now, guard);
