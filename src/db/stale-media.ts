import type { Db, Statement } from "./client";
import { staleMedia } from "./schema";

/**
 * Notes objects of the bucket that this batch lets go of (a key that ends in "/" means all below it). `commit` removes
 * them right after the batch; a job tries again where that failed. `now` in ms.
 */
export const letGoOf = (db: Db, keys: readonly string[], now: number): Statement[] =>
  keys.map((key) => db.insert(staleMedia).values({ key, createdTs: now }).onConflictDoNothing());
