import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { db } from "./app";

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

  const counted = await db.all(sql`select subject, county, listings from listing_counts where listings <> 0`);
  const recounted = await db.all(sql`
    select subjects.value as subject, counties.value as county, count(*) as listings
    from search_entries, json_each(json_array(subject, '')) subjects, json_each(json_array(county, '')) counties
    group by 1, 2 order by 1, 2`);
  expect(counted).toEqual(recounted);
}

const listNums = async (query: ReturnType<typeof sql>): Promise<number[]> =>
  (await db.all<{ num: number }>(query)).map(({ num }) => num);
