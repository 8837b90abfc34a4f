import { and, type SQL, sql } from "drizzle-orm";
import { users } from "./schema";

/** Guard: an account fulfils these conditions. It may have been erased, disabled or changed since it was read. */
export const hasAccount = (...conditions: (SQL | undefined)[]): SQL =>
  sql`exists (select 1 from ${users} where ${and(...conditions)})`;
