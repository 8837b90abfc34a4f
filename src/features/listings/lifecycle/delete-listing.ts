import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { type Result, refuse } from "@/shared/errors";
import { findEditableListing } from "../queries";
import { deleteRevision } from "../review/revisions";
import { moveOwnListing } from "./own-move";

/**
 * Deletes the user's own listing, or any listing as an admin. Deletion is permanent, and the page then says so. With
 * `version`, refuses `conflict` (`datastale`) after a concurrent change.
 */
export async function deleteListing(ctx: Ctx, id: string, version?: number): Promise<Result<{ id: string }>> {
  const seen = version === undefined ? undefined : eq(listings.version, version);
  const deleted = await moveOwnListing(ctx, id, {
    action: "listing.deleted",
    change: { state: "deleted", deletedTs: ctx.now },
    from: and(ne(listings.state, "deleted"), seen),
    admins: true,
    causes: (guard) => [deleteRevision(ctx, id, guard)],
  });
  if (deleted.ok || version === undefined) return deleted;
  const there = await findEditableListing(ctx, id);
  return there ? refuse("conflict", { reason: "datastale" }) : deleted;
}
