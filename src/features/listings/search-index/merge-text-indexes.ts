import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { noGuard } from "@/db/guard";

const TEXT_INDEXES = ["listings_fts", "listings_by_price", "listings_by_rating", "promotions_fts"] as const;
/** Pages (4 kB) of an index that one statement rewrites: 2 MB, about 20 ms. */
const MERGED_PAGES = 500;
/** Statements per run and index. An index of 100,000 listings has 12,000 pages. */
const MERGES_PER_RUN = 20;

/**
 * Statements that start to rewrite the full text indexes, so that they hold no text of deleted rows. This completes a
 * small index; `mergeTextIndexes` continues a large one. https://sqlite.org/fts5.html#the_merge_command
 */
export const startTextIndexMergeStatements = ({ db }: Pick<Ctx, "db">, guard: SQL): Statement[] =>
  TEXT_INDEXES.map((name) => {
    const index = sql.identifier(name);
    return db.run(sql`insert into ${index} (${index}, rank) select 'merge', ${-MERGED_PAGES} where ${guard}`);
  });

/** The minute of the day (UTC) in which the indexes begin to be rewritten: three or four o'clock in Romania. */
const REWRITE_MINUTE = 60;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/**
 * Merges the segments of the full text indexes, and continues what `startTextIndexMergeStatements` started. Each write
 * adds a segment, and a search looks up its terms in all of them: with twenty segments, it takes three times as long.
 * Once a day, the indexes are rewritten as a whole, which removes the words of deleted rows. Returns the number of
 * merges; when there is nothing to merge, it is 0 and almost nothing is read.
 */
export async function mergeTextIndexes({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  if (Math.floor(now / MINUTE_MS) % DAY_MINUTES === REWRITE_MINUTE)
    for (const statement of startTextIndexMergeStatements({ db }, noGuard)) await statement;
  let mergeCount = 0;
  for (const name of TEXT_INDEXES) {
    const index = sql.identifier(name);
    for (let merge = 0; merge < MERGES_PER_RUN; merge++) {
      const { meta } = await db.run(
        sql`insert into ${index} (${index}, rank) values ('merge', ${MERGED_PAGES})`,
      );
      // The statement itself counts as one change.
      if (meta.changes < 2) break;
      mergeCount++;
    }
  }
  return mergeCount;
}
