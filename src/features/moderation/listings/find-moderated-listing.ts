import { and, desc, eq, ne, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import { isLeftToOthers } from "@/auth/other-admins";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { invitations, listings, users } from "@/db/schema";
import { findListing, findRevision, getListingState } from "@/features/listings";
import { getUsualPrice } from "@/features/prices";
import { selectHistory } from "../frame/select-history";
import { findOpenObjection, findRestriction } from "../restrictions/find-restriction";
import { findWaitingPart } from "./find-waiting-part";

/** Everything that an admin needs to decide: the listing, its owner, the owner's other listings, the audit events. */
export async function findModeratedListing(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const listing = await findListing(ctx, id);
  if (!listing) return null;
  // After the listing: the decision names a version, which must not be newer than the revision shown.
  const { subject, levels: level, county } = listing;
  const [revision, objection, restriction, usualPrice] = await Promise.all([
    findRevision(ctx, id),
    findOpenObjection(ctx, id),
    findRestriction(ctx, id),
    getUsualPrice(ctx.db, { subject, level, county }),
  ]);
  const { email, emailVerifiedTs, signupTs } = users;
  const isInvited = sql<number>`exists (select 1 from ${invitations} where ${eq(invitations.claimedUserId, listing.ownerId)})`;
  const [[owner], others, history] = await ctx.db.batch([
    ctx.db
      .select({ email, emailVerifiedTs, signupTs, isInvited })
      .from(users)
      .where(eq(users.id, listing.ownerId)),
    ctx.db
      .select({
        id: listings.id,
        title: listings.title,
        subject: listings.subject,
        state: listings.state,
        expiresTs: listings.expiresTs,
      })
      .from(listings)
      .where(and(eq(listings.ownerId, listing.ownerId), ne(listings.id, id)))
      .orderBy(desc(listings.updatedTs))
      .limit(20),
    selectHistory(ctx, auditSubject("listing", id)),
  ]);
  if (!owner) return null;
  const part = findWaitingPart(listing.state, revision);
  const ts = (part === "revision" ? revision : listing)?.submittedTs ?? 0;
  const isOwn = await isLeftToOthers(ctx, listing.ownerId);
  return {
    id,
    version: listing.version,
    waiting: part
      ? { list: "pending", ts, part }
      : objection
        ? { list: "objections", ts: objection.objectionTs ?? 0, part: "objection" as const }
        : null,
    /** Whether it is the admin's own, and another admin decides. */
    isOwn,
    canApprove: part !== null && !isOwn,
    listing: { ...listing, state: getListingState(listing, ctx.now) },
    /** The pending or rejected revision of a published listing. */
    revision,
    /** The decision with an objection to answer; without one the decision that restricts it, or the last one. */
    restriction: objection ?? restriction,
    /** The rule that held the text to decide about. */
    rule: (revision ?? listing).holdRule,
    usualPrice,
    owner,
    others: others.map((other) => ({ ...other, state: getListingState(other, ctx.now) })),
    history,
  };
}

export type ModeratedListing = NonNullable<Awaited<ReturnType<typeof findModeratedListing>>>;
