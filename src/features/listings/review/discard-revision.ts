import { eq } from "drizzle-orm";
import { requireTeacher } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { changeListing, commitListingMove } from "../lifecycle/change-listing";
import { findEditableListing } from "../queries";
import { deleteRevision, findRevision } from "./revisions";

/**
 * Deletes the pending or returned revision of a listing; the published text stays. Does nothing without a revision.
 * `version` is the one that the editor saw; returns the new one. Refuses `not_found` without the right to edit, and
 * `conflict` after another change (`datastale`) or in a state that can't be edited (`wrong_state`).
 */
export async function discardRevision(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
): Promise<Result<{ version: number }>> {
  requireTeacher(ctx);
  const [listing, proposed] = await Promise.all([findEditableListing(ctx, id), findRevision(ctx, id)]);
  if (!listing) return refuse("not_found");
  if (listing.version !== version) return refuse("conflict", { reason: "datastale" });
  if (listing.state === "suspended") return refuse("conflict", { reason: "wrong_state" });
  if (!proposed) return ok({ version });

  const discarded = await commitListingMove(ctx, {
    listingId: id,
    action: "listing.revision_discarded",
    detail: { returned: proposed.stateReason },
    statement: changeListing(ctx, id, {}, eq(listings.version, version), eq(listings.state, listing.state)),
    causes: (guard) => [deleteRevision(ctx, id, guard)],
  });
  return discarded ? ok({ version: version + 1 }) : refuse("conflict", { reason: "datastale" });
}
