import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./client";
import { noGuard } from "./guard";
import { cancelDeletionStatement, scheduleDeletionStatements } from "./media-deletions";
import { hasRows } from "./returned-rows";

/** A file whose objects are in the bucket, but whose rows are not written yet. */
export type PendingFile = {
  /** Its path in the storage API, with the extension from the server. */
  path: string;
  /** Keys of its objects (see `reserveKeys`). Empty for files without rows. */
  reservedKeys: readonly string[];
  /** Writes its rows where `guard` holds, and schedules the deletion of what it replaces. */
  statements(guard: SQL): Statement[];
  /** Holds when the rows were written. */
  isSavedSql: SQL;
};

/** Writes a file's rows and keeps its objects where `guard` holds. */
export const saveFileStatements = (db: Db, file: PendingFile, guard: SQL): Statement[] => [
  ...file.statements(guard),
  cancelDeletionStatement(db, { keys: file.reservedKeys, guard: file.isSavedSql }),
];

type CommitContext = { db: Db; now: number; commit(statements: Statement[]): Promise<unknown[]> };

/** Deletes the objects of a file whose rows could not be written. */
export async function discardFile(ctx: CommitContext, file: PendingFile): Promise<void> {
  await ctx.commit(scheduleDeletionStatements(ctx, file.reservedKeys));
}

/** Writes a file's rows. @returns false, with its objects deleted, if what it belongs to no longer exists */
export async function saveFile(ctx: CommitContext, file: PendingFile): Promise<boolean> {
  const results = await ctx.commit([
    ...saveFileStatements(ctx.db, file, noGuard),
    ctx.db.all(sql`select 1 as saved where ${file.isSavedSql}`),
  ]);
  const saved = hasRows(results.at(-1));
  if (!saved) await discardFile(ctx, file);
  return saved;
}
