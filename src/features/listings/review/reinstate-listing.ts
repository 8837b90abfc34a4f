import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import type { StoredListingState } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { changeListingAsAdmin, updateListingStatement } from "../lifecycle/change-listing";
import { getListingState } from "../listing-state";
import type { ListingDetails } from "../queries";

/**
 * Ends a suspension: the listing gets its previous state, and is expired if its period ended meanwhile. No limit
 * applies, because the listing existed before. Informs the owner. Refuses like `changeListingAsAdmin`.
 */
export async function reinstateListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  return changeListingAsAdmin(ctx, id, (listing, owner) => {
    const previous = getPreviousState(listing);
    const state = getListingState({ ...listing, state: previous }, ctx.now);
    return {
      action: "listing.reinstated",
      detail: { to: state },
      statement: updateListingStatement(
        ctx,
        id,
        { state: previous, suspendedFrom: null, stateReasons: null, stateNote: "" },
        eq(listings.state, "suspended"),
        // The previous state belongs to the suspension that was read.
        sql`${listings.suspendedFrom} is ${listing.suspendedFrom}`,
      ),
      furtherStatements: (guard) => [
        queueMailStatement(
          ctx,
          {
            template: "listing_reinstated",
            to: owner.email,
            locale: owner.locale,
            params: {
              name: owner.firstName,
              title: listing.title,
              state: ctx.translator(owner.locale)(`general.listingStates.${state}`),
            },
            actionPath: paths.listing(id),
          },
          guard,
        ),
      ],
    };
  });
}

/** The state before the suspension; if none is stored, it depends on whether the listing was ever published. */
const getPreviousState = ({ suspendedFrom, publishedTs }: ListingDetails): StoredListingState =>
  suspendedFrom ?? (publishedTs === null ? "pending" : "published");
