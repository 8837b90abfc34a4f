import { lte } from "drizzle-orm";
import { SIGHTING_RETENTION_MS } from "@/auth/sightings";
import type { Ctx } from "@/context";
import { deleteInBatches } from "@/db/delete-in-batches";
import { idempotencyKeys, limitCounters, oneTimeTokens, sessions, teacherSightings } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/**
 * Deletes expired sessions, mailed tokens, counters, stored idempotent answers and sightings of teachers. Nothing reads
 * them any more.
 */
export async function sweepAuthRows({ db, now }: Ctx): Promise<void> {
  const yesterday = now - DAY_MS;
  // Two statements, because SQLite uses no index for an `or` with a limit.
  await deleteInBatches(db, sessions, lte(sessions.idleExpiresTs, now));
  await deleteInBatches(db, sessions, lte(sessions.absoluteExpiresTs, now));
  await deleteInBatches(db, oneTimeTokens, lte(oneTimeTokens.expiresTs, now - 30 * DAY_MS));
  await deleteInBatches(db, limitCounters, lte(limitCounters.windowStartTs, yesterday));
  await deleteInBatches(db, teacherSightings, lte(teacherSightings.lastTs, now - SIGHTING_RETENTION_MS));
  await deleteInBatches(db, idempotencyKeys, lte(idempotencyKeys.createdTs, yesterday));
}
