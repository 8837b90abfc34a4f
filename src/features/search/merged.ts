import { type SQL, sql } from "drizzle-orm";

/** D1 refuses more terms in one compound select. */
const TERMS = 5;

/**
 * The first rows of several queries together, each row once. SQLite merges the terms of a compound select while it
 * reads them, as long as each comes from an index in the right order: so little more is read than is returned. More
 * than five are merged in groups first. `order` names columns of the result.
 */
export function merged(queries: SQL[], order: SQL, limit: number): SQL {
  const terms =
    queries.length <= TERMS
      ? queries
      : groups(queries).map((group) => sql`select * from (${merged(group, order, limit)})`);
  return sql`${sql.join(terms, sql` union `)} order by ${order} limit ${sql.raw(String(limit))}`;
}

function groups(queries: SQL[]): SQL[][] {
  const size = Math.max(TERMS, Math.ceil(queries.length / TERMS));
  return Array.from({ length: Math.ceil(queries.length / size) }, (_, n) =>
    queries.slice(n * size, (n + 1) * size),
  );
}
