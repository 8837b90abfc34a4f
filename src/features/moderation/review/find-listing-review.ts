import { and, desc, eq, ne } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, listings, users } from "@/db/schema";
import {
  findListing,
  findReviewRule,
  findReviewTarget,
  findRevision,
  getListingState,
} from "@/features/listings";

/** Audit events of a listing that its review shows. */
const HISTORY_LENGTH = 50;

/** Everything a reviewer needs: the listing, its owner, the owner's other listings, the audit events. */
export async function findListingReview(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const listing = await findListing(ctx, id);
  if (!listing) return null;
  // After the listing: the decision names a version, which must not be newer than the revision shown.
  const revision = await findRevision(ctx, id);
  const rule = await findReviewRule(ctx, revision ?? listing);
  const { email, emailVerifiedTs, signupTs } = users;
  const [[owner], others, history] = await ctx.db.batch([
    ctx.db.select({ email, emailVerifiedTs, signupTs }).from(users).where(eq(users.id, listing.ownerId)),
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
    ctx.db
      .select({
        id: auditLog.id,
        ts: auditLog.ts,
        action: auditLog.action,
        detail: auditLog.detail,
        actor: { firstName: users.firstName, lastName: users.lastName },
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      // Without phone reveals, which are many and would fill the limit.
      .where(and(eq(auditLog.subject, auditSubject("listing", id)), ne(auditLog.action, "phone.revealed")))
      .orderBy(desc(auditLog.ts))
      .limit(HISTORY_LENGTH),
  ]);
  if (!owner) return null;
  return {
    listing: { ...listing, state: getListingState(listing, ctx.now) },
    /** The pending or rejected revision of a published listing. */
    revision,
    /** The rule that the text to review breaks. */
    rule,
    /** What there is to decide. */
    waiting: findReviewTarget(listing.state, revision),
    owner,
    others: others.map((other) => ({ ...other, state: getListingState(other, ctx.now) })),
    history,
  };
}

export type ListingReview = NonNullable<Awaited<ReturnType<typeof findListingReview>>>;
