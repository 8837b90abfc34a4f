import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./client";
import { letGoOf, takeBack } from "./stale-media";

/** A file whose objects stand in the bucket already, and which counts as soon as its rows are written. */
export type PendingFile = {
  /** Where it will be found: the path of the storage calls, with the extension that the server decided. */
  path: string;
  /**
   * Its objects' keys, its own alone, noted before they were put (`noteAhead`): should nothing come of it, they go.
   * Empty where objects count by being there.
   */
  noted: readonly string[];
  /** Writes its rows where `happened` holds, and lets go of what it replaces. */
  statements(happened: SQL): Statement[];
  /** Holds when the rows were written. */
  counts: SQL;
};

/** Makes a file count where `happened` holds: its rows are written, and its objects are no longer to go. */
export const countFile = (db: Db, file: PendingFile, happened: SQL): Statement[] => [
  ...file.statements(happened),
  takeBack(db, file.noted, file.counts),
];

type Committing = { db: Db; now: number; commit(statements: Statement[]): Promise<unknown[]> };

/** Removes the objects of a file whose rows could not be written. */
export async function dropFile(ctx: Committing, file: PendingFile): Promise<void> {
  await ctx.commit(letGoOf(ctx.db, file.noted, ctx.now));
}

/** Writes a file's rows; false when its place is gone meanwhile, and then nothing of it is left. */
export async function keepFile(ctx: Committing, file: PendingFile): Promise<boolean> {
  const results = await ctx.commit([
    ...countFile(ctx.db, file, sql`1`),
    ctx.db.all(sql`select 1 as kept where ${file.counts}`),
  ]);
  const kept = (results.at(-1) as unknown[]).length > 0;
  if (!kept) await dropFile(ctx, file);
  return kept;
}
