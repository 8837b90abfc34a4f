import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { teacherInformation, users } from "@/db/schema";

/** What signing in needs to know of the account of an e-mail address (lower case). */
export async function findCredentials(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({
      id: users.id,
      role: users.role,
      passwordHash: users.passwordHash,
      disabledTs: users.disabledTs,
    })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return account ?? null;
}

/** Whether an e-mail address (lower case) has an account, and in which language its owner reads. */
export async function findAccountByEmail(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return account ?? null;
}

/** Everything an account's owner may see of it, but the password's hash. */
export async function findOwnAccount(ctx: Ctx, userId: string) {
  const [row] = await ctx.db
    .select({
      user: {
        id: users.id,
        email: users.email,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        birthDate: users.birthDate,
        signupTs: users.signupTs,
        disabledTs: users.disabledTs,
        canCreateAdmin: users.canCreateAdmin,
        profilePicture: users.profilePicture,
      },
      teacher: teacherInformation,
    })
    .from(users)
    .leftJoin(teacherInformation, eq(teacherInformation.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  return row ?? null;
}

export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>;
