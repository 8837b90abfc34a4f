import { sql } from "drizzle-orm";
import { searchDays } from "@/db/schema";
import { refreshSearchDemand } from "@/features/counted-searches";
import { app, db } from "./app";
import { DAY } from "./counting";

/** The searches that are stored and not yet added to their days, by key: number, and how many found nothing. */
export async function listRecordedSearches(): Promise<Record<string, [searches: number, empty: number]>> {
  const rows = await db.all<{ key: string; searches: number; empty: number }>(sql`
    select entry.key, sum(entry.value ->> 0) as searches, sum(entry.value ->> 1) as empty
    from statistics_batches, json_each(searches) entry group by 1 order by 1`);
  return Object.fromEntries(rows.map(({ key, searches, empty }) => [key, [searches, empty]]));
}

/** Stores searches of a day, and computes the demand. */
export async function setSearches(searches: readonly (typeof searchDays.$inferInsert)[]): Promise<void> {
  await db.delete(searchDays);
  if (searches.length > 0) await db.insert(searchDays).values([...searches]);
  await refreshSearchDemand({ db, now: app.clock.now });
}

/** 87 searches for chemistry in Iași. */
export const CHEMISTRY_IN_IASI = {
  day: DAY,
  subject: "c",
  counts: { "is::0": [87, 2] },
} satisfies typeof searchDays.$inferInsert;
