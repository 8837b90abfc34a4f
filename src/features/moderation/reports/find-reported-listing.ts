import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { reports, users } from "@/db/schema";
import { findListing, getListingState } from "@/features/listings";
import { findPerson } from "../persons/find-person";
import { isUrgentReportSql } from "./is-urgent-report-sql";

/** Open reports of a listing on one page; the others follow once these are decided. */
const MAX_OPEN = 50;
const MAX_DECIDED = 20;

const COLUMNS = {
  id: reports.id,
  reason: reports.reason,
  text: reports.text,
  /** What a visitor gave; "" and null without them. */
  name: reports.name,
  email: reports.email,
  decisionText: reports.decisionText,
  isUrgent: sql<number>`${isUrgentReportSql("reports")}`,
  isAboutMessages: reports.isAboutMessages,
  createdTs: reports.createdTs,
  outcome: reports.outcome,
  /** Null for visitors and erased users. */
  reporter: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
};

/** How far (ms) urgent reports precede others in the list: more than any report is old. */
export const URGENT_LEAD_MS = 1e12;

/**
 * A listing with its reports: the open ones, urgent ones and the oldest first, and the last decided ones. For
 * admins only.
 */
export async function findReportedListing(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const select = (isDecided: boolean) =>
    ctx.db
      .select(COLUMNS)
      .from(reports)
      .leftJoin(users, eq(users.id, reports.reporterId))
      .where(
        and(eq(reports.listingId, id), isDecided ? isNotNull(reports.outcome) : isNull(reports.outcome)),
      );
  const [listing, open, decided] = await Promise.all([
    findListing(ctx, id),
    select(false).orderBy(desc(COLUMNS.isUrgent), asc(reports.createdTs), asc(reports.id)).limit(MAX_OPEN),
    select(true).orderBy(desc(reports.decidedTs), desc(reports.id)).limit(MAX_DECIDED),
  ]);
  if (!listing) return null;
  const person = await findPerson(ctx, listing.ownerId);
  const [oldest] = open;
  return {
    id,
    version: listing.version,
    waiting: oldest ? { list: "open", ts: oldest.createdTs - oldest.isUrgent * URGENT_LEAD_MS } : null,
    listing: { ...listing, state: getListingState(listing, ctx.now) },
    /** The listing's owner. */
    person,
    open,
    decided,
  };
}

export type ReportedListing = NonNullable<Awaited<ReturnType<typeof findReportedListing>>>;
