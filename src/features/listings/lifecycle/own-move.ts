import { eq, type SQL } from "drizzle-orm";
import { requireUser } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { AuditAction } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { ok, type Result } from "@/shared/errors";
import { changeListing, commitListingMove, type ListingChange } from "./change-listing";
import { refuseMove } from "./moves";

export type OwnMove = {
  /** Name in the audit log: `listing.paused`. */
  action: AuditAction;
  change: ListingChange;
  /** From where the move leads. */
  from: SQL | undefined;
  /** Admins may make it too. */
  admins?: boolean;
  causes?: (guard: SQL) => Statement[];
};

/**
 * Changes the state of the user's own listing. Runs no query first, and writes nothing for a user without access.
 * Refuses like `refuseMove`.
 */
export async function moveOwnListing(ctx: Ctx, id: string, move: OwnMove): Promise<Result<{ id: string }>> {
  const { action, change, from, admins = false, causes } = move;
  const user = requireUser(ctx);
  const mine = admins && user.role === "a" ? undefined : eq(listings.ownerId, user.id);
  const moved = await commitListingMove(ctx, {
    listingId: id,
    action,
    statement: changeListing(ctx, id, change, mine, from),
    ...(causes ? { causes } : {}),
  });
  return moved ? ok({ id }) : refuseMove(ctx, id);
}
