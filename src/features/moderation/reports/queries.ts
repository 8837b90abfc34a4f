import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/follow-up-notes";
import { reports, users } from "@/db/schema";
import { getListingState } from "@/features/listings";
import type { ReportReason, StoredListingState, Subject } from "@/shared/codes";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

const PAGE_SIZE = 20;
/** Open reports of a listing on one page; the others follow once these are decided. */
const MAX_OPEN = 50;
const MAX_DECIDED = 20;

type ReportedListingRow = {
  id: string;
  reports: number;
  oldest: number;
  reasons: string;
  title: string;
  subject: Subject;
  state: StoredListingState;
  expires_ts: number | null;
  isSetAside: number;
};

/**
 * Listings with open reports, the longest waiting first. `after` is the `next` of an answer; an invalid value means
 * the first page. The query reads open reports only.
 */
export async function listReportedListings(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const rows = await ctx.db.all<ReportedListingRow>(sql`
    select open.*, listings.title, listings.subject, listings.state, listings.expires_ts,
      ${isSetAsideSql(ctx.now, "reports", sql`open.id`, sql`open.oldest`)} as "isSetAside" from (
      select listing_id as id, count(*) as reports, min(created_ts) as oldest, json_group_array(distinct reason) as reasons
      from reports indexed by reports_open where outcome is null group by listing_id having ${isAfterSql(after)}
      order by oldest, id limit ${PAGE_SIZE + 1}
    ) open cross join listings on listings.id = open.id order by open.oldest, open.id`);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    listings: page.map(({ expires_ts: expiresTs, reasons, ...row }) => ({
      ...row,
      reasons: JSON.parse(reasons) as ReportReason[],
      state: getListingState({ state: row.state, expiresTs }, ctx.now),
    })),
    next: rows.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.oldest, id: last.id }) : null,
  };
}

export type ReportedListings = Awaited<ReturnType<typeof listReportedListings>>;

function isAfterSql(after: string | undefined): SQL {
  const from = parseTimeCursor(after);
  return from ? sql`(min(created_ts), listing_id) > (${from.ts}, ${from.id})` : sql`true`;
}

const COLUMNS = {
  id: reports.id,
  reason: reports.reason,
  text: reports.text,
  createdTs: reports.createdTs,
  outcome: reports.outcome,
  decidedTs: reports.decidedTs,
  /** Null for visitors and erased users. */
  reporter: { firstName: users.firstName, lastName: users.lastName, email: users.email },
};

/** A listing's reports: the open ones, oldest first, and the last decided ones. For admins only. */
export async function listReports(ctx: Ctx, listingId: string) {
  requireAdmin(ctx);
  const of = (decided: boolean) =>
    ctx.db
      .select(COLUMNS)
      .from(reports)
      .leftJoin(users, eq(users.id, reports.reporterId))
      .where(
        and(eq(reports.listingId, listingId), decided ? isNotNull(reports.outcome) : isNull(reports.outcome)),
      );
  const [open, decided] = await Promise.all([
    of(false).orderBy(asc(reports.createdTs), asc(reports.id)).limit(MAX_OPEN),
    of(true).orderBy(desc(reports.decidedTs), desc(reports.id)).limit(MAX_DECIDED),
  ]);
  return { open, decided };
}

export type ListingReports = Awaited<ReturnType<typeof listReports>>;
