import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";

/** What opens an account, found by its id or by its e-mail address (lower case). */
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

/** Whether an e-mail address (lower case) has an account, and in which language its owner reads. */
export async function findAccountByEmail(ctx: Ctx, email: string) {
  const [account] = await ctx.db
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(eq(users.email, email))
    .limit(1);
  return account ?? null;
}
