import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { reindexListings } from "@/features/listings";
import { ok, type Result } from "@/shared/errors";
import { auditAccountLink } from "./audit-account-link";
import { findTokenOwner, goodToken, holds, invalidToken, voidTokens } from "./one-time-token";

/**
 * Opens the account again that its owner disabled: signing in works and the listings are in sight. The token is spent
 * with it. What an admin disabled stays so: there the token is as good as unknown.
 */
export async function reactivate(ctx: Ctx, token: string): Promise<Result<null>> {
  const good = goodToken(ctx, token, "reactivate");
  const owner = await findTokenOwner(ctx, good);
  if (owner?.disabledBy !== "self") return invalidToken();
  const own = and(eq(users.id, owner.id), eq(users.disabledBy, "self"), holds(ctx, good));
  const [, opened] = await ctx.commit([
    auditAccountLink(ctx, "user.reactivate", owner.id, sql`exists (select 1 from ${users} where ${own})`),
    ctx.db.update(users).set({ disabledTs: null, disabledBy: null }).where(own).returning({ id: users.id }),
    ...reindexListings(ctx, sql`listings.owner_id = ${owner.id}`),
    voidTokens(ctx, owner.id, ["reactivate"], holds(ctx, good)),
  ]);
  return (opened as unknown[]).length > 0 ? ok(null) : invalidToken();
}
