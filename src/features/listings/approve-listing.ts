import { and, eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { commitMove, freshExpiry } from "./move";
import { findListing, listingOwnerContact } from "./queries";

/** What a reviewer decides about: the version that was read, so that nobody approves what nobody read. */
export type Review = { id: string; version: number };

/**
 * Publishes a pending listing for ninety days and tells its owner. Refuses `not_found`, and `conflict` when it is not
 * pending (`wrong_state`) or was changed since the reviewer opened it (`datastale`).
 */
export async function approveListing(ctx: Ctx, { id, version }: Review): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  const [listing, owner] = await Promise.all([findListing(ctx, id), listingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  const approved = await commitMove(ctx, {
    listingId: id,
    action: "listing.approved",
    statement: ctx.db
      .update(listings)
      .set({
        state: "published",
        stateReason: null,
        stateNote: "",
        publishedTs: sql`coalesce(${listings.publishedTs}, ${ctx.now})`,
        renewedTs: ctx.now,
        expiresTs: freshExpiry(ctx.now, id),
        updatedTs: ctx.now,
        version: sql`${listings.version} + 1`,
      })
      .where(and(eq(listings.id, id), eq(listings.state, "pending"), eq(listings.version, version)))
      .returning({ id: listings.id }),
    causes: (happened) => [
      queueMail(
        ctx,
        {
          template: "listing_approved",
          to: owner.email,
          locale: owner.locale,
          params: { name: owner.firstName, title: listing.title },
          actionPath: paths.listing(id),
        },
        happened,
      ),
    ],
  });
  return approved ? ok({ id }) : refuseReview(ctx, id);
}

/** Why a review was not taken. */
export async function refuseReview(ctx: Ctx, id: string) {
  const listing = await findListing(ctx, id);
  if (!listing) return refuse("not_found");
  return refuse("conflict", { reason: listing.state === "pending" ? "datastale" : "wrong_state" });
}
