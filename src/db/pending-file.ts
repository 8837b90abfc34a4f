import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./client";

/** A file whose objects stand in the bucket already, and which counts as soon as its rows are written. */
export type PendingFile = {
  /** Where it will be found: the path of the storage calls, with the extension that the server decided. */
  path: string;
  /** Writes its rows where `happened` holds, and lets go of what it replaces. */
  statements(happened: SQL): Statement[];
  /** Holds when the rows were written. */
  counts: SQL;
  /** Removes the objects again, when the rows could not be written. */
  drop(): Promise<void>;
};

/** Writes a file's rows; false when its place is gone meanwhile, and then nothing of it is left. */
export async function keepFile(
  ctx: { db: Db; commit(statements: Statement[]): Promise<unknown[]> },
  file: PendingFile,
): Promise<boolean> {
  const results = await ctx.commit([
    ...file.statements(sql`1`),
    ctx.db.all(sql`select 1 as kept where ${file.counts}`),
  ]);
  const kept = (results.at(-1) as unknown[]).length > 0;
  if (!kept) await file.drop();
  return kept;
}
