import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { otherAdminExistsSql } from "@/auth/other-admins";
import type { Ctx, SignedInUser } from "@/context";
import { refuse } from "@/shared/errors";

/** Condition: the admin owns the listing, and another admin decides about it. */
export const isOwnListingSql = (admin: Pick<SignedInUser, "id">, listingId: SQL): SQL =>
  sql`(${otherAdminExistsSql}
    and exists (select 1 from listings own where own.id = ${listingId} and own.owner_id = ${admin.id}))`;

/**
 * Condition: the admin is the teacher or the learner of the conversation, with the account or as a guest from the same
 * mailbox, and another admin decides about it.
 */
const isOwnConversationSql = (admin: SignedInUser, enquiryId: SQL): SQL =>
  sql`(${otherAdminExistsSql} and exists (select 1 from enquiries own where own.id = ${enquiryId}
    and (${admin.id} in (own.teacher_id, own.undelivered_teacher_id, own.learner_id)
      or (own.guest_email = ${admin.email} and ${admin.emailVerified}))))`;

/**
 * Condition on `reports`: the admin owns the reported listing, or takes part in the conversation. Another admin reads it
 * and decides.
 */
export const isOwnReportSql = (admin: SignedInUser): SQL =>
  sql`iif(reports.reported_side is null, ${isOwnListingSql(admin, sql`reports.listing_id`)},
    ${isOwnConversationSql(admin, sql`reports.enquiry_id`)})`;

/** Condition on `audit_log`: the event is about such a report. The admin does not learn who sent it. */
export const isOwnReportEventSql = (admin: SignedInUser): SQL => {
  const id = sql`substr(audit_log.subject, instr(audit_log.subject, ':') + 1)`;
  return sql`case when audit_log.action in ('listing.reported', 'listing.reports_upheld', 'listing.reports_dismissed')
      then ${isOwnListingSql(admin, id)}
    when audit_log.action in ('enquiry.reported', 'enquiry.reports_upheld', 'enquiry.reports_dismissed')
      then ${isOwnConversationSql(admin, id)} else 0 end`;
};

/**
 * Refuses `forbidden` (`own_listing_decision` or `own_conversation`) if the admin may not decide one of these reports;
 * null otherwise.
 */
export async function refuseOwnReports(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return null;
  const [own] = await ctx.db.all<{ side: string | null }>(sql`select reported_side as side from reports
    where reports.id in (select value from json_each(${JSON.stringify(ids)}))
      and ${isOwnReportSql(requireAdmin(ctx))} limit 1`);
  if (!own) return null;
  return refuse("forbidden", { reason: own.side === null ? "own_listing_decision" : "own_conversation" });
}
