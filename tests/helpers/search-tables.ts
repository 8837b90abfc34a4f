import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { bindings, db } from "./app";

/** The expected content of `search_counts`, computed from the listings. */
const RECOUNT = [
  "delete from search_counts",
  `insert into search_counts (scope, listings, sets)
    select scope, sum(n), json_group_object(signature, n)
    from (select scope, signature, count(*) as n from search_scopes group by scope, signature) group by scope`,
] as const;

/**
 * Search's own tables say what the listings say at `now` (ms): every visible listing and no other has an entry, and its
 * words in both orders; the counts are those of the entries, and no words are left of what has none.
 */
export async function expectIndexInStep(now: number): Promise<void> {
  const visible = await nums(sql`
    select num from listings join users on users.id = owner_id
    where state = 'published' and expires_ts > ${now} and disabled_ts is null order by num`);
  const entries = await nums(sql`select num from search_entries where expires_ts > ${now} order by num`);
  expect(entries).toEqual(visible);

  const positions = await nums(sql`select position as num from search_entries order by position`);
  expect(await nums(sql`select rowid as num from listings_fts order by rowid`)).toEqual(positions);
  const byPrice = await nums(
    sql`select price_per_hour * 17179869184 + num as num from search_entries order by 1`,
  );
  expect(await nums(sql`select rowid as num from listings_by_price order by rowid`)).toEqual(byPrice);
  const rotationPositions = await nums(
    sql`select rotation_position as num from promotion_placements order by rotation_position`,
  );
  expect(await nums(sql`select rowid as num from promotions_fts order by rowid`)).toEqual(rotationPositions);

  const kept = await counts();
  for (const statement of RECOUNT) await bindings.DB.prepare(statement).run();
  expect(kept).toEqual(await counts());
}

/** The rows of `search_counts`, with the sets of a scope sorted. */
async function counts(): Promise<[scope: string, listings: number, sets: [string, number][]][]> {
  const rows = await db.all<{ scope: string; listings: number; sets: string }>(
    sql`select scope, listings, sets from search_counts order by scope`,
  );
  return rows.map(({ scope, listings, sets }) => {
    const entries = Object.entries<number>(JSON.parse(sets));
    return [scope, listings, entries.sort(([a], [b]) => (a < b ? -1 : 1))];
  });
}

const nums = async (query: ReturnType<typeof sql>): Promise<number[]> =>
  (await db.all<{ num: number }>(query)).map(({ num }) => num);
