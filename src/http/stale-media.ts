import { inArray } from "drizzle-orm";
import type { Db } from "@/db/client";
import { staleMedia } from "@/db/schema";
import type { Media } from "@/platform/media";

const AT_ONCE = 100;

/**
 * Removes what the bucket holds for nobody any more, and then the notes of it. What fails stays noted, for the job.
 * @returns how many notes were worked off
 */
export async function removeStaleMedia({ db, media }: { db: Db; media: Media }): Promise<number> {
  const notes = await db.select({ key: staleMedia.key }).from(staleMedia).limit(AT_ONCE);
  if (notes.length === 0) return 0;
  const keys = notes.map(({ key }) => key);
  await media.removeObjects(keys);
  await db.delete(staleMedia).where(inArray(staleMedia.key, keys));
  return keys.length;
}
