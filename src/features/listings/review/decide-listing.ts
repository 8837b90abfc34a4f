import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { AuditAction } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import {
  commitListingChange,
  type ListingUpdate,
  refuseDeletedListing,
  updateListingStatement,
} from "../lifecycle/change-listing";
import { findListing, findListingOwnerContact, type ListingDetails } from "../queries";
import { findReviewTarget, type ReviewTarget } from "./review-queue";
import { findRevision, type Revision } from "./revisions";
import { type DecisionUndo, UNDO_MS } from "./undo-decision";

/**
 * A listing to decide about. With `version`, the decision applies only to the text that the reviewer read. With
 * `canUndo`, the mail to the teacher waits for UNDO_MS.
 */
export type ReviewRequest = { id: string; version?: number | undefined; canUndo?: boolean };

type PendingReview = {
  listing: ListingDetails;
  /** Null in the review of a listing that was never approved. */
  revision: Revision | null;
  owner: NonNullable<Awaited<ReturnType<typeof findListingOwnerContact>>>;
};

type Decision = {
  /** Action in the audit log: `listing.approved`. */
  action: AuditAction;
  detail?: Record<string, unknown>;
  update: ListingUpdate;
  furtherStatements?: (guard: SQL) => Statement[];
  /** The mail to the owner. `params` are added to the owner's name. */
  mail: { template: string; params: { title: string; reason?: string }; quote?: string; actionPath: string };
};

/**
 * Decides about a pending listing or revision and informs the owner. Refuses `not_found`, `gone` when the listing is
 * deleted after publication, and `conflict` when nothing is pending (`wrong_state`) or the listing was changed since
 * the reviewer opened it (`datastale`).
 */
export async function decideListing(
  ctx: Ctx,
  { id, version, canUndo = false }: ReviewRequest,
  decide: (pending: PendingReview) => Decision,
): Promise<Result<{ id: string; reviewed: ReviewTarget }>> {
  const listing = await findListing(ctx, id);
  // After the listing: each change of a revision increases the version, so a newer revision is detected.
  const [revision, owner] = await Promise.all([findRevision(ctx, id), findListingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  if (listing.state === "deleted") return refuseDeletedListing(listing);
  const reviewed = findReviewTarget(listing.state, revision);
  if (!reviewed) return refuse("conflict", { reason: "wrong_state" });

  const decision = decide({ listing, revision: reviewed === "revision" ? revision : null, owner });
  const { params, ...mail } = decision.mail;
  const mailId = ctx.newId();
  const expectedVersion = version ?? listing.version;
  const undo: DecisionUndo = {
    version: expectedVersion + 1,
    listing: pick(listing, Object.keys(decision.update)),
    revision: reviewed === "revision" ? revision : null,
  };
  const isDecided = await commitListingChange(ctx, {
    listingId: id,
    action: decision.action,
    detail: { ...decision.detail, ...(canUndo ? { mail: mailId } : {}) },
    statement: updateListingStatement(
      ctx,
      id,
      decision.update,
      eq(listings.state, listing.state),
      eq(listings.version, expectedVersion),
    ),
    furtherStatements: (guard) => [
      ...(decision.furtherStatements?.(guard) ?? []),
      queueMailStatement(
        ctx,
        {
          ...mail,
          to: owner.email,
          locale: owner.locale,
          params: { name: owner.firstName, ...params },
          ...(canUndo ? { id: mailId, notBeforeTs: ctx.now + UNDO_MS, undo } : {}),
        },
        guard,
      ),
    ],
  });
  return isDecided ? ok({ id, reviewed }) : refuse("conflict", { reason: "datastale" });
}

/** These columns of a listing. `expiry_notice` is not read; a listing in review has none. */
const pick = (listing: ListingDetails, columns: readonly string[]): ListingUpdate =>
  Object.fromEntries(Object.entries(listing).filter(([column]) => columns.includes(column)));
