import { isReadQuery } from "@/db/refuse-writes";

type Call = <T>(execute: () => Promise<T>, isWrite: boolean) => Promise<T>;

/** A database whose calls, statements and batches, are made by `call`. */
function wrapCalls(database: D1Database, call: Call): D1Database {
  const known = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; isWrite: boolean }>();
  function wrapStatement(statement: D1PreparedStatement, isWrite: boolean): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...args: unknown[]) => wrapStatement(target.bind(...args), isWrite);
        return (...args: unknown[]) => call(() => value.apply(target, args), isWrite);
      },
    });
    known.set(wrapped, { statement, isWrite });
    return wrapped;
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") {
        return (query: string) => wrapStatement(target.prepare(query), !isReadQuery(query));
      }
      if (name === "batch") {
        return (batch: D1PreparedStatement[]) => {
          const statements = batch.map(
            (wrapped) => known.get(wrapped) ?? { statement: wrapped, isWrite: true },
          );
          return call(
            () => target.batch(statements.map(({ statement }) => statement)),
            statements.some(({ isWrite }) => isWrite),
          );
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

type Kill = {
  /** The call at which the process dies, from 0. */
  call: number;
  /** Whether the database still executes that call; its answer is lost in either case. */
  isExecuted: boolean;
};

/** A database whose client dies at a call: that call and all later ones fail. For jobs that are killed. */
export function killDb(database: D1Database, { call, isExecuted }: Kill): D1Database {
  let calls = 0;
  return wrapCalls(database, async (execute) => {
    const current = calls++;
    if (current < call) return execute();
    if (current === call && isExecuted) await execute();
    throw new Error("killed");
  });
}

/**
 * A database that fails each write after the first `skipped` ones with this message, before it or, if `isExecuted`, after
 * it. `failures` counts them.
 */
export function failWrites(
  database: D1Database,
  { message, isExecuted, skipped = 0 }: { message: string; isExecuted: boolean; skipped?: number },
): { database: D1Database; failures(): number } {
  let writes = 0;
  let failures = 0;
  const failing = wrapCalls(database, async (execute, isWrite) => {
    if (!isWrite || writes++ < skipped) return execute();
    failures++;
    if (isExecuted) await execute();
    throw new Error(message);
  });
  return { database: failing, failures: () => failures };
}
