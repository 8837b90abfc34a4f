import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { auditAccountLink } from "./audit-account-link";
import { findTokenOwner, goodToken, holds, invalidToken, voidTokens } from "./one-time-token";

/** Confirms the address of the account that a mailed token belongs to. It works once, and the older ones end with it. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<Result<null>> {
  const good = goodToken(ctx, token, "verify_email");
  const owner = await findTokenOwner(ctx, good);
  if (!owner) return invalidToken();
  const unspent = holds(ctx, good);
  const [verified] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(and(eq(users.id, owner.id), unspent))
      .returning({ id: users.id }),
    auditAccountLink(ctx, "user.verify_email", owner.id, unspent),
    voidTokens(ctx, owner.id, ["verify_email"], unspent),
  ]);
  return (verified as unknown[]).length > 0 ? ok(null) : invalidToken();
}
