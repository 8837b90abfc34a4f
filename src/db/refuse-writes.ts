import { type Refusal, Refused } from "@/shared/errors";

/** The response to a write during maintenance, such as a restore of the database. */
export const MAINTENANCE_REFUSAL: Refusal = { code: "unavailable", reason: "maintenance", retryAfter: 600 };

/** A query that only reads: `with` may begin a write too. */
export const isReadQuery = (query: string): boolean =>
  /^\s*select\b/i.test(query) ||
  (/^\s*with\b/i.test(query) && !/\b(insert|replace)\s+into\b|\bupdate\b|\bdelete\s+from\b/i.test(query));

/** A database for maintenance: no code can write to it. Statements that write throw `MAINTENANCE_REFUSAL`. */
export function refuseWrites<Database extends Pick<D1Database, "prepare">>(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "prepare") {
        return (query: string) => {
          if (!isReadQuery(query)) throw new Refused(MAINTENANCE_REFUSAL);
          return target.prepare(query);
        };
      }
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name === "withSession") return (...from: unknown[]) => refuseWrites(value.apply(target, from));
      return value.bind(target);
    },
  });
}
