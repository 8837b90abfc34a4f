import { sql } from "drizzle-orm";
import { type Ctx, withCurrentTime } from "@/context";
import { runInBatches } from "@/db/run-in-batches";
import { reindexListingsStatements } from "@/features/listings";

/** A teacher has up to five listings in the search index. With a run each minute, up to 115,200 teachers a day. */
const BATCHES = { size: 8, maxBatches: 10 };

/**
 * Reindexes the listings of teachers whose last badge has ended, for the filter of checked documents. Pages and cards
 * compare the end themselves. Returns the number of teachers.
 */
export const reindexEndedBadges = (ctx: Ctx): Promise<number> =>
  runInBatches(BATCHES, async (size) => {
    const currentCtx = withCurrentTime(ctx);
    const { db, now } = currentCtx;
    const due = await db.all<{ id: string }>(sql`
      select id from (select id from users indexed by users_checked where checked_until_ts <= ${now} limit ${size})
      union select id from (select id from users indexed by users_integrity where integrity_until_ts <= ${now}
        limit ${size}) limit ${size}`);
    if (due.length === 0) return 0;
    const isDueSql = sql`users.id in (select value from json_each(${JSON.stringify(due.map(({ id }) => id))}))`;
    await currentCtx.commit([
      db.run(sql`update users set checked_until_ts = iif(checked_until_ts > ${now}, checked_until_ts, null),
        integrity_until_ts = iif(integrity_until_ts > ${now}, integrity_until_ts, null) where ${isDueSql}`),
      ...reindexListingsStatements(currentCtx, isDueSql),
    ]);
    return due.length;
  });
