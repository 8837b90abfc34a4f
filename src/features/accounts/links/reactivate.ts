import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { hasRows } from "@/db/returned-rows";
import { users } from "@/db/schema";
import { recountSentStatement } from "@/features/enquiries";
import { queueForRequestsStatement, reindexListingsStatements } from "@/features/listings";
import { ok, type Result } from "@/shared/errors";
import {
  auditAccountLinkStatement,
  findTokenAccount,
  hasValidTokenSql,
  invalidateTokensStatement,
  invalidToken,
  isValidTokenSql,
} from "../one-time-token";

/**
 * Enables an account that its owner disabled: sign-in works and listings are visible again. The token is used up. For
 * an account that an admin disabled, the token is refused as unknown.
 */
export async function reactivate(ctx: Ctx, token: string): Promise<Result<null>> {
  const valid = isValidTokenSql(ctx, token, "reactivate");
  const account = await findTokenAccount(ctx, valid);
  if (account?.disabledBy !== "self") return invalidToken();
  const disabledBySelf = and(
    eq(users.id, account.id),
    eq(users.disabledBy, "self"),
    hasValidTokenSql(ctx, valid),
  );
  const [, enabled] = await ctx.commit([
    auditAccountLinkStatement(
      ctx,
      "user.reactivated",
      account.id,
      sql`exists (select 1 from ${users} where ${disabledBySelf})`,
    ),
    ctx.db
      .update(users)
      .set({ disabledTs: null, disabledBy: null })
      .where(disabledBySelf)
      .returning({ id: users.id }),
    queueForRequestsStatement(ctx, sql`listings.owner_id = ${account.id}`),
    ...reindexListingsStatements(ctx, sql`listings.owner_id = ${account.id}`),
    recountSentStatement(ctx, account.id),
    invalidateTokensStatement(ctx, account.id, ["reactivate"], hasValidTokenSql(ctx, valid)),
  ]);
  return hasRows(enabled) ? ok(null) : invalidToken();
}
