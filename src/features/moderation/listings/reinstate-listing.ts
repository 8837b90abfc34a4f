import { and, eq, or, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { getListingState, type ListingDetails } from "@/features/listings";
import type { StoredListingState } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { decideListing } from "./decide-listing";
import { isRemovedSql, settleObjectionStatement } from "./find-restriction";

/**
 * Ends a suspension or a removal whose content is not erased yet: the listing gets its previous state, and is expired if
 * its period ended meanwhile. No limit applies, because the listing existed before. Accepts an open objection, and
 * informs the owner; `text` is added to the mail. Refuses like `decideListing`.
 */
export const reinstateListing = (ctx: Ctx, id: string, text = "") =>
  decideListing(
    ctx,
    id,
    ({ listing, owner }) => {
      const previous = getPreviousState(listing);
      const state = getListingState({ ...listing, state: previous }, ctx.now);
      return {
        action: "listing.reinstated",
        done: "reinstated",
        detail: { to: state, ...(text ? { text } : {}) },
        update: { state: previous, suspendedFrom: null, deletedTs: null, stateReasons: null, stateNote: "" },
        guard: and(
          or(eq(listings.state, "suspended"), isRemovedSql),
          // The previous state belongs to the suspension that was read.
          sql`${listings.suspendedFrom} is ${listing.suspendedFrom}`,
        ),
        furtherStatements: (guard) => [
          settleObjectionStatement(ctx, id, { outcome: "accepted", text }, guard),
        ],
        mail: {
          template: "listing_reinstated",
          params: {
            title: listing.title,
            state: ctx.translator(owner.locale)(`general.listingStates.${state}`),
          },
          quote: text,
          actionPath: paths.listing(id),
        },
      };
    },
    { allowDeleted: true },
  );

/** The state before the restriction; if none is stored, it depends on whether the listing was ever published. */
const getPreviousState = ({ suspendedFrom, publishedTs }: ListingDetails): StoredListingState =>
  suspendedFrom ?? (publishedTs === null ? "pending" : "published");
