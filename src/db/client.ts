import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { createReader, type Reader } from "./reader";

/** Without `query`, for which drizzle would prepare the whole schema with each connection. */
export type Db = Omit<DrizzleD1Database, "query"> & { read: Reader };
/** One statement of a batch. */
export type Statement = BatchItem<"sqlite">;

export function connect(binding: D1Database): Db {
  const db = drizzle(binding);
  const { all, run } = db;
  // A batch binds the parameters of each item through its `stmt`, which drizzle's raw queries lack.
  const batchable = <T extends object>(query: T): T =>
    Object.defineProperty(query, "stmt", {
      get: () => binding.prepare((query as unknown as { getQuery(): { sql: string } }).getQuery().sql),
    });
  db.run = (query) => batchable(run.call(db, query));
  db.all = (query) => batchable(all.call(db, query)) as never;
  return Object.assign(db, { read: createReader(binding) });
}
