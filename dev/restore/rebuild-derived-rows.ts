import type { D1Database } from "@cloudflare/workers-types";
import { type SQL, sql } from "drizzle-orm";
import { connect, type Statement } from "@/db/client";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { refreshGuestReviewFlagsStatement, refreshRepliesStatements } from "@/features/enquiries";
import { reindexListingsStatements } from "@/features/listings";
import { refreshBadgesStatement } from "@/features/verifications";
import { toSqlText } from "../launch/sql-text";
import type { RestoreTarget } from "./restore-target";

/** Rows of one write: seconds of work for the database. */
const USERS_PER_WRITE = 5_000;
const LISTINGS_PER_WRITE = 1_000;

/**
 * Computes what follows from the loaded rows: ratings, badges and flags, whose sources may have changed while the
 * backup ran, then the search tables with their counts.
 */
export async function rebuildDerivedRows(
  target: RestoreTarget,
  now: number,
  tell: (line: string) => void,
): Promise<void> {
  // It only builds statements and runs no query.
  const db = connect({} as D1Database);
  const write = (statements: readonly Statement[]) => target.write(statements.map(toSqlText));
  const [last] = await target.query<{ user: number; listing: number }>(
    `select coalesce((select max(num) from user_search), 0) as user,
      coalesce((select max(num) from listings), 0) as listing`,
  );
  for (const { from, to } of ranges(last?.user, USERS_PER_WRITE)) {
    const ids = sql`(select user_id from user_search where num between ${from} and ${to})`;
    await write([
      // The site's ratings are counted from nothing.
      db.run(sql`update users set review_count = 0, rating_sum = 0 where id in ${ids}`),
      ...refreshRatingsStatements({ db }, ids),
      refreshBadgesStatement({ db }, sql`users.id in ${ids}`),
      ...refreshRepliesStatements({ db, now }, ids),
    ]);
  }
  const hasReview: SQL = sql`(select id from enquiries where has_guest_review
    union select enquiry_id from reviews where guest_key is not null)`;
  await write([refreshGuestReviewFlagsStatement({ db }, hasReview)]);
  for (const { from, to } of ranges(last?.listing, LISTINGS_PER_WRITE)) {
    await write(reindexListingsStatements({ db, now }, sql`listings.num between ${from} and ${to}`));
    tell(`search tables: listing ${Math.min(to, last?.listing ?? 0)} of ${last?.listing}`);
  }
}

/** The numbers from 1 to `last`, in ranges. */
function* ranges(last = 0, size: number): Generator<{ from: number; to: number }> {
  for (let from = 1; from <= last; from += size) yield { from, to: from + size - 1 };
}
