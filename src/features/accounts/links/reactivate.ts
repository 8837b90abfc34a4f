import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { reindexListings } from "@/features/listings";
import { ok, type Result } from "@/shared/errors";
import {
  auditAccountLink,
  findTokenOwner,
  hasToken,
  invalidToken,
  validToken,
  voidTokens,
} from "./one-time-token";

/**
 * Enables an account that its owner disabled: sign-in works and listings are visible again. The token is spent. For an
 * account that an admin disabled, the token is refused as unknown.
 */
export async function reactivate(ctx: Ctx, token: string): Promise<Result<null>> {
  const valid = validToken(ctx, token, "reactivate");
  const owner = await findTokenOwner(ctx, valid);
  if (owner?.disabledBy !== "self") return invalidToken();
  const own = and(eq(users.id, owner.id), eq(users.disabledBy, "self"), hasToken(ctx, valid));
  const [, opened] = await ctx.commit([
    auditAccountLink(ctx, "user.reactivate", owner.id, sql`exists (select 1 from ${users} where ${own})`),
    ctx.db.update(users).set({ disabledTs: null, disabledBy: null }).where(own).returning({ id: users.id }),
    ...reindexListings(ctx, sql`listings.owner_id = ${owner.id}`),
    voidTokens(ctx, owner.id, ["reactivate"], hasToken(ctx, valid)),
  ]);
  return (opened as unknown[]).length > 0 ? ok(null) : invalidToken();
}
