import { and, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { followUpNotes } from "@/db/schema";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { listRowsInQueue } from "./queues/queries";

/** How long (ms) a note is kept after its last change once its row has left the queue. */
const RETENTION_MS = 90 * DAY_MS;
/** Notes that one run checks. The time says which, so notes whose rows stay in the queue delay no others. */
const NOTES_PER_RUN = 500;

/**
 * Deletes old notes whose rows have left the queue. Notes of rows still in the queue stay, and those that say what was
 * done about money: the order's page shows them as long as the order exists. All
 * are checked within an hour for each 500 notes ever written.
 */
export async function sweepFollowUpNotes(ctx: Ctx): Promise<void> {
  const { db, now } = ctx;
  const [newest] = await db.all<{ rowid: number | null }>(
    sql`select max(rowid) as rowid from ${followUpNotes}`,
  );
  const runs = Math.ceil((newest?.rowid ?? 0) / NOTES_PER_RUN);
  if (runs === 0) return;
  const first = (Math.floor(now / HOUR_MS) % runs) * NOTES_PER_RUN + 1;
  const oldNotes = await db
    .select({ key: followUpNotes.key, sinceTs: followUpNotes.sinceTs, version: followUpNotes.version })
    .from(followUpNotes)
    .where(
      and(
        sql`${followUpNotes}.rowid between ${first} and ${first + NOTES_PER_RUN - 1}`,
        // The unary plus keeps SQLite from the index of `updated_ts`, which would read all old notes.
        sql`+${followUpNotes.updatedTs} <= ${now - RETENTION_MS}`,
        sql`not (${followUpNotes.key} like 'payments:%' and ${followUpNotes.outcome} is not null)`,
      ),
    );
  const rows = await listRowsInQueue(
    ctx,
    oldNotes.map(({ key }) => key),
  );
  const currentSince = new Map(rows.map(({ key, since }) => [key, since]));
  const obsolete = oldNotes.filter(({ key, sinceTs }) => currentSince.get(key) !== sinceTs);
  await db.delete(followUpNotes).where(
    sql`(${followUpNotes.key}, ${followUpNotes.version}) in (
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(obsolete.map(({ key, version }) => [key, version]))}))`,
  );
}
