import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { hasAccountSql } from "@/db/guard";
import { enquiries, reviews, users } from "@/db/schema";
import { toGuestKey } from "./guest-key";
import { refreshGuestReviewFlagsStatement } from "./refresh-guest-review-flags-statement";

/**
 * Moves guest enquiries and reviews into the account after its address is verified. Verification proves the same
 * mailbox as a guest link. The inbox then lists the conversations, and old links require sign-in. A review stays the
 * guest's if the account has one about the same teacher.
 */
export async function adoptGuestEnquiries(ctx: Ctx, user: SignedInUser): Promise<void> {
  if (!user.emailVerified) return;
  const isUsersGuestEnquirySql = and(
    eq(enquiries.guestEmail, user.email),
    isNotNull(enquiries.confirmedTs),
    sql`${enquiries.teacherId} is not ${user.id}`,
  );
  const guestKey = toGuestKey(ctx, user.email);
  const isUsersGuestReviewSql = and(eq(reviews.guestKey, guestKey), ne(reviews.teacherId, user.id));
  const [found] = await ctx.db.all<{ found: number }>(sql`select
    exists (select 1 from ${enquiries} where ${isUsersGuestEnquirySql})
    or exists (select 1 from ${reviews} where ${isUsersGuestReviewSql} and not exists (select 1 from ${reviews} own
      where own.learner_id = ${user.id} and own.teacher_id = ${reviews.teacherId})) as found`);
  if (!found?.found) return;
  // The account may have been deleted since it was read, or moved to another mailbox.
  const isSameMailboxSql = hasAccountSql(
    eq(users.id, user.id),
    eq(users.email, user.email),
    isNotNull(users.emailVerifiedTs),
  );
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ learnerId: user.id, guestName: null, guestEmail: null, guestLocale: null })
      .where(and(isUsersGuestEnquirySql, isSameMailboxSql)),
    // `or ignore`: an account has one live review about a teacher (index `reviews_learner`).
    ctx.db.run(sql`update or ignore ${reviews} set learner_id = ${user.id}, guest_key = null
      where ${isUsersGuestReviewSql} and ${isSameMailboxSql}`),
    refreshGuestReviewFlagsStatement(
      ctx,
      sql`(select enquiry_id from ${reviews} where ${reviews.learnerId} = ${user.id})`,
    ),
  ]);
}
