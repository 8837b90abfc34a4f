import { and, type SQL, sql } from "drizzle-orm";
import { users } from "./schema";

/**
 * Whether there is an account like this when the statement runs: the condition of what an account causes that may be
 * gone, closed or changed since it was looked at.
 */
export const accountWhere = (...like: (SQL | undefined)[]): SQL =>
  sql`exists (select 1 from ${users} where ${and(...like)})`;
