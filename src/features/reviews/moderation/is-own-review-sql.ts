import { type SQL, sql } from "drizzle-orm";
import { otherAdminExistsSql } from "@/auth/other-admins";
import type { Ctx, SignedInUser } from "@/context";
import { toGuestKey } from "@/features/enquiries";

/**
 * Condition on `reviews`: the admin is the teacher or the author, with the account or as a guest from the same mailbox,
 * and another admin decides about it. Never null.
 */
export const isOwnReviewSql = (ctx: Ctx, admin: SignedInUser): SQL<number> => {
  const { id, email, emailVerified } = admin;
  return sql<number>`(${otherAdminExistsSql} and (reviews.teacher_id = ${id} or reviews.learner_id is ${id} or exists (
    select 1 from enquiries own where own.id = reviews.enquiry_id and own.learner_id = ${id})
    ${emailVerified ? sql`or reviews.guest_key is ${toGuestKey(ctx, email)}` : sql``}))`;
};

/** Condition on `audit_log`: the event is about such a review. The admin does not learn who wrote or reported it. */
export const isOwnReviewEventSql = (ctx: Ctx, admin: SignedInUser): SQL =>
  sql`(audit_log.subject like 'review:%' and exists (select 1 from reviews
    where reviews.id = substr(audit_log.subject, ${"review:".length + 1}) and ${isOwnReviewSql(ctx, admin)}))`;
