import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { refuse } from "@/shared/errors";

/** Condition: the admin owns the listing. Another admin decides what restricts it. */
export const isOwnListingSql = ({ id }: Pick<SignedInUser, "id">, listingId: SQL): SQL =>
  sql`exists (select 1 from listings own where own.id = ${listingId} and own.owner_id = ${id})`;

/**
 * Condition: the admin is the teacher or the learner of the conversation, with the account or as a guest from the same
 * mailbox.
 */
const isOwnConversationSql = ({ id, email, emailVerified }: SignedInUser, enquiryId: SQL): SQL =>
  sql`exists (select 1 from enquiries own where own.id = ${enquiryId}
    and (${id} in (own.teacher_id, own.undelivered_teacher_id, own.learner_id)
      or (own.guest_email = ${email} and ${emailVerified})))`;

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

/** Refuses `forbidden` (`own_conversation`) if the admin may not decide one of these reports; null otherwise. */
export async function refuseOwnReports(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return null;
  const own = await ctx.db.get<{ found: number }>(sql`select exists (select 1 from reports
    where reports.id in (select value from json_each(${JSON.stringify(ids)})) and ${isOwnReportSql(requireAdmin(ctx))}) as found`);
  return own.found === 1 ? refuse("forbidden", { reason: "own_conversation" }) : null;
}
