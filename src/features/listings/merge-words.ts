import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";

/** Every table that keeps words of listings, each a full text index of its own. */
const INDEXES = ["listings_fts", "listings_by_price", "promotions_fts"] as const;
/** How many pages (4 kB) of an index are written anew at once: 2 MB, some 20 ms. */
const PAGES = 500;
/** So many times in a run: an index of 100,000 listings has 12,000 pages. */
const ROUNDS = 20;

/**
 * Statements that begin to write the full text indexes anew, so that words of rows that were deleted are nowhere in
 * them. A small index is done with it; `mergeWords` goes on with a large one. https://sqlite.org/fts5.html#the_merge_command
 */
export const beginToMergeWords = ({ db }: Pick<Ctx, "db">, when: SQL): Statement[] =>
  INDEXES.map((name) => {
    const index = sql.identifier(name);
    return db.run(sql`insert into ${index} (${index}, rank) select 'merge', ${-PAGES} where ${when}`);
  });

/** Goes on with what `beginToMergeWords` began; reads next to nothing where nothing is under way. */
export async function mergeWords({ db }: Pick<Ctx, "db">): Promise<void> {
  for (const name of INDEXES) {
    const index = sql.identifier(name);
    for (let round = 0; round < ROUNDS; round++) {
      await db.run(sql`insert into ${index} (${index}, rank) values ('merge', ${PAGES})`);
    }
  }
}
