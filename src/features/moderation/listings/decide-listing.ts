import { eq, type SQL } from "drizzle-orm";
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
import { createWaitingMail, storeUndoStatement } from "../frame/undo-decision";
import { prepareRestriction, type RestrictionOptions } from "../restrictions/prepare-restriction";
import type { Restriction } from "../restrictions/statement-of-reasons";
import { findWaitingPart } from "./find-waiting-part";

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
  furtherStatements?: (guard: SQL) => Statement[];
  /** The mail to the owner. `params` are added to the owner's name. */
  mail: { template: MailTemplate; params: Record<string, string>; quote?: string; actionPath: string };
};

/**
 * Decides about a listing in any state, and informs its owner. Refuses `not_found`, `gone` when the listing is deleted
 * after publication, `forbidden` (`own_listing_decision`) to its owner, and `conflict` (`wrong_state`) when `guard` does
 * not hold. With `allowDeleted`, the guard decides about deleted listings too.
 */
export async function decideListing(
  ctx: Ctx,
  id: string,
  decide: (found: ListingToDecide) => ListingDecision & { guard: SQL | undefined },
  { allowDeleted = false, ...options }: { allowDeleted?: boolean; readReports?: readonly string[] } = {},
): Promise<Result<DecidedListing>> {
  requireAdmin(ctx);
  const found = await findListingToDecide(ctx, id, allowDeleted);
  if (!found.ok) return found;
  if (await isLeftToOthers(ctx, found.value.listing.ownerId)) return refuseOwnListing();
  const { guard, ...decision } = decide(found.value);
  const isDecided = await commitDecision(ctx, found.value, decision, [guard], options);
  if (isDecided) return ok({ id, done: decision.done });
  const { listing } = found.value;
  return listing.state === "deleted"
    ? refuseDeletedListing(listing)
    : refuse("conflict", { reason: "wrong_state" });
}

/**
 * Decides about a pending listing or revision. Refuses as `decideListing`, and `conflict` when nothing is pending
 * (`wrong_state`) or the listing was changed since the admin opened it (`datastale`).
 */
export async function decidePendingListing(
  ctx: Ctx,
  { id, version, canUndo = false }: DecisionTarget & Pick<RestrictionOptions, "canUndo">,
  decide: (pending: ListingToDecide) => ListingDecision,
): Promise<Result<DecidedListing>> {
  requireAdmin(ctx);
  const found = await findListingToDecide(ctx, id);
  if (!found.ok) return found;
  const { listing } = found.value;
  if (await isLeftToOthers(ctx, listing.ownerId)) return refuseOwnListing();
  const waiting = findWaitingPart(listing.state, found.value.revision);
  if (!waiting) return refuse("conflict", { reason: "wrong_state" });
  const revision = waiting === "revision" ? found.value.revision : null;
  const pending = { ...found.value, revision };
  const decision = decide(pending);
  const expectedVersion = version ?? listing.version;
  const mail = canUndo ? createWaitingMail(ctx) : null;
  const subject = auditSubject("listing", id);
  const restores: RestoredListing = { listing: pick(listing, Object.keys(decision.update)), revision };
  const isDecided = await commitDecision(
    ctx,
    pending,
    {
      ...decision,
      mail: { ...decision.mail, ...mail },
      furtherStatements: (guard) => [
        ...(decision.furtherStatements?.(guard) ?? []),
        ...(mail
          ? [
              storeUndoStatement(
                ctx,
                subject,
                { mailId: mail.id, version: expectedVersion + 1, restores },
                guard,
              ),
            ]
          : []),
      ],
    },
    [eq(listings.state, listing.state), eq(listings.version, expectedVersion)],
    { canUndo },
  );
  return isDecided ? ok({ id, done: decision.done }) : refuse("conflict", { reason: "datastale" });
}

/** Another admin decides about an admin's own listing. */
export const refuseOwnListing = () => refuse("forbidden", { reason: "own_listing_decision" });

type DecidedListing = { id: string; done: string };

/** What undoing a decision about a listing restores. */
export type RestoredListing = {
  /** The columns that the decision changed. */
  listing: ListingUpdate;
  /** The pending revision that the decision was about. */
  revision: Pick<Revision, "title" | "description" | "submittedTs" | "holdRule"> | null;
};

async function findListingToDecide(
  ctx: Ctx,
  id: string,
  allowDeleted = false,
): Promise<Result<ListingToDecide>> {
  const listing = await findListing(ctx, id);
  // After the listing: each change of a revision increases the version, so a newer revision is detected.
  const [revision, owner] = await Promise.all([findRevision(ctx, id), findListingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  if (listing.state === "deleted" && !allowDeleted) return refuseDeletedListing(listing);
  return ok({ listing, revision, owner });
}

async function commitDecision(
  ctx: Ctx,
  { listing, revision, owner }: ListingToDecide,
  { action, detail, update, restriction, mail: { params, ...mail }, furtherStatements }: ListingDecision,
  guards: (SQL | undefined)[],
  options: RestrictionOptions,
): Promise<boolean> {
  const { id } = listing;
  const text = restriction?.restriction === "revision_rejected" ? (revision ?? listing) : listing;
  const restricted =
    restriction &&
    (await prepareRestriction(
      ctx,
      [{ id, title: text.title, holdRule: text.holdRule }],
      restriction,
      options,
    ));
  return commitListingChange(ctx, {
    listingId: id,
    action,
    detail,
    statement: updateListingStatement(ctx, id, update, ...guards),
    furtherStatements: (guard) => [
      ...(furtherStatements?.(guard) ?? []),
      ...(restricted?.statements(guard) ?? []),
      queueMailStatement(
        ctx,
        {
          ...mail,
          to: owner.email,
          locale: owner.locale,
          params: { name: owner.firstName, ...params },
          tables: restricted ? [restricted.composeTable(owner.locale)] : [],
        },
        guard,
      ),
    ],
  });
}

/** These columns of a listing. `expiry_notice` is not read; a pending listing has none. */
const pick = (listing: ListingDetails, columns: readonly string[]): ListingUpdate =>
  Object.fromEntries(Object.entries(listing).filter(([column]) => columns.includes(column)));
