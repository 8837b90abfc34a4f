import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { listings } from "@/db/schema";
import { deleteRevisionStatement, newPublicationPeriod } from "@/features/listings";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { detectTextLanguage } from "@/shared/text-language";
import type { DecisionTarget } from "../frame/kind";
import { decidePendingListing, type ListingDecision, type ListingToDecide } from "./decide-listing";

/**
 * Publishes a pending listing for 90 days, or the revision of a published one, whose other fields and period stay.
 * Refuses like `decidePendingListing`.
 */
export const approveListing = (ctx: Ctx, target: DecisionTarget) =>
  decidePendingListing(ctx, target, (found) => composeApproval(ctx, found));

/** The decision that publishes a listing, or its revision if there is one. */
export function composeApproval(
  ctx: Ctx,
  { listing: { id, title }, revision, owner }: ListingToDecide,
): ListingDecision {
  const actionPath = paths.listing(id);
  if (revision) {
    return {
      action: "listing.revision_approved",
      done: "revision_approved",
      update: {
        title: revision.title,
        description: revision.description,
        textLanguage: detectTextLanguage(revision),
      },
      furtherStatements: (guard) => [deleteRevisionStatement(ctx, id, guard)],
      mail: { template: "revision_approved", params: { title: revision.title }, actionPath },
    };
  }
  return {
    action: "listing.approved",
    done: "approved",
    update: {
      state: "published",
      stateReasons: null,
      stateNote: "",
      holdRule: null,
      publishedTs: sql`coalesce(${listings.publishedTs}, ${ctx.now})`,
      ...newPublicationPeriod(ctx, id),
    },
    mail: {
      template: "listing_approved",
      params: {
        title,
        date: formatDate(owner.newExpiryTs, owner.locale),
        phone: owner.hasPhone ? ctx.translator(owner.locale)("mail.phoneOfPublished") : "",
      },
      actionPath,
    },
  };
}
