import type { Database, SQLQueryBindings } from "bun:sqlite";
import type { D1Database } from "@cloudflare/workers-types";

type Prepared = { sql: string; values: SQLQueryBindings[] };

/**
 * The part of D1's interface that `fillCatalogue` uses, directly on a SQLite file: without the messages between
 * processes and the time limit of a local D1 database. Errors name their statement.
 */
export function createSqliteD1(db: Database): D1Database {
  const prepare = (sql: string, values: SQLQueryBindings[] = []) => ({
    sql,
    values,
    bind: (...bound: SQLQueryBindings[]) => prepare(sql, bound),
    run: async () => execute({ sql, values }),
    all: async () => execute({ sql, values }),
  });
  const totalChanges = db.query<{ n: number }, []>("select total_changes() as n");
  const countChanges = () => totalChanges.get()?.n ?? 0;
  const execute = ({ sql, values }: Prepared) => {
    try {
      const before = countChanges();
      const results = db.query(sql).all(...values);
      return { success: true, meta: { changes: countChanges() - before }, results };
    } catch (error) {
      const text = sql.replace(/\s+/g, " ").trim().slice(0, 200);
      throw new Error(`${(error as Error).message}, in the statement: ${text}`, { cause: error });
    }
  };
  const batch = async (statements: Prepared[]) => db.transaction(() => statements.map(execute))();
  return { prepare, batch } as unknown as D1Database;
}
