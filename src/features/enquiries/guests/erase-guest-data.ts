import { sql } from "drizzle-orm";
import { refuseInvalidLink } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { enquiries, reviews } from "@/db/schema";
import { reindexListingsStatements } from "@/features/listings";
import { eraseMailsAboutStatements, eraseMailsToStatement } from "@/features/mail";
import { eraseGuestReporterStatement, listOpenReports, settleReportsStatements } from "@/features/moderation";
import { erasePushesAboutStatement } from "@/features/notifications";
import { recordErasure } from "@/platform/erasure-records";
import { ok, type Result } from "@/shared/errors";
import { findGuestEnquiry } from "../queries";
import { deleteGuestReviewsStatements } from "./delete-guest-reviews-statements";
import { eraseGuestsStatements } from "./erase-guests-statements";
import { refreshGuestReviewFlagsStatement } from "./refresh-guest-review-flags-statement";

/**
 * Removes a guest's data from an enquiry, by the token of their link: name, address, messages, mails and the review of
 * the teacher. The teacher's messages stay. An enquiry that never reached a teacher is deleted, and the guest is told that
 * their report about it is closed. Refuses `malformed` (`invalid_token`).
 */
export async function eraseGuestData(ctx: Ctx, id: string, token: string): Promise<Result<null>> {
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return refuseInvalidLink();
  await recordErasure(ctx.backups, "guest", id);
  await eraseGuest(ctx, id, enquiry.guestEmail);
  return ok(null);
}

/** Removes the data of an enquiry's guest. */
export async function eraseGuest(ctx: Ctx, id: string, guestEmail: string): Promise<void> {
  const subject = auditSubject("enquiry", id);
  const isOfEnquirySql = sql`reports.enquiry_id = ${id}`;
  const [aboutGuest, withoutEvidence] = await Promise.all([
    listOpenReports(ctx, sql`${isOfEnquirySql} and reports.reported_side = 'learner'`),
    listOpenReports(
      ctx,
      sql`${isOfEnquirySql} and reports.reported_side = 'teacher' and (reports.email = ${guestEmail} or reports.text = '')
        and exists (select 1 from ${enquiries} where id = ${id} and teacher_id is null)`,
    ),
  ]);
  // The guest has one review of a teacher, and may have written it in another conversation with them.
  const isGuestReviewSql = sql`guest_key is not null and enquiry_id in (
    select written.id from ${enquiries} erased join ${enquiries} written
      on written.guest_email = erased.guest_email and written.teacher_id = erased.teacher_id
    where erased.id = ${id})`;
  const ofReviews = sql`(select ${auditSubject("review", reviews.id)} from ${reviews} where ${isGuestReviewSql})`;
  await ctx.commit([
    leaveOffersStatement(ctx, id),
    ...[sql`(${subject})`, ofReviews].map((subjects) =>
      eraseMailsToStatement(ctx, { recipient: guestEmail, subjects }),
    ),
    ...settleReportsStatements(ctx, aboutGuest, { decision: "account_deleted", text: "" }, noGuard),
    ...settleReportsStatements(ctx, withoutEvidence, { decision: "own_data_deleted", text: "" }, noGuard),
    eraseGuestReporterStatement(ctx, { email: guestEmail, enquiryId: id }),
    ...eraseMailsAboutStatements(ctx, sql`(${subject})`),
    erasePushesAboutStatement(ctx, sql`(${subject})`),
    // Withdrawn first: the teacher's rating and search rows are computed without the review, while its row leads to the
    // teacher.
    ctx.db.run(sql`update ${reviews} set state = 'withdrawn' where ${isGuestReviewSql}`),
    refreshGuestReviewFlagsStatement(ctx, sql`(select enquiry_id from ${reviews} where ${isGuestReviewSql})`),
    ...refreshRatingsStatements(ctx, sql`(select teacher_id from ${reviews} where ${isGuestReviewSql})`),
    ...reindexListingsStatements(
      ctx,
      sql`listings.owner_id in (select teacher_id from ${reviews} where ${isGuestReviewSql})`,
    ),
    ...deleteGuestReviewsStatements(ctx, isGuestReviewSql),
    ...eraseGuestsStatements(ctx, sql`id = ${id} and guest_email is not null`),
    auditEventStatement(ctx, { action: "enquiry.guest_erased", subject, actorId: null }, noGuard),
  ]);
}

/** The statement that takes an enquiry out of the waiting offers of several, which stay for the others. */
const leaveOffersStatement = ({ db }: Ctx, id: string): Statement => {
  const othersSql = sql`(select value from json_each(payload -> 'enquiryIds') where value <> ${id})`;
  return db.run(sql`update mail_outbox
    set about = 'enquiry:' || (select value from ${othersSql} limit 1),
      payload = json_object('enquiryIds', (select json_group_array(value) from ${othersSql}))
    where about = ${auditSubject("enquiry", id)} and template = 'enquiry_offer' and +state = 'waiting'
      and exists ${othersSql}`);
};
