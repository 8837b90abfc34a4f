import { and, type SQL, sql } from "drizzle-orm";
import { users } from "./schema";

// A guard is an SQL condition that decides whether a statement of a batch takes effect. See "Conditional writes" in
// docs/architecture.md.

/** Guard: the previous statement of the batch changed a row. */
export const previousChanged: SQL = sql`changes() > 0`;

/** Guard of a statement that always takes effect. */
export const noGuard: SQL = sql`true`;

/** Guard: an account fulfils these conditions. It may have been erased, disabled or changed since it was read. */
export const hasAccountSql = (...conditions: (SQL | undefined)[]): SQL =>
  sql`exists (select 1 from ${users} where ${and(...conditions)})`;
