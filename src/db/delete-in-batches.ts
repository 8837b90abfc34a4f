import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client";

/** Rows that one statement deletes. */
const BATCH_SIZE = 2_000;
/** Statements of one call: an hourly job deletes up to 960,000 rows a day. */
const MAX_BATCHES = 20;

/** Deletes rows of a table with a rowid in bounded statements. The next run of the job deletes what remains. */
export async function deleteInBatches(db: Db, table: SQLiteTable, condition: SQL): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { meta } = await db.run(sql`
      delete from ${table} where rowid in (select rowid from ${table} where ${condition} limit ${BATCH_SIZE})`);
    if (meta.changes < BATCH_SIZE) return;
  }
}
