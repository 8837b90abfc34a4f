import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { mergeTextIndexes } from "@/features/listings";
import { db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const NOON = Date.UTC(2026, 10, 22, 12);

const countSegments = async (): Promise<number> => {
  const [row] = await db.all<{ n: number }>(sql`select count(distinct segid) as n from listings_fts_idx`);
  return row?.n ?? 0;
};

it("job merge-text-indexes merges the segments of five writes into one or two, and then finds nothing to merge", async () => {
  const teacher = await createTeacher();
  for (let n = 0; n < 5; n++) await createListing(teacher, { title: `Anunțul ${n}` });
  expect(await countSegments()).toBeGreaterThan(2);
  expect(await mergeTextIndexes({ db, now: NOON })).toBeGreaterThan(0);
  expect(await countSegments()).toBeLessThanOrEqual(2);
  expect(await mergeTextIndexes({ db, now: NOON })).toBe(0);
});

it("job merge-text-indexes rewrites the indexes once a day, without the words of deleted rows", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher, { title: "Lecții de zqxwords" });
  // SQLite itself merges a segment with a tenth of deleted rows.
  for (let n = 0; n < 30; n++) await createListing(teacher, { title: `Anunțul ${n}` });
  const countPages = async () => {
    const [row] = await db.all<{ n: number }>(sql`
      select count(*) as n from listings_fts_data where instr(hex(block), hex('qxwords')) > 0`);
    return row?.n ?? 0;
  };
  // The deletion is then in a segment of its own, which the next merge leaves apart.
  await mergeTextIndexes({ db, now: NOON });
  await db.run(
    sql`delete from search_entries where num = (select num from listings where id = ${listing.id})`,
  );
  await mergeTextIndexes({ db, now: NOON });
  expect(await countPages()).toBeGreaterThan(0);
  await mergeTextIndexes({ db, now: Date.UTC(2026, 10, 22, 1) });
  expect(await countPages()).toBe(0);
});
