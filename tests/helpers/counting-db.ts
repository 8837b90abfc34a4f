import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";

/**
 * Every executed statement, with the rows that SQLite read and wrote for it, and the number of calls that sent them.
 */
export type Ledger = {
  statements: { sql: string; rowsRead: number; rowsWritten: number }[];
  rowsRead(): number;
  rowsWritten(): number;
  roundTrips(): number;
  clear(): void;
};

/**
 * A D1 binding that counts rows. drizzle reads through `raw()`, which returns no `meta`, so each read runs a second
 * time through `all()`. A single write with `returning` is not counted.
 */
export function createCountingDb(db: D1Database): { db: D1Database; ledger: Ledger } {
  const statements: Ledger["statements"] = [];
  const texts = new WeakMap<D1PreparedStatement, string>();
  let roundTrips = 0;
  const note = (sql: string, result: D1Result) => {
    statements.push({ sql, rowsRead: result.meta.rows_read, rowsWritten: result.meta.rows_written });
    return result;
  };

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => wrap(sql, target.bind(...values));
        if (name === "all" || name === "run") {
          return async () => {
            roundTrips++;
            return note(sql, await target[name]());
          };
        }
        if (name === "raw" || name === "first") {
          return async (...options: unknown[]) => {
            roundTrips++;
            if (/^\s*(select|with)\b/i.test(sql)) note(sql, await target.all());
            return (target[name] as (...options: unknown[]) => Promise<unknown>).apply(target, options);
          };
        }
        const value = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    texts.set(wrapped, sql);
    return wrapped;
  }

  const count = <T extends object>(database: T): T =>
    new Proxy(database, { get: (target, name) => counted(target as unknown as D1Database, name) }) as T;
  function counted(target: D1Database, name: string | symbol): unknown {
    if (name === "withSession") return (from: string) => count(target.withSession(from));
    if (name === "prepare") return (sql: string) => wrap(sql, target.prepare(sql));
    if (name === "batch") {
      return async (batch: D1PreparedStatement[]) => {
        roundTrips++;
        const results = await target.batch(batch);
        return results.map((result, n) => note(texts.get(batch[n] as D1PreparedStatement) ?? "", result));
      };
    }
    const value = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  }
  return {
    db: count(db),
    ledger: {
      statements,
      rowsRead: () => statements.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
      rowsWritten: () => statements.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
      roundTrips: () => roundTrips,
      clear: () => {
        statements.splice(0);
        roundTrips = 0;
      },
    },
  };
}
