import { lte, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { followUpNotes } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { readStanding } from "./queues/statements";

/** So long (ms) after they were last touched, notes go whose row does not stand there any more. */
const RETENTION_MS = 90 * DAY_MS;
/** In one run; the others come next. */
const AT_ONCE = 500;

/**
 * Deletes notes that were written long ago beside rows that are gone. Those of rows that still stand there stay, and are
 * looked at again.
 */
export async function sweepFollowUpNotes(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  const { db, now } = ctx;
  const old = await db
    .select({ key: followUpNotes.key, sinceTs: followUpNotes.sinceTs, version: followUpNotes.version })
    .from(followUpNotes)
    .where(lte(followUpNotes.updatedTs, now - RETENTION_MS))
    .orderBy(sql`random()`)
    .limit(AT_ONCE);
  const rows = await readStanding(
    ctx,
    old.map(({ key }) => key),
  );
  const standing = new Map(rows.map(({ key, since }) => [key, since]));
  const gone = old.filter(({ key, sinceTs }) => standing.get(key) !== sinceTs);
  await db.delete(followUpNotes).where(
    sql`(${followUpNotes.key}, ${followUpNotes.version}) in (
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(gone.map(({ key, version }) => [key, version]))}))`,
  );
}
