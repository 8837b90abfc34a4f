import { and, eq, gt, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { commitMove } from "./move";
import { refuseMove } from "./moves";

/** Takes one's published listing out of sight, until it is resumed. Its ninety days go on. */
export async function pauseListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const paused = await commitMove(ctx, {
    listingId: id,
    action: "listing.paused",
    statement: ctx.db
      .update(listings)
      .set({ state: "paused", updatedTs: ctx.now, version: sql`${listings.version} + 1` })
      .where(
        and(
          eq(listings.id, id),
          eq(listings.ownerId, user.id),
          eq(listings.state, "published"),
          gt(listings.expiresTs, ctx.now),
        ),
      )
      .returning({ id: listings.id }),
  });
  return paused ? ok({ id }) : refuseMove(ctx, id);
}
