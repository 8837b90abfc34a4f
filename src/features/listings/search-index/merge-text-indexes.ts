import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";

/** The full text indexes of listings. */
const INDEXES = ["listings_fts", "listings_by_price", "promotions_fts"] as const;
/** Pages (4 kB) of an index that one statement rewrites: 2 MB, about 20 ms. */
const PAGES = 500;
/** Statements per run: an index of 100,000 listings has 12,000 pages. */
const ROUNDS = 20;

/**
 * Statements that begin to rewrite the full text indexes, so that they hold no text of deleted rows. This completes a
 * small index; `mergeTextIndexes` continues a large one. https://sqlite.org/fts5.html#the_merge_command
 */
export const beginToMergeTextIndexes = ({ db }: Pick<Ctx, "db">, guard: SQL): Statement[] =>
  INDEXES.map((name) => {
    const index = sql.identifier(name);
    return db.run(sql`insert into ${index} (${index}, rank) select 'merge', ${-PAGES} where ${guard}`);
  });

/** Continues what `beginToMergeTextIndexes` began; reads almost nothing when there is nothing to merge. */
export async function mergeTextIndexes({ db }: Pick<Ctx, "db">): Promise<void> {
  for (const name of INDEXES) {
    const index = sql.identifier(name);
    for (let round = 0; round < ROUNDS; round++) {
      await db.run(sql`insert into ${index} (${index}, rank) values ('merge', ${PAGES})`);
    }
  }
}
