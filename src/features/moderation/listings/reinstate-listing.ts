import { eq, or, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { listingDecisions, listings } from "@/db/schema";
import { getListingState, isRemovedSql, type ListingUpdate } from "@/features/listings";
import { paths } from "@/shared/paths";
import type { DecisionTarget } from "../frame/kind";
import { findUndo, UNDO_MS } from "../frame/undo-decision";
import { findRestriction } from "../restrictions/find-restriction";
import { isAboutListingsSql } from "../restrictions/list-open-reports";
import { settleObjectionStatement } from "../restrictions/settle-objection-statement";
import { prepareLiftedMails } from "../restrictions/settle-reports-statements";
import { decideListing } from "./decide-listing";
import { LISTING_UNDO } from "./undo-listing-decision";

/**
 * Ends a suspension or a removal whose content is not erased yet: the listing gets its state before that, and is expired
 * if its period ended meanwhile. After a removal, an earlier suspension or rejection lasts on with its reasons. No limit
 * applies, because the listing existed before. Accepts an open objection to the decision that it ends, and informs the
 * owner and the reporters whom that decision answered; `text` is added to the owner's mail. Refuses like `decideListing`.
 */
export async function reinstateListing(ctx: Ctx, { id, version }: DecisionTarget, text = "") {
  requireAdmin(ctx);
  const restriction = await findRestriction(ctx, id);
  const liftedMails =
    restriction &&
    (await prepareLiftedMails(ctx, {
      condition: isAboutListingsSql(sql`(${id})`),
      decidedTs: restriction.decidedTs,
      decision: "reinstated",
    }));
  const undo = await findUndo(ctx, LISTING_UNDO, id);
  return decideListing(
    ctx,
    id,
    ({ listing, owner }) => {
      const { suspendedFrom, removedFrom, publishedTs } = listing;
      // Without a stored state, it depends on whether the listing was ever published.
      const previous = removedFrom ?? suspendedFrom ?? (publishedTs === null ? "pending" : "published");
      const state = getListingState({ ...listing, state: previous }, ctx.now);
      const update: ListingUpdate =
        removedFrom === null
          ? { suspendedFrom: null, stateReasons: null, stateNote: "" }
          : { removedFrom: null, deletedTs: null };
      return {
        action: "listing.reinstated",
        done: "reinstated",
        detail: { to: state, ...(text ? { text } : {}) },
        update: { ...update, state: previous },
        guard: sql`${or(eq(listings.state, "suspended"), isRemovedSql)}
          and ${listings.suspendedFrom} is ${suspendedFrom} and ${listings.removedFrom} is ${removedFrom}
          and ${listings.version} = ${version ?? listing.version}`,
        furtherStatements: (guard) => [
          ...(restriction
            ? [
                settleObjectionStatement(
                  ctx,
                  eq(listingDecisions.id, restriction.id),
                  { outcome: "accepted", text },
                  guard,
                ),
              ]
            : []),
          ...(liftedMails?.(guard) ?? []),
        ],
        mail: {
          template: "listing_reinstated",
          params: {
            title: listing.title,
            state: ctx.translator(owner.locale)(`general.listingStates.${state}`),
          },
          quote: text,
          actionPath: paths.listing(id),
          // After the mail about what it ends, which may still wait.
          ...(undo.ok ? { notBeforeTs: ctx.now + UNDO_MS } : {}),
        },
      };
    },
    { allowDeleted: true },
  );
}
