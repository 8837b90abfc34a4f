import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { refuse } from "@/shared/errors";

/** Condition: the admin owns the listing. Another admin decides what restricts it. */
export const isOwnListingSql = ({ id }: Pick<SignedInUser, "id">, listingId: SQL): SQL =>
  sql`exists (select 1 from listings own where own.id = ${listingId} and own.owner_id = ${id})`;

/**
 * Condition on `reports`: the admin owns the reported listing, or is the teacher or the learner of the conversation, with the account or as a guest from
 * the same mailbox. Another admin reads it and decides.
 */
export const isOwnReportSql = ({ id, email, emailVerified }: SignedInUser): SQL =>
  sql`iif(reports.reported_side is null,
    ${isOwnListingSql({ id }, sql`reports.listing_id`)},
    exists (select 1 from enquiries own where own.id = reports.enquiry_id
      and (${id} in (own.teacher_id, own.undelivered_teacher_id, own.learner_id)
        or (own.guest_email = ${email} and ${emailVerified}))))`;

/** Refuses `forbidden` (`own_conversation`) if the admin may not decide one of these reports; null otherwise. */
export async function refuseOwnReports(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return null;
  const own = await ctx.db.get<{ found: number }>(sql`select exists (select 1 from reports
    where reports.id in (select value from json_each(${JSON.stringify(ids)})) and ${isOwnReportSql(requireAdmin(ctx))}) as found`);
  return own.found === 1 ? refuse("forbidden", { reason: "own_conversation" }) : null;
}
