import { eq, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { queueMail } from "@/features/mail";
import type { StoredListingState } from "@/shared/codes";
import type { Result } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { changeListing } from "../lifecycle/change-listing";
import { getListingState } from "../listing-state";
import type { ListingDetails } from "../queries";
import { moderate } from "./moderate";

/**
 * Takes a suspension back: the listing is again what it was, and expired if its days ended meanwhile. It was there
 * before whatever its owner published since, so no limit stands in its way. Tells the owner. Refuses like `moderate`.
 */
export async function reinstateListing(ctx: Ctx, id: string): Promise<Result<{ id: string }>> {
  requireAdmin(ctx);
  return moderate(ctx, id, ({ listing, owner }) => {
    const state = getListingState({ ...listing, state: stateBefore(listing) }, ctx.now);
    return {
      action: "listing.reinstated",
      detail: { to: state },
      statement: changeListing(
        ctx,
        id,
        { state: stateBefore(listing), suspendedFrom: null, stateReason: null, stateNote: "" },
        eq(listings.state, "suspended"),
        // The previous state belongs to the suspension that was read.
        sql`${listings.suspendedFrom} is ${listing.suspendedFrom}`,
      ),
      causes: (guard) => [
        queueMail(
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

/** What a suspended listing was: as noted, else by whether readers ever saw it. */
const stateBefore = ({ suspendedFrom, publishedTs }: ListingDetails): StoredListingState =>
  suspendedFrom ?? (publishedTs === null ? "pending" : "published");
