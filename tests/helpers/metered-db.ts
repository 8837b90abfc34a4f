import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";

/** A D1 binding that records how many rows each batch wrote, including index rows. */
export function createMeteredDb(db: D1Database, tell: (rowsWritten: number) => void): D1Database {
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await db.batch(statements);
    for (const { meta } of results) tell(meta.rows_written);
    return results;
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "batch") return batch;
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
