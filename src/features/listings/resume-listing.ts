import { and, eq, gt, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { commitMove } from "./move";
import { refuseMove } from "./moves";

/** Shows one's paused listing again. One whose ninety days ended meanwhile has to be renewed first. */
export async function resumeListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const resumed = await commitMove(ctx, {
    listingId: id,
    action: "listing.resumed",
    statement: ctx.db
      .update(listings)
      .set({ state: "published", updatedTs: ctx.now, version: sql`${listings.version} + 1` })
      .where(
        and(
          eq(listings.id, id),
          eq(listings.ownerId, user.id),
          eq(listings.state, "paused"),
          gt(listings.expiresTs, ctx.now),
        ),
      )
      .returning({ id: listings.id }),
  });
  return resumed ? ok({ id }) : refuseMove(ctx, id);
}
