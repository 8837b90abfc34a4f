import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";

/** The state of an account that decides which actions it allows. */
export async function findAccountStatus(ctx: Ctx, id: string) {
  const [person] = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedTs: users.emailVerifiedTs,
      passwordHash: users.passwordHash,
      role: users.role,
      birthDate: users.birthDate,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      canCreateAdmin: users.canCreateAdmin,
      locale: users.locale,
    })
    .from(users)
    .where(eq(users.id, id))
    .limit(1);
  return person ?? null;
}

export type AccountStatus = NonNullable<Awaited<ReturnType<typeof findAccountStatus>>>;
