import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { adoptGuestAlertsStatements } from "@/features/alerts";
import { ok, type Result } from "@/shared/errors";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
} from "./one-time-token";

/** Verifies the address of a mailed token's account. The token works once; older tokens become invalid with it. */
export async function verifyEmail(ctx: Ctx, token: string): Promise<Result<null>> {
  const valid = isValidTokenSql(ctx, token, "verify_email");
  const account = await findTokenAccount(ctx, valid);
  if (!account) return invalidToken();
  const guard = hasValidTokenSql(ctx, valid);
  const [verified] = await ctx.commit([
    ctx.db
      .update(users)
      .set({ emailVerifiedTs: sql`coalesce(${users.emailVerifiedTs}, ${ctx.now})` })
      .where(and(eq(users.id, account.id), guard))
      .returning({ id: users.id }),
    auditAccountLinkStatement(ctx, "user.email_verified", account.id, guard),
    ...adoptGuestAlertsStatements(ctx, account.email, guard),
    invalidateTokensStatement(ctx, account.id, ["verify_email"], guard),
  ]);
  return hasRows(verified) ? ok(null) : invalidToken();
}
