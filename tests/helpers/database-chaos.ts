import { env } from "cloudflare:workers";
import { splitLocale } from "@/shared/i18n/locales";
import { D1_ERRORS } from "./d1-errors";
import { failWrites } from "./kill-db";

/**
 * From the environment. `before`: each write that a test sends is sent first to a database that fails before it writes,
 * so the tests prove that such a request has no effect. `after`: it is sent first to a database that fails after it
 * writes, and then once more. A line `CHAOS` for each write says what went wrong; tests that expect the answer or the
 * effects of a single request fail.
 */
export const { DATABASE_CHAOS: chaosMode } = env as unknown as { DATABASE_CHAOS?: string };
const TABLES = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' and name not like '%fts%'`;
/** Tables that a repeated request may write again: attempts, sessions and events. */
const REPEATED = /^(limit_counters|sessions|audit_log|statistics.*|teacher_sightings)$/;

let sent = 0;

type Send = (database: D1Database) => Promise<Response>;

/**
 * Sends a request while the database fails. A request whose write failed must be refused, with 503 if nothing else was
 * wrong, and the same request afterwards may not repeat what the first one wrote.
 */
export async function tryDuringOutage(
  database: D1Database,
  { method, url, send }: { method: string; url: string; send: Send },
): Promise<void> {
  if (!chaosMode || ["GET", "HEAD", "OPTIONS"].includes(method)) return;
  const message = D1_ERRORS[sent++ % D1_ERRORS.length] ?? "";
  const failing = failWrites(database, { message, isExecuted: chaosMode === "after" });
  const before = chaosMode === "after" ? await countRows(database) : new Map();
  const outcome = await send(failing.database);
  if (failing.failures() === 0) return;
  const path = splitLocale(new URL(url).pathname).path.replaceAll(/\b[0-9a-z]{16}\b/g, ":id");
  const name = `${method} ${path}`;
  const problems: string[] = [];
  // A request that is refused anyway may have failed to extend the session. After the commit, success is true too.
  const isTrue = outcome.status >= 400 || chaosMode === "after";
  if (!isTrue || outcome.status === 500 || (outcome.status === 503 && !outcome.headers.has("retry-after"))) {
    problems.push(`${outcome.status} for ${message}`);
  }
  if (chaosMode === "after") {
    const between = await countRows(database);
    await send(database);
    const after = await countRows(database);
    const grew = (table: string, one: Map<string, number>, two: Map<string, number>) =>
      (two.get(table) ?? 0) > (one.get(table) ?? 0);
    for (const table of after.keys()) {
      if (!REPEATED.test(table) && grew(table, before, between) && grew(table, between, after)) {
        problems.push(`${table} twice`);
      }
    }
  }
  console.info(`CHAOS ${name} ${problems.join(", ") || "fine"}`);
  if (problems.length > 0 && chaosMode === "before") throw new Error(`${name}: ${problems.join(", ")}`);
}

async function countRows(database: D1Database): Promise<Map<string, number>> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>();
  const counts = await database.batch<{ n: number }>(
    results.map(({ name }) => database.prepare(`select count(*) as n from "${name}"`)),
  );
  return new Map(results.map(({ name }, index) => [name, counts[index]?.results[0]?.n ?? 0]));
}
