import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { decisionUndos, listingDecisions, listings, reports } from "@/db/schema";
import { eraseMailsAboutStatements } from "@/features/mail";
import { listOpenReports, reportsAboutUserSql } from "./restrictions/list-open-reports";
import { settleReportsStatements } from "./restrictions/settle-reports-statements";

/** Condition: the report was sent with the user's account, or from its verified address without signing in. */
const isSentByUserSql = (userId: string): SQL => sql`(${reports.reporterId} = ${userId}
  or ${reports.email} = (select email from users where id = ${userId} and email_verified_ts is not null))`;

/**
 * The reports that a user sent, as JSON for their export. Reports about their listings are left out, to protect the
 * reporters.
 */
export async function exportReports(ctx: Ctx, userId: string) {
  const rows = await ctx.db
    .select()
    .from(reports)
    .where(isSentByUserSql(userId))
    .orderBy(asc(reports.createdTs), asc(reports.id));
  return rows.map((report) => exportRow(reports, report, ["reporterId", "decidedBy", "measureText"]));
}

/** The decisions that restricted a user's listings, with the objections, as JSON for their export. */
export async function exportListingDecisions(ctx: Ctx, userId: string) {
  const own = ctx.db.select({ id: listings.id }).from(listings).where(eq(listings.ownerId, userId));
  const rows = await ctx.db
    .select()
    .from(listingDecisions)
    .where(inArray(listingDecisions.listingId, own))
    .orderBy(asc(listingDecisions.decidedTs), asc(listingDecisions.id));
  return rows.map((decision) => exportRow(listingDecisions, decision, ["decidedBy"]));
}

/**
 * The statements that close the open reports about a user and the user's listings before these are erased, and tell
 * the reporters who left an address. Must run before `eraseModerationStatements`.
 */
export async function closeReportsStatements(ctx: Ctx, userId: string, guard: SQL): Promise<Statement[]> {
  const open = await listOpenReports(ctx, sql`reports.id in ${reportsAboutUserSql(userId)}`);
  return settleReportsStatements(ctx, open, { decision: "account_deleted", text: "" }, guard);
}

/**
 * Anonymises the reports that a user sent; their reason stays, so that an admin still decides. Reports and decisions about
 * the user's listings stay for the summary, without listing, persons and texts. What undos of decisions would restore is
 * deleted. Must run before listings are erased.
 */
export function eraseModerationStatements({ db, now }: Ctx, userId: string): Statement[] {
  const ownListings = sql`(select id from listings where owner_id = ${userId})`;
  const ownSubjects = sql`(select 'listing:' || id from listings where owner_id = ${userId})`;
  return [
    // Who decided before, if it was the user.
    db.run(sql`delete from ${decisionUndos} where instr(state_before, ${userId}) > 0`),
    ...eraseMailsAboutStatements({ db }, ownSubjects),
    // Closes reports that were sent after `closeReportsStatements` read the open ones.
    db.run(sql`update ${reports} set listing_id = null, reporter_id = null, decided_by = null, text = '', name = '',
        email = null, decision_text = '', measure_text = '', outcome = coalesce(outcome, 'account_deleted'),
        decided_ts = coalesce(decided_ts, ${now})
      where listing_id in ${ownListings} and reported_side is not 'learner'`),
    // What the user reported about learners stays open, without its listing.
    db.run(sql`update ${reports} set listing_id = null where listing_id in ${ownListings}`),
    db.run(sql`update ${listingDecisions} set listing_id = null, text = '', objection_text = '',
        objection_answer = '', objection_decided_ts = iif(objection_ts is null, null, coalesce(objection_decided_ts, ${now}))
      where listing_id in ${ownListings}`),
    db.run(sql`update ${reports} set reporter_id = null, text = '', name = '', email = null, decision_text = ''
      where ${isSentByUserSql(userId)}`),
    db.run(sql`update ${reports} set decided_by = null where decided_by = ${userId}`),
    db.run(sql`update ${listingDecisions} set decided_by = null where decided_by = ${userId}`),
  ];
}

/** Removes a guest from the reports that they sent about a conversation. Its erasure erases the mails about it. */
export const eraseGuestReporterStatement = (
  { db }: Ctx,
  { email, enquiryId }: { email: string; enquiryId: string },
): Statement =>
  db
    .update(reports)
    .set({ name: "", email: null, text: "", decisionText: "" })
    .where(and(eq(reports.enquiryId, enquiryId), eq(reports.email, email)));

/**
 * Closes the reports about what learners wrote in conversations, before that is erased. `isErasedSql` is a condition on
 * `enquiries`. It reads the reports, of which there are far fewer than conversations.
 */
export const closeReportsAboutLearnerStatement = ({ db, now }: Ctx, isErasedSql: SQL): Statement =>
  db.run(sql`update ${reports} set text = '', name = '', email = null, decision_text = '',
      measure_text = '', outcome = coalesce(outcome, 'account_deleted'), decided_ts = coalesce(decided_ts, ${now})
    where enquiry_id is not null and reported_side = 'learner'
      and exists (select 1 from enquiries where enquiries.id = reports.enquiry_id and ${isErasedSql})`);

/**
 * Condition on `enquiries`: an open report about the teacher has a text, by which an admin still decides when the
 * messages are erased.
 */
export const isReportedTeacherSql: SQL = sql`exists (select 1 from reports
  where enquiry_id = enquiries.id and reported_side = 'teacher' and outcome is null and text <> '')`;

/** Takes conversations out of their reports before they are deleted, and closes these: nothing is left to read. */
export const closeReportsOfDeletedStatement = ({ db, now }: Ctx, enquiryIds: SQL): Statement =>
  db.run(sql`update ${reports} set enquiry_id = null, outcome = coalesce(outcome, 'account_deleted'),
      decided_ts = coalesce(decided_ts, ${now}) where enquiry_id in ${enquiryIds}`);
