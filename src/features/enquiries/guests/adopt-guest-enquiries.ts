import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { enquiries, users } from "@/db/schema";

/**
 * Moves guest enquiries into the account after its address is verified. Verification proves the same mailbox as a guest
 * link. The inbox then lists the conversations, and old links require sign-in.
 */
export async function adoptGuestEnquiries(ctx: Ctx, user: SignedInUser): Promise<void> {
  if (!user.emailVerified) return;
  const isUsersGuestEnquirySql = and(
    eq(enquiries.guestEmail, user.email),
    isNotNull(enquiries.confirmedTs),
    sql`${enquiries.teacherId} is not ${user.id}`,
  );
  const [first] = await ctx.db
    .select({ id: enquiries.id })
    .from(enquiries)
    .where(isUsersGuestEnquirySql)
    .limit(1);
  if (!first) return;
  await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({ learnerId: user.id, guestName: null, guestEmail: null, guestLocale: null })
      .where(
        and(
          isUsersGuestEnquirySql,
          // The account may have been deleted since it was read, or moved to another mailbox.
          sql`exists (select 1 from ${users} where ${users.id} = ${user.id}
            and ${users.email} = ${user.email} and ${users.emailVerifiedTs} is not null)`,
        ),
      ),
  ]);
}
