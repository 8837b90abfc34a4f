import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/follow-up-notes";
import { listingRevisions, listings, users } from "@/db/schema";
import { type ReviewTarget, reviewQueueQuery } from "@/features/listings";
import type { County, Subject } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";

const PAGE_SIZE = 20;

type Row = {
  id: string;
  submitted_ts: number;
  reviewed: ReviewTarget;
  title: string;
  subject: Subject;
  county: County | null;
  online: number;
  first_name: string;
  last_name: string;
  isSetAside: number;
};

/** Listings to review, oldest first. `after` is the `next` of an answer; an invalid value means the first page. */
export async function listPendingListings(ctx: Ctx, after: string | undefined) {
  requireAdmin(ctx);
  // A pending listing has no revision, so its state tells what is under review.
  const rows = await ctx.db.all<Row>(sql`
    select waiting.id, waiting.submitted_ts, iif(${listings.state} = 'pending', 'listing', 'revision') as reviewed,
      coalesce(${listingRevisions.title}, ${listings.title}) as title, ${listings.subject} as subject,
      ${listings.county} as county, ${listings.online} as online,
      ${users.firstName} as first_name, ${users.lastName} as last_name,
      ${isSetAsideSql(ctx.now, "listings_pending", sql`waiting.id`, sql`waiting.submitted_ts`)} as "isSetAside"
    from (select * from (${reviewQueueQuery}) where ${isAfterSql(after)} order by submitted_ts, id limit ${PAGE_SIZE + 1}) waiting
    cross join ${listings} on ${listings.id} = waiting.id
    cross join ${users} on ${users.id} = ${listings.ownerId}
    left join ${listingRevisions} on ${listingRevisions.listingId} = waiting.id
    order by waiting.submitted_ts, waiting.id`);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    listings: page.map(({ submitted_ts: submittedTs, first_name, last_name, online, ...row }) => ({
      ...row,
      online: online === 1,
      submittedTs,
      teacherName: formatFullName({ firstName: first_name, lastName: last_name }),
    })),
    next: rows.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.submitted_ts, id: last.id }) : null,
  };
}

export type PendingListings = Awaited<ReturnType<typeof listPendingListings>>;

/**
 * The next listing to review after `cursor`, or from the start at the queue's end; null if only the listing `except`
 * waits.
 */
export async function findNextToReview(
  ctx: Ctx,
  cursor: string | undefined,
  except: string,
): Promise<string | null> {
  for (const from of new Set([cursor, undefined])) {
    const { listings } = await listPendingListings(ctx, from);
    const next = listings.find(({ id }) => id !== except);
    if (next) return next.id;
  }
  return null;
}

function isAfterSql(after: string | undefined): SQL {
  const from = parseTimeCursor(after);
  return from ? sql`(submitted_ts, id) > (${from.ts}, ${from.id})` : sql`true`;
}
