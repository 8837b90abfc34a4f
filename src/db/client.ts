import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as schema from "./schema";

export type Db = DrizzleD1Database<typeof schema>;
/** One statement of a write; a verb collects them and commits all at once. */
export type Statement = BatchItem<"sqlite">;

export function connect(binding: D1Database): Db {
  return drizzle(binding, { schema });
}
