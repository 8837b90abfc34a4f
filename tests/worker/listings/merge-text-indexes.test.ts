import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { mergeTextIndexes } from "@/features/listings";
import { createTestApp, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";

const countSegments = async (): Promise<number> => {
  const [row] = await db.all<{ n: number }>(sql`select count(distinct segid) as n from listings_fts_idx`);
  return row?.n ?? 0;
};

it("job merge-text-indexes merges the segments of an index until no more than two are left", async () => {
  const app = createTestApp();
  const teacher = await createTeacher(app);
  for (let n = 0; n < 5; n++) await createListing(app, teacher, { title: `Anunțul ${n}` });
  expect(await countSegments()).toBeGreaterThan(2);
  expect(await mergeTextIndexes({ db })).toBeGreaterThan(0);
  expect(await countSegments()).toBeLessThanOrEqual(2);
  expect(await mergeTextIndexes({ db })).toBe(0);
});
