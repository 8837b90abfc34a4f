import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { bindings, db } from "./app";

/** The expected content of `search_counts`, computed from the listings. */
const RECOUNT = [
  "delete from search_counts",
  `insert into search_counts (scope, listings, signature_counts)
    select scope, sum(n), json_group_object(signature, n)
    from (select scope, signature, count(*) as n from search_scopes group by scope, signature) group by scope`,
] as const;

/**
 * Expects the search tables to match the listings at `now` (ms): exactly the visible listings have an entry, each entry
 * has its rows in the full-text tables and the current card, and the counts are those of the entries.
 */
export async function expectConsistentIndex(now: number): Promise<void> {
  const visible = await listNums(sql`
    select num from listings join users on users.id = owner_id
    where state = 'published' and expires_ts > ${now} and disabled_ts is null order by num`);
  const entries = await listNums(sql`select num from search_entries where expires_ts > ${now} order by num`);
  expect(entries).toEqual(visible);

  const positions = await listNums(sql`select position as num from search_entries order by position`);
  expect(await listNums(sql`select rowid as num from listings_fts order by rowid`)).toEqual(positions);
  const byPrice = await listNums(
    sql`select price_per_hour * 17179869184 + num as num from search_entries order by 1`,
  );
  expect(await listNums(sql`select rowid as num from listings_by_price order by rowid`)).toEqual(byPrice);
  const byRating = await listNums(
    sql`select rating_key * 17179869184 + num as num from search_entries order by 1`,
  );
  expect(await listNums(sql`select rowid as num from listings_by_rating order by rowid`)).toEqual(byRating);
  const rotationPositions = await listNums(
    sql`select rotation_position as num from promotion_placements order by rotation_position`,
  );
  const isFirstCopySql = sql`rowid < 9007199254740992`;
  for (const indexed of [
    sql`select rowid as num from promotions_fts where ${isFirstCopySql} order by rowid`,
    sql`select rowid - 9007199254740992 as num from promotions_fts where not ${isFirstCopySql} order by rowid`,
  ])
    expect(await listNums(indexed)).toEqual(rotationPositions);

  const outdatedCards = await listNums(sql`
    select num from search_entries join listing_cards using (num) where search_entries.card <> listing_cards.card`);
  expect(outdatedCards).toEqual([]);

  const stored = await listCounts();
  for (const statement of RECOUNT) await bindings.DB.prepare(statement).run();
  expect(stored).toEqual(await listCounts());
}

/** The rows of `search_counts`, with the counts by signature sorted. */
async function listCounts(): Promise<[scope: string, listings: number, bySignature: [string, number][]][]> {
  const rows = await db.all<{ scope: string; listings: number; signatureCounts: string }>(
    sql`select scope, listings, signature_counts as "signatureCounts" from search_counts order by scope`,
  );
  return rows.map(({ scope, listings, signatureCounts }) => {
    const entries = Object.entries<number>(JSON.parse(signatureCounts));
    return [scope, listings, entries.sort(([a], [b]) => (a < b ? -1 : 1))];
  });
}

const listNums = async (query: ReturnType<typeof sql>): Promise<number[]> =>
  (await db.all<{ num: number }>(query)).map(({ num }) => num);
