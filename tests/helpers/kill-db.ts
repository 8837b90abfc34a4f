type Kill = {
  /** The call at which the process dies, from 0. */
  call: number;
  /** Whether the database still executes that call; its answer is lost in either case. */
  isExecuted: boolean;
};

/** A database whose client dies at a call: that call and all later ones fail. For jobs that are killed. */
export function killDb(database: D1Database, { call, isExecuted }: Kill): D1Database {
  let calls = 0;
  const runCall = async <T>(execute: () => Promise<T>): Promise<T> => {
    const current = calls++;
    if (current < call) return execute();
    if (current === call && isExecuted) await execute();
    throw new Error("killed");
  };
  const statements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  function wrapStatement(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...args: unknown[]) => wrapStatement(target.bind(...args));
        return (...args: unknown[]) => runCall(() => value.apply(target, args));
      },
    });
    statements.set(wrapped, statement);
    return wrapped;
  }
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") return (query: string) => wrapStatement(target.prepare(query));
      if (name === "batch")
        return (batch: D1PreparedStatement[]) =>
          runCall(() => target.batch(batch.map((statement) => statements.get(statement) ?? statement)));
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
