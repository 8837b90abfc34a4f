import { and, desc, eq, ne, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, listings, mailOutbox, orders, refunds, users } from "@/db/schema";
import { unseenAlert, unseenEvents } from "@/db/unseen-alert";
import {
  findListing,
  findProposedWords,
  findReviewRule,
  listingState,
  reviewQueue,
  waitingFor,
} from "@/features/listings";
import { undelivered } from "@/features/mail";

const HISTORY = 50;

/** What asks for an admin today; each number comes from an index. */
export async function readToday(ctx: Ctx) {
  requireAdmin(ctx);
  return ctx.db.get<{
    pending: number;
    oldest: number | null;
    published: number;
    mails: number;
    payments: number;
    disputes: number;
    refunds: number;
    promotions: number;
  }>(sql`select
    waiting.pending, waiting.oldest,
    coalesce((select listings from search_counts where scope = '*:*'), 0) as published,
    (select count(*) from ${mailOutbox} where ${undelivered(ctx.now)}) as mails,
    (select count(*) from ${unseenEvents} where ${unseenAlert}) as payments,
    (select count(*) from ${orders} where state = 'disputed') as disputes,
    (select count(*) from ${refunds} where state = 'pending') as refunds,
    (select count(distinct promotion_id) from promotion_placements
      where starts_ts <= ${ctx.now} and ends_ts > ${ctx.now}) as promotions
    from (select count(*) as pending, min(submitted_ts) as oldest from (${reviewQueue})) waiting`);
}

export type Today = Awaited<ReturnType<typeof readToday>>;

/** A listing with all that a reviewer weighs: its owner, the owner's other listings, what happened so far. */
export async function findReview(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const listing = await findListing(ctx, id);
  if (!listing) return null;
  // After the listing: whoever decides names the version, which must not be newer than the words they read.
  const words = await findProposedWords(ctx, id);
  const rule = await findReviewRule(ctx, words ?? listing);
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
      .select({ id: auditLog.id, ts: auditLog.ts, action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      // Anybody may ask for the teacher's number: those rows would leave no room for what was decided.
      .where(and(eq(auditLog.subject, auditSubject("listing", id)), ne(auditLog.action, "phone.revealed")))
      .orderBy(desc(auditLog.ts))
      .limit(HISTORY),
  ]);
  if (!owner) return null;
  return {
    listing: { ...listing, state: listingState(listing, ctx.now) },
    /** New words of a listing that readers know, which wait or were returned. */
    words,
    /** What in the text that is to be read asks for care. */
    rule,
    /** What there is to decide about. */
    waiting: waitingFor(listing.state, words),
    owner,
    others: others.map((other) => ({ ...other, state: listingState(other, ctx.now) })),
    history,
  };
}

export type ListingReview = NonNullable<Awaited<ReturnType<typeof findReview>>>;
