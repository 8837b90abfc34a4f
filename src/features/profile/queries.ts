import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";

/** What the account's first page shows of its owner. */
export async function findOwnProfile(ctx: Ctx, userId: string) {
  const [profile] = await ctx.db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      role: users.role,
      signupTs: users.signupTs,
    })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return profile ?? null;
}

export type OwnProfile = NonNullable<Awaited<ReturnType<typeof findOwnProfile>>>;
