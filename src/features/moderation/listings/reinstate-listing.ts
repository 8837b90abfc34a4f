import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { getListingState, type ListingDetails } from "@/features/listings";
import type { StoredListingState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { decideListing } from "./decide-listing";

/**
 * Ends a suspension: the listing gets its previous state, and is expired if its period ended meanwhile. No limit
 * applies, because the listing existed before. Informs the owner. Refuses like `decideListing`.
 */
export const reinstateListing = (ctx: Ctx, id: string) =>
  decideListing(ctx, id, ({ listing, owner }) => {
    const previous = getPreviousState(listing);
    const state = getListingState({ ...listing, state: previous }, ctx.now);
    return {
      action: "listing.reinstated",
      done: "reinstated",
      detail: { to: state },
      update: { state: previous, suspendedFrom: null, stateReasons: null, stateNote: "" },
      guard: and(
        eq(listings.state, "suspended"),
        // The previous state belongs to the suspension that was read.
        sql`${listings.suspendedFrom} is ${listing.suspendedFrom}`,
      ),
      mail: {
        template: "listing_reinstated",
        params: {
          title: listing.title,
          state: ctx.translator(owner.locale)(`general.listingStates.${state}`),
        },
        actionPath: paths.listing(id),
      },
    };
  });

/** The state before the suspension; if none is stored, it depends on whether the listing was ever published. */
const getPreviousState = ({ suspendedFrom, publishedTs }: ListingDetails): StoredListingState =>
  suspendedFrom ?? (publishedTs === null ? "pending" : "published");
