import { and, asc, desc, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { auditLog, listings, paymentEvents, users } from "@/db/schema";
import { findListing, listingState } from "@/features/listings";
import { PAYMENT_ALERTS } from "@/shared/codes";
import { fullName } from "@/shared/format";
import { ID_PATTERN } from "@/shared/ids";

const PAGE = 20;
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
    promotions: number;
  }>(sql`select
    (select count(*) from listings where state = 'pending') as pending,
    (select min(submitted_ts) from listings where state = 'pending') as oldest,
    coalesce((select listings from search_counts where scope = '*:*:*'), 0) as published,
    (select count(*) from mail_outbox where state = 'dead') as mails,
    (select count(*) from ${paymentEvents} where ${inArray(paymentEvents.outcome, PAYMENT_ALERTS)}) as payments,
    (select count(distinct promotion_id) from promotion_placements
      where starts_ts <= ${ctx.now} and ends_ts > ${ctx.now}) as promotions`);
}

export type Today = Awaited<ReturnType<typeof readToday>>;

/** Listings that wait for review, oldest first. `after` is the `next` of an answer; a bad one means the first page. */
export async function findPending(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  const rows = await ctx.db
    .select({
      id: listings.id,
      title: listings.title,
      subject: listings.subject,
      county: listings.county,
      online: listings.online,
      submittedTs: sql<number>`coalesce(${listings.submittedTs}, 0)`,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(listings)
    .innerJoin(users, eq(users.id, listings.ownerId))
    .where(and(eq(listings.state, "pending"), behind(after)))
    .orderBy(asc(listings.submittedTs), asc(listings.id))
    .limit(PAGE + 1);
  const page = rows.slice(0, PAGE).map((row) => ({ ...row, teacherName: fullName(row) }));
  const last = page.at(-1);
  return { listings: page, next: rows.length > PAGE && last ? `${last.submittedTs}-${last.id}` : null };
}

export type Pending = Awaited<ReturnType<typeof findPending>>;

function behind(after: string | undefined) {
  const [, ts, id] = after?.match(/^(\d{1,15})-([0-9a-z]+)$/) ?? [];
  if (!ts || !id || !ID_PATTERN.test(id)) return undefined;
  const submitted = Number(ts);
  return or(
    gt(listings.submittedTs, submitted),
    and(eq(listings.submittedTs, submitted), gt(listings.id, id)),
  );
}

/** A listing with all that a reviewer weighs: its owner, the owner's other listings, what happened so far. */
export async function findReview(ctx: Ctx, id: string) {
  requireAdmin(ctx);
  const listing = await findListing(ctx, id);
  if (!listing) return null;
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
      .where(eq(auditLog.subject, auditSubject("listing", id)))
      .orderBy(desc(auditLog.ts))
      .limit(HISTORY),
  ]);
  if (!owner) return null;
  return {
    listing: { ...listing, state: listingState(listing, ctx.now) },
    owner,
    others: others.map((other) => ({ ...other, state: listingState(other, ctx.now) })),
    history,
  };
}

export type ListingReview = NonNullable<Awaited<ReturnType<typeof findReview>>>;
