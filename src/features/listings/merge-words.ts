import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";

/** How many pages (4 kB) of the full text index are written anew at once: 2 MB, some 20 ms. */
const PAGES = 500;
/** So many times in a run: an index of 100,000 listings has 12,000 pages. */
const ROUNDS = 20;

/**
 * A statement that begins to write the whole full text index anew, so that words of rows that were deleted are nowhere
 * in it. A small index is done with it; `mergeWords` goes on with a large one. https://sqlite.org/fts5.html#the_merge_command
 */
export const beginToMergeWords = ({ db }: Pick<Ctx, "db">, when: SQL): Statement =>
  db.run(sql`insert into listings_fts (listings_fts, rank) select 'merge', ${-PAGES} where ${when}`);

/** Goes on with what `beginToMergeWords` began; reads next to nothing where nothing is under way. */
export async function mergeWords({ db }: Pick<Ctx, "db">): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    await db.run(sql`insert into listings_fts (listings_fts, rank) values ('merge', ${PAGES})`);
  }
}
