import type { D1Database } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import { connect } from "../src/db/client";
import { RECOUNT, reindexListings } from "../src/features/listings/search-index";
import { type Catalogue, catalogueStatements } from "./catalogue";

/** So many listings are indexed in one batch. */
const CHUNK = 5000;

/**
 * Fills an empty, migrated database with a catalogue and its search tables. The triggers that count each entry are
 * taken away meanwhile, and everything is counted at the end: a hundred times as quick.
 */
export async function fillCatalogue(d1: D1Database, catalogue: Catalogue): Promise<void> {
  for (const statement of catalogueStatements(catalogue)) await d1.prepare(statement).run();
  const { results: triggers } = await d1
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'search_entries'")
    .all<{ name: string; sql: string }>();
  for (const { name } of triggers) await d1.prepare(`drop trigger ${name}`).run();
  const db = connect(d1 as unknown as Parameters<typeof connect>[0]);
  for (let first = 1; first <= catalogue.listings; first += CHUNK) {
    const which = sql`listings.num between ${first} and ${first + CHUNK - 1}`;
    const [one, ...more] = reindexListings({ db, now: catalogue.now }, which);
    if (one) await db.batch([one, ...more]);
  }
  for (const statement of RECOUNT) await d1.prepare(statement).run();
  for (const { sql: trigger } of triggers) await d1.prepare(trigger).run();
}
