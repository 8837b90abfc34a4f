import { and, eq, type SQL } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { type AuditAction, auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import {
  commitListingChange,
  findListing,
  findListingOwnerContact,
  findRevision,
  type ListingDetails,
  type ListingUpdate,
  type Revision,
  refuseDeletedListing,
  updateListingStatement,
} from "@/features/listings";
import { type MailTemplate, queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { DecisionTarget } from "../frame/kind";
import { pickChanged, storeUndoStatements } from "../frame/undo-decision";
import { prepareRestriction, type RestrictionOptions } from "../restrictions/prepare-restriction";
import type { Restriction } from "../restrictions/statement-of-reasons";
import { findWaitingPart } from "./find-waiting-part";
import type { ListingBefore } from "./undo-listing-decision";

export type ListingToDecide = {
  listing: ListingDetails;
  revision: Revision | null;
  owner: NonNullable<Awaited<ReturnType<typeof findListingOwnerContact>>>;
};

export type ListingDecision = {
  action: AuditAction;
  /** The notice to the admin: a key of `moderation.kinds.listings.done`. */
  done: string;
  detail?: Record<string, unknown>;
  update: ListingUpdate;
  /** Why the listing or its new text is restricted; null for other decisions. */
  restriction?: Restriction;
  /** The pending revision that is decided about. */
  revision?: Revision | null;
  furtherStatements?: (guard: SQL) => Statement[];
  /** The mail to the owner. `params` are added to the owner's name. */
  mail: {
    template: MailTemplate;
    params: Record<string, string>;
    quote?: string;
    actionPath: string;
    notBeforeTs?: number;
  };
};

/**
 * Decides about a listing in any state, and informs its owner. Refuses `not_found`, `gone` when the listing is deleted
 * after publication, `forbidden` (`own_listing_decision`) to its owner, and `conflict` when `decide` returns null
 * (`wrong_state`) or its guard does not hold (`staleReason`). With `allowDeleted`, the guard decides about deleted
 * listings too.
 */
export async function decideListing(
  ctx: Ctx,
  id: string,
  decide: (found: ListingToDecide) => (ListingDecision & { guard: SQL | undefined }) | null,
  {
    allowDeleted = false,
    staleReason = "wrong_state",
    ...options
  }: RestrictionOptions & { allowDeleted?: boolean; staleReason?: "wrong_state" | "datastale" } = {},
): Promise<Result<{ id: string; done: string }>> {
  requireAdmin(ctx);
  const listing = await findListing(ctx, id);
  // After the listing: each change of a revision increases the version, so a newer revision is detected.
  const [revision, owner] = await Promise.all([findRevision(ctx, id), findListingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  const isDeleted = listing.state === "deleted";
  if (isDeleted && !allowDeleted) return refuseDeletedListing(listing);
  if (await isLeftToOthers(ctx, listing.ownerId)) return refuseOwnListing();
  const decision = decide({ listing, revision, owner });
  if (!decision) return refuse("conflict", { reason: "wrong_state" });
  const { action, detail, update, restriction, guard: decisionGuard, done } = decision;
  const text = restriction?.restriction === "revision_rejected" ? (revision ?? listing) : listing;
  const restricted =
    restriction &&
    (await prepareRestriction(
      ctx,
      [{ id, title: text.title, holdRule: text.holdRule }],
      restriction,
      options,
    ));
  const stateBefore: ListingBefore = {
    listing: pickChanged(listing, update),
    revision: decision.revision ?? null,
  };
  const isDecided = await commitListingChange(ctx, {
    listingId: id,
    action,
    detail,
    statement: updateListingStatement(ctx, id, update, decisionGuard),
    furtherStatements: (guard) => [
      ...(decision.furtherStatements?.(guard) ?? []),
      ...(restricted?.statements(guard) ?? []),
      ...storeUndoStatements(
        ctx,
        auditSubject("listing", id),
        { version: listing.version + 1, stateBefore },
        guard,
      ),
      queueMailStatement(
        ctx,
        {
          ...decision.mail,
          to: owner.email,
          locale: owner.locale,
          params: { name: owner.firstName, ...decision.mail.params },
          tables: restricted ? [restricted.composeTable(owner.locale)] : [],
          areTablesLast: true,
        },
        guard,
      ),
    ],
  });
  if (isDecided) return ok({ id, done });
  return isDeleted ? refuseDeletedListing(listing) : refuse("conflict", { reason: staleReason });
}

/**
 * Decides about a pending listing or revision. Refuses as `decideListing`, and `conflict` when nothing is pending
 * (`wrong_state`) or the listing was changed since the admin opened it (`datastale`).
 */
export const decidePendingListing = (
  ctx: Ctx,
  { id, version }: DecisionTarget,
  decide: (pending: ListingToDecide) => ListingDecision,
): ReturnType<typeof decideListing> =>
  decideListing(
    ctx,
    id,
    ({ listing, owner, ...found }) => {
      const waiting = findWaitingPart(listing.state, found.revision);
      if (!waiting) return null;
      const revision = waiting === "revision" ? found.revision : null;
      const decision = decide({ listing, revision, owner });
      return {
        ...decision,
        revision,
        guard: and(eq(listings.state, listing.state), eq(listings.version, version ?? listing.version)),
      };
    },
    { staleReason: "datastale" },
  );

/** Another admin decides about an admin's own listing. */
export const refuseOwnListing = () => refuse("forbidden", { reason: "own_listing_decision" });
