import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { db } from "../../helpers/app";

/**
 * Search's own tables say what the listings say at `now` (ms): every visible listing and no other stands in the scope
 * of all, with its words, and each scope's count is the number of its entries.
 */
export async function expectIndexInStep(now: number): Promise<void> {
  const visible = await nums(sql`
    select num from listings join users on users.id = owner_id
    where state = 'published' and expires_ts > ${now} and disabled_ts is null order by num`);
  const entries = await nums(sql`
    select num from search_entries where scope = '*:*:*' and expires_ts > ${now} order by num`);
  expect(entries).toEqual(visible);
  const words = await nums(sql`select rowid as num from listings_fts order by rowid`);
  expect(visible.filter((num) => !words.includes(num))).toEqual([]);

  const counted = await db.all(
    sql`select scope, count(*) as listings from search_entries group by scope order by scope`,
  );
  const kept = await db.all(
    sql`select scope, listings from search_counts where listings <> 0 order by scope`,
  );
  expect(kept).toEqual(counted);
}

const nums = async (query: ReturnType<typeof sql>): Promise<number[]> =>
  (await db.all<{ num: number }>(query)).map(({ num }) => num);
