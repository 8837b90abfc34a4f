import { eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { AuditAction } from "@/db/audit";
import type { Statement } from "@/db/client";
import { listings } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { changeListing, commitListingMove, type ListingChange } from "../lifecycle/change-listing";
import { refuseDeleted } from "../lifecycle/moves";
import { findListing, findListingOwnerContact, type ListingDetails } from "../queries";
import { findReviewSubject, type ReviewSubject } from "./review-queue";
import { findRevision, type Revision } from "./revisions";

/**
 * The subject of a review. With `version`, reviewers decide only on the text they read; without it, on the current
 * text.
 */
export type Review = { id: string; version?: number | undefined };

type Waiting = {
  listing: ListingDetails;
  /** Set when the review is about a revision of a listing that was approved before. */
  revision: Revision | null;
  owner: NonNullable<Awaited<ReturnType<typeof findListingOwnerContact>>>;
};

type Decision = {
  /** Name in the audit log: `listing.approved`. */
  action: AuditAction;
  detail?: Record<string, unknown>;
  change: ListingChange;
  causes?: (guard: SQL) => Statement[];
  /** The mail to the owner; `params` are added to the owner's name. */
  mail: { template: string; params: { title: string; reason?: string }; quote?: string; actionPath: string };
};

/**
 * Takes a decision about what waits of a listing and tells its owner. Refuses `not_found`, `gone` once it is deleted,
 * and `conflict` when nothing waits (`wrong_state`) or it was changed since the reviewer opened it (`datastale`).
 */
export async function decideListing(
  ctx: Ctx,
  { id, version }: Review,
  decide: (waiting: Waiting) => Decision,
): Promise<Result<{ id: string; reviewed: ReviewSubject }>> {
  const listing = await findListing(ctx, id);
  // After the listing: each change of a revision increases the version, so a newer revision is detected.
  const [revision, owner] = await Promise.all([findRevision(ctx, id), findListingOwnerContact(ctx, id)]);
  if (!listing || !owner) return refuse("not_found");
  if (listing.state === "deleted") return refuseDeleted(listing);
  const reviewed = findReviewSubject(listing.state, revision);
  if (!reviewed) return refuse("conflict", { reason: "wrong_state" });

  const decision = decide({ listing, revision: reviewed === "revision" ? revision : null, owner });
  const { params, ...mail } = decision.mail;
  const decided = await commitListingMove(ctx, {
    listingId: id,
    action: decision.action,
    detail: decision.detail ?? {},
    statement: changeListing(
      ctx,
      id,
      decision.change,
      eq(listings.state, listing.state),
      eq(listings.version, version ?? listing.version),
    ),
    causes: (guard) => [
      ...(decision.causes?.(guard) ?? []),
      queueMail(
        ctx,
        { ...mail, to: owner.email, locale: owner.locale, params: { name: owner.firstName, ...params } },
        guard,
      ),
    ],
  });
  return decided ? ok({ id, reviewed }) : refuse("conflict", { reason: "datastale" });
}
