import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";

/** The credentials of an account, by id or email address (lower case). */
export async function findCredentials(ctx: Ctx, by: { id: string } | { email: string }) {
  const [account] = await ctx.db
    .select({
      id: users.id,
      role: users.role,
      passwordHash: users.passwordHash,
      disabledTs: users.disabledTs,
      disabledBy: users.disabledBy,
      locale: users.locale,
    })
    .from(users)
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
