import { lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { followUpNotes } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { listRowsInQueue } from "./queues/queries";

/** How long (ms) a note is kept after its last change once its row has left the queue. */
const RETENTION_MS = 90 * DAY_MS;
/** Notes per run; the next run deletes more. */
const BATCH_SIZE = 500;

/** Deletes old notes whose rows have left the queue. Notes of rows still in the queue stay. */
export async function sweepFollowUpNotes(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const { db, now } = ctx;
  const oldNotes = await db
    .select({ key: followUpNotes.key, sinceTs: followUpNotes.sinceTs, version: followUpNotes.version })
    .from(followUpNotes)
    .where(lte(followUpNotes.updatedTs, now - RETENTION_MS))
    .orderBy(sql`random()`)
    .limit(BATCH_SIZE);
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
