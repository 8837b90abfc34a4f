import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { toGuestKey } from "@/features/enquiries";

/**
 * Condition on `reviews`: the admin is the teacher or the author, with the account or as a guest from the same mailbox.
 * Another admin decides about such a review. Never null.
 */
export const isOwnReviewSql = (
  ctx: Pick<Ctx, "config">,
  { id, email, emailVerified }: SignedInUser,
): SQL<number> =>
  sql<number>`(reviews.teacher_id = ${id} or reviews.learner_id is ${id} or exists (
    select 1 from enquiries own where own.id = reviews.enquiry_id and own.learner_id = ${id})
    ${emailVerified ? sql`or reviews.guest_key is ${toGuestKey(ctx, email)}` : sql``})`;
