/** Time limit (ms) for parallel queries. */
const HEADSTART = 20;

/**
 * A database that runs `action` once, just before the first statement outside a batch that matches `like`. Parallel
 * statements that do not match are answered before.
 */
export function interruptDb(database: D1Database, like: RegExp, action: () => Promise<unknown>): D1Database {
  let done: Promise<unknown> | undefined;
  const once = () => {
    done ??= new Promise((resolve) => setTimeout(resolve, HEADSTART)).then(action);
    return done;
  };
  const waiting = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "bind") return (...args: unknown[]) => waiting(target.bind(...args));
        return async (...args: unknown[]) => {
          await once();
          return value.apply(target, args);
        };
      },
    });
  const wrap = <T extends object>(wrapped: T): T =>
    new Proxy(wrapped, { get: (target, name) => got(target as D1Database, name) });
  function got(target: D1Database, name: string | symbol): unknown {
    // A database session is intercepted like the database.
    if (name === "withSession") return (from: string) => wrap(target.withSession(from));
    if (name === "prepare") {
      return (query: string) => (like.test(query) ? waiting(target.prepare(query)) : target.prepare(query));
    }
    const value = Reflect.get(target, name);
    return typeof value === "function" ? value.bind(target) : value;
  }
  return wrap(database);
}
