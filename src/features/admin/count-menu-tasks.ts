import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { countFailures, countQueueRows } from "@/features/follow-up";
import { type FollowUpQueue, TASK_QUEUES } from "@/shared/codes";
import { openListingsSql } from "./queries";

/** Counting stops here; the menu then shows "99+". */
const MAX_COUNTED = 100;

/** The queues that have entries of their own in the menu. */
const MENU_QUEUES = [
  "reports",
  "conversation_reports",
  "listing_objections",
  "reviews_pending",
  "review_reports",
  "review_objections",
  "testimonials",
  "verifications_pending",
  "requests_pending",
  "mail_undelivered",
] as const;

/**
 * The open tasks behind the entries of the admins' menu, by the entry's name (and its list), at most MAX_COUNTED of a
 * kind. Each page of the admin area counts them, so no statement reads a whole queue; the follow-up list, whose other
 * queues cost more, has its counts on its own page and on Today. What an admin snoozed or marked as done there is not
 * counted, here and on Today. In a run through all tasks, `run` counts those that it plays.
 */
export async function countMenuTasks(
  ctx: Ctx,
  { isRun }: { isRun: boolean },
): Promise<Record<string, readonly number[]>> {
  requireAdmin(ctx);
  const counted: readonly FollowUpQueue[] = isRun ? TASK_QUEUES : MENU_QUEUES;
  const [queues, { listings }, { undeliveredMails, lateMails, jobs }] = await Promise.all([
    countQueueRows(ctx, counted),
    ctx.db.get<{ listings: number }>(
      sql`select count(*) as listings from (${openListingsSql(ctx)} limit ${MAX_COUNTED})`,
    ),
    countFailures(ctx),
  ]);
  return {
    // The listings that the follow-up list has not yet are counted apart, so that both have one number.
    ...(isRun
      ? { run: Object.values(queues), runListings: [Math.max(0, listings - queues.listings_pending)] }
      : {}),
    listings: [listings, queues.listing_objections],
    "listings:pending": [listings],
    "listings:objections": [queues.listing_objections],
    reports: [queues.reports],
    conversations: [queues.conversation_reports],
    reviews: [queues.reviews_pending, queues.review_reports, queues.review_objections],
    "reviews:pending": [queues.reviews_pending],
    "reviews:reported": [queues.review_reports],
    "reviews:objections": [queues.review_objections],
    testimonials: [queues.testimonials],
    requests: [queues.requests_pending],
    verifications: [queues.verifications_pending],
    mail: [undeliveredMails, lateMails],
    // Not an entry: sending fails now.
    lateMails: [lateMails],
    health: [jobs],
  };
}
