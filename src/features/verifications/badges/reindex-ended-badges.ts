import { sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { reindexListingsStatements } from "@/features/listings";

/** Teachers in one batch: each has up to five listings in the search index. */
const TEACHERS_PER_BATCH = 8;
/** Batches of one run: with a run each minute, up to 115,200 teachers a day. */
const MAX_BATCHES = 10;

/**
 * Reindexes the listings of teachers whose last badge has ended, for the filter of checked documents. Pages and cards
 * compare the end themselves. Returns the number of teachers.
 */
export async function reindexEndedBadges(ctx: Ctx): Promise<number> {
  let reindexed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const currentCtx = withCurrentTime(ctx);
    const { db, now } = currentCtx;
    const due = await db.all<{ id: string }>(sql`
      select id from users indexed by users_checked where checked_until_ts <= ${now} limit ${TEACHERS_PER_BATCH}`);
    if (due.length === 0) break;
    const isDueSql = sql`users.id in (select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
    await currentCtx.commit([
      db.run(sql`update users set checked_until_ts = null where ${isDueSql} and checked_until_ts <= ${now}`),
      ...reindexListingsStatements(currentCtx, isDueSql),
    ]);
    reindexed += due.length;
    if (due.length < TEACHERS_PER_BATCH) break;
  }
  return reindexed;
}
