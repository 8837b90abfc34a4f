import { and, eq, ne } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { type Result, refuse } from "@/shared/errors";
import { changeListingAsUser } from "../change-listing";
import { findOwnListing } from "../queries";
import { deleteRevisionStatement } from "../revisions/revisions";

/**
 * Deletes the user's own listing, permanently; admins use `restrictListing`. With `version`, refuses `conflict`
 * (`datastale`) after a concurrent change.
 */
export async function deleteListing(ctx: Ctx, id: string, version?: number): Promise<Result<{ id: string }>> {
  const deleted = await changeListingAsUser(ctx, id, {
    action: "listing.deleted",
    update: { state: "deleted", deletedTs: ctx.now },
    guard: and(
      ne(listings.state, "deleted"),
      version === undefined ? undefined : eq(listings.version, version),
    ),
    furtherStatements: (guard) => [deleteRevisionStatement(ctx, id, guard)],
  });
  if (deleted.ok || version === undefined) return deleted;
  return (await findOwnListing(ctx, id)) ? refuse("conflict", { reason: "datastale" }) : deleted;
}
