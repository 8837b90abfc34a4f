import type { Ctx } from "@/context";
import { listDueDeletions, processDeletions } from "@/db/media-deletions";

/** Younger reservations may belong to a file that is still being stored. */
const LONGEST_REQUEST_MS = 15 * 60_000;
const AT_ONCE = 100;
/** Bounds the bucket operations of one run; the rest waits for the next. */
const MOST_ROUNDS = 10;

/**
 * Deletes objects whose deletion failed right after its batch, and objects that interrupted requests left. What fails
 * stays scheduled for the next run.
 * @returns how many deletions were processed
 */
export async function processMediaDeletions({ db, media, now }: Ctx): Promise<number> {
  let done = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const deletions = await listDueDeletions(db, now - LONGEST_REQUEST_MS, AT_ONCE);
    if (deletions.length === 0) break;
    await processDeletions(db, deletions, media.removeObjects);
    done += deletions.length;
  }
  return done;
}
