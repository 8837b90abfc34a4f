/** Time (ms) for parallel queries to finish before the action. */
const ACTION_DELAY_MS = 20;

/**
 * A database that runs `action` once, just before the first statement outside a batch that matches `like`. Parallel
 * statements that do not match finish before it.
 */
export function interruptDb(database: D1Database, like: RegExp, action: () => Promise<unknown>): D1Database {
  let running: Promise<unknown> | undefined;
  const runOnce = () => {
    running ??= new Promise((resolve) => setTimeout(resolve, ACTION_DELAY_MS)).then(action);
    return running;
  };
  const wrapStatement = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...args: unknown[]) => wrapStatement(target.bind(...args));
        return async (...args: unknown[]) => {
          await runOnce();
          return value.apply(target, args);
        };
      },
    });
  const wrapDatabase = <T extends object>(wrapped: T): T =>
    new Proxy(wrapped, { get: (target, name) => getProperty(target as D1Database, name) });
  function getProperty(target: D1Database, name: string | symbol): unknown {
    // A database session is intercepted like the database.
    if (name === "withSession") return (from: string) => wrapDatabase(target.withSession(from));
    if (name === "prepare") {
      return (query: string) =>
        like.test(query) ? wrapStatement(target.prepare(query)) : target.prepare(query);
    }
    const value = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  }
  return wrapDatabase(database);
}
