import type { Ctx } from "@/context";
import { oldNotes, workOff } from "@/db/stale-media";

/** What is noted more recently may belong to a file that is being stored. */
const LONGEST_REQUEST_MS = 15 * 60_000;
const AT_ONCE = 100;
/** What one run may ask of the bucket; the rest waits for the next. */
const MOST_ROUNDS = 10;

/**
 * Removes what the bucket holds for nobody: what could not be removed when it was let go of, and what requests left
 * that broke off. What fails stays noted for the next run.
 * @returns how many notes were worked off
 */
export async function sweepStaleMedia({ db, media, now }: Ctx): Promise<number> {
  let done = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const notes = await oldNotes(db, now - LONGEST_REQUEST_MS, AT_ONCE);
    if (notes.length === 0) break;
    await workOff(db, notes, media.removeObjects);
    done += notes.length;
  }
  return done;
}
