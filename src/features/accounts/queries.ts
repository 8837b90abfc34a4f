import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "@/context";
import { enquiries, twoStep, users } from "@/db/schema";

export type Credentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;

/** The credentials of an account, by id or email address (lower case). `twoStep` is null without two-step sign-in. */
export async function findCredentials(ctx: Ctx, by: { id: string } | { email: string }) {
  const [account] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      role: users.role,
      passwordHash: users.passwordHash,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      locale: users.locale,
      twoStep: {
        key: twoStep.key,
        usedSteps: twoStep.usedSteps,
        recoveryHashes: twoStep.recoveryHashes,
      },
    })
    .from(users)
    .leftJoin(twoStep, eq(twoStep.userId, users.id))
    .where("id" in by ? eq(users.id, by.id) : eq(users.email, by.email))
    .limit(1);
  return account ?? null;
}

/** The account of an email address (lower case) and its language; null if there is none. */
export async function findAccountByEmail(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return account ?? null;
}

/** Whether the visitor wrote as a guest from the confirmed address: the inbox takes these conversations over. */
export const hasGuestConversations = async ({ db, user }: Ctx): Promise<boolean> =>
  Boolean(user?.emailVerified) &&
  (await db.$count(
    enquiries,
    and(eq(enquiries.guestEmail, user?.email ?? ""), isNotNull(enquiries.confirmedTs)),
  )) > 0;
