import type { D1Database } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import { connect } from "../../src/db/client";
import { mergeTextIndexes } from "../../src/features/listings/search-index/merge-text-indexes";
import { reindexListingsStatements } from "../../src/features/listings/search-index/search-index";
import { type Catalogue, catalogueStatements } from "./catalogue-statements";

/** Listings indexed in one batch. */
const CHUNK = 5000;
/**
 * After the first merge, some listings are indexed one by one, with the job that merges the indexes each minute. After
 * so many minutes every level has a segment, the most that the job leaves; the writes of the last minute follow.
 */
const MINUTES = 63;
const WRITES_PER_MINUTE = 3;

/** Fills an empty, migrated database with a catalogue and its search tables. */
export async function fillCatalogue(
  d1: D1Database,
  catalogue: Catalogue,
  tell: (progress: string) => void = () => {},
): Promise<void> {
  const statements = catalogueStatements(catalogue);
  for (const [n, statement] of statements.entries()) {
    await d1.prepare(statement).run();
    tell(`rows: statement ${n + 1} of ${statements.length}`);
  }
  const db = connect(d1 as unknown as Parameters<typeof connect>[0]);
  const index = async (first: number, last: number) => {
    const which = sql`listings.num between ${first} and ${last}`;
    const [statement, ...more] = reindexListingsStatements({ db, now: catalogue.now }, which);
    if (statement) await db.batch([statement, ...more]);
  };
  const singleFrom = Math.max(1, catalogue.listings - (MINUTES + 1) * WRITES_PER_MINUTE + 1);
  for (let first = 1; first < singleFrom; first += CHUNK) {
    const last = Math.min(first + CHUNK, singleFrom) - 1;
    await index(first, last);
    tell(`search tables: listing ${last} of ${catalogue.listings}`);
  }
  while ((await mergeTextIndexes({ db, now: 0 })) > 0) tell("search tables: merging");
  for (let num = singleFrom, writes = 1; num <= catalogue.listings; num++, writes++) {
    await index(num, num);
    if (writes % WRITES_PER_MINUTE === 0 && num < catalogue.listings) await mergeTextIndexes({ db, now: 0 });
  }
}
