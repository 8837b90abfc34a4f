import { and, type SQL, sql } from "drizzle-orm";
import { users } from "./schema";

/** Guard: there is an account like this. It may have been erased, closed or changed since it was read. */
export const hasAccount = (...like: (SQL | undefined)[]): SQL =>
  sql`exists (select 1 from ${users} where ${and(...like)})`;
