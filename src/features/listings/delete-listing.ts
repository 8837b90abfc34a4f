import { and, eq, ne, sql } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { commitMove } from "./move";
import { refuseMove } from "./moves";

/** Deletes one's own listing, or any as an admin. Its page says so from then on; nobody can bring it back. */
export async function deleteListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const deleted = await commitMove(ctx, {
    listingId: id,
    action: "listing.deleted",
    statement: ctx.db
      .update(listings)
      .set({
        state: "deleted",
        deletedTs: ctx.now,
        updatedTs: ctx.now,
        version: sql`${listings.version} + 1`,
      })
      .where(
        and(
          eq(listings.id, id),
          user.role === "a" ? undefined : eq(listings.ownerId, user.id),
          ne(listings.state, "deleted"),
        ),
      )
      .returning({ id: listings.id }),
  });
  return deleted ? ok({ id }) : refuseMove(ctx, id);
}
