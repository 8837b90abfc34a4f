import type { D1Database } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import { connect } from "@/db/client";
import { isVisibleListingSql } from "@/features/listings";
import { toSqlText } from "../launch/sql-text";
import { RestoreError, type RestoreTarget } from "./restore-target";

/** Listings and accounts whose words are searched. */
const SAMPLE = 200;

/**
 * Compares the derived tables with recounts of their sources, and searches for words of some listings and names.
 * @throws RestoreError
 */
export async function proveDerivedRows({ query }: RestoreTarget, now: number): Promise<void> {
  const db = connect({} as D1Database);
  const visible = sql`from listings join users on users.id = listings.owner_id where ${isVisibleListingSql(now)}`;
  const proofs = {
    "visible listings without a search entry": sql`select count(*) as wrong ${visible}
      and num not in (select num from search_entries)`,
    "search entries without a visible listing": sql`select count(*) as wrong from search_entries
      where num not in (select num ${visible})`,
    "numbers of listings": sql`select count(*) as wrong from
      (select subject, county, count(*) as listings from search_entries group by 1, 2) counted
      left join listing_counts stored using (subject, county) where stored.listings is not counted.listings`,
    "subjects in the full text": sql`select count(*) as wrong from
      (select subject, count(*) as listings from search_entries group by 1) where listings <>
      (select count(*) from listings_fts where listings_fts match '"_s' || subject || '"')`,
    "titles in the full text": sql`select count(*) as wrong from
      (select position, replace(replace(title, '"', ' '), '_', ' ') as words from search_entries join listings using (num)
        where num % (1 + (select count(*) from search_entries) / ${SAMPLE}) = 0 and title glob '*[A-Za-z]*') where position not in
      (select rowid from listings_fts where listings_fts match 'title : "' || words || '"')`,
    "orders by price and rating": sql`select abs((select count(*) from listings_by_price where words match '"_a"')
      - (select count(*) from search_entries)) + abs((select count(*) from listings_by_rating where words match '"_a"')
      - (select count(*) from search_entries)) as wrong`,
    "accounts in the search of admins": sql`select count(*) as wrong from
      (select num, replace(email, '"', ' ') as words from users join user_search on user_id = users.id
        where num % (1 + (select count(*) from users) / ${SAMPLE}) = 0) where num not in
      (select rowid from users_fts where users_fts match 'email : "' || words || '"')`,
    ratings: sql`select coalesce(sum(review_count), 0) - (select count(*) from reviews where state = 'published') as wrong
      from site_rating`,
  };
  for (const [what, proof] of Object.entries(proofs)) {
    const [row] = await query<{ wrong: number }>(toSqlText(db.run(proof)));
    if (row?.wrong !== 0) throw new RestoreError(`After the rebuild, ${what} are wrong: ${row?.wrong}.`);
  }
}
