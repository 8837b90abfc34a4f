import { type SQL, sql } from "drizzle-orm";

// A guard is an SQL condition that decides whether a statement of a batch takes effect. See "Conditional writes" in
// docs/architecture.md.

/** Guard: the previous statement of the batch changed a row. */
export const previousChanged: SQL = sql`changes() > 0`;

/** Guard of a statement that always takes effect. */
export const noGuard: SQL = sql`true`;
