import { env } from "cloudflare:workers";
import { REQUESTED_LINKS } from "@/features/mail/mail-priorities";
import { D1_ERRORS } from "./d1-errors";
import { toPathPattern } from "./declared-responses";
import { failWrites } from "./kill-db";

/**
 * From the environment, for `bun run bench database-chaos`. `before`: each write that a test sends is sent first to a
 * database that fails before it writes, so the tests prove that such a request has no effect. `after`: it is sent first to
 * a database that fails after it writes, and then once more; a route's first request also for each of its database
 * writes, which then fails with those after it. A route's first request meets each official error text. Forms and
 * calls have an id, as the site's own have. A line `CHAOS` for each write says what went wrong. With `after`, tests
 * that expect the answer or the effects of a single request fail. `repeated`: each write is sent again after it
 * succeeded, as if its answer had been lost. The test gets the first answer, so more tests reach their end.
 */
export const { DATABASE_CHAOS: chaosMode } = env as unknown as { DATABASE_CHAOS?: string };
const TABLES = `select name from pragma_table_list where schema = 'main' and type = 'table'
  and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' and name not like '%fts%'`;
/** Tables that a repeated request may write again: attempts, sessions, tokens, events, and files to delete. */
const REPEATED =
  /^(limit_counters|sessions|audit_log|one_time_tokens|statistics.*|teacher_sightings|idempotency_keys|media_deletions)$/;
/** The sender drops a requested link if a newer one waits. */
const MAILS = `select count(*) as n from (select distinct template, recipient, about,
  iif(template in (${REQUESTED_LINKS.map((template) => `'${template}'`)}), 0, id) from mail_outbox)`;

/** Routes that commit several batches, so that a repeated request continues. */
const SEVERAL_COMMITS = ["POST /enquiries/confirm", "POST /webhooks/stripe"];

/** Database writes of one request that fail in turn; some jobs after a response repeat theirs. */
const MAX_SKIPPED = 4;

let sent = 0;
/** Writes that run, and those that ever began: a parallel one would disturb the counts. */
let running = 0;
let begun = 0;
let lastError = "";
const tried = new Set<string>();

if (chaosMode) {
  console.error = (...parts: unknown[]) => {
    lastError = parts.map(String).join(" ");
  };
}

type Send = (database: D1Database) => Promise<Response>;
type Route = { method: string; path: string };
type Write = { method: string; pathname: string; routes: readonly Route[]; send: Send };

const isWrite = (method: string): boolean => !["ALL", "GET", "HEAD", "OPTIONS"].includes(method);

/** Says once which routes write, so that the benchmark finds those without a test. */
export function printWriteRoutes(routes: readonly Route[]): void {
  const names = routes.filter(({ method }) => isWrite(method)).map(({ method, path }) => `${method} ${path}`);
  if (tried.size === 0) console.info(`WRITE-ROUTES ${JSON.stringify([...new Set(names)])}`);
}

/** Sends a request as `DATABASE_CHAOS` says. Parallel requests are only sent. */
export async function sendInChaos(database: D1Database, write: Write): Promise<Response> {
  const { method, pathname, routes, send } = write;
  if (!isWrite(method)) return send(database);
  begun++;
  running++;
  try {
    if (running > 1) return await send(database);
    const name = toRouteName(method, pathname, routes);
    if (chaosMode === "repeated") return await sendTwice(database, name, send);
    await tryDuringOutage(database, name, send);
    return await send(database);
  } finally {
    running--;
  }
}

/** Sends a request, and again if it succeeds: the second one may not repeat what the first one wrote. */
async function sendTwice(database: D1Database, name: string, send: Send): Promise<Response> {
  const own = begun;
  const counts = [await countRows(database)];
  const answer = await send(database);
  if (answer.status >= 400) return answer;
  const { results } = await database.prepare("select * from limit_counters").all<Record<string, unknown>>();
  counts.push(await countRows(database));
  const { status } = await send(database);
  counts.push(await countRows(database));
  await restoreLimits(database, results);
  const problems = begun === own ? listRepeated(name, counts) : [];
  if (status === 500) problems.push("500");
  console.info(`CHAOS ${JSON.stringify({ name, texts: [], problems })}`);
  return answer;
}

const toRouteName = (method: string, pathname: string, routes: readonly Route[]): string => {
  const route = routes.find((known) => known.method === method && toPathPattern(known.path).test(pathname));
  return `${method} ${route?.path ?? pathname}`;
};

/** Tables that grew more than once from count to count. */
function listRepeated(name: string, counts: readonly Map<string, number>[]): string[] {
  if (SEVERAL_COMMITS.includes(name)) return [];
  return [...(counts[0]?.keys() ?? [])].flatMap((table) => {
    const numbers = counts.map((rows) => rows.get(table) ?? 0);
    const growths = numbers.filter((number, index) => index > 0 && number > (numbers[index - 1] ?? 0));
    return !REPEATED.test(table) && growths.length > 1 ? [`${table} ${growths.length} times`] : [];
  });
}

/**
 * Sends a request while the database fails. A request whose write failed must be refused, with 503 if nothing else was
 * wrong, and the same request afterwards may not repeat what the first one wrote.
 */
async function tryDuringOutage(database: D1Database, name: string, send: Send): Promise<void> {
  const isExecuted = chaosMode === "after";
  const own = begun;
  const problems = new Set<string>();
  const limits = await database.prepare("select * from limit_counters").all<Record<string, unknown>>();
  const counts = [isExecuted ? await countRows(database) : new Map<string, number>()];
  const texts = new Set<string>();
  let isDone = false;
  const attempt = async (skipped: number): Promise<boolean> => {
    const message = D1_ERRORS[sent++ % D1_ERRORS.length] ?? "";
    const failing = failWrites(database, { message, isExecuted, skipped });
    const { status, headers } = await send(failing.database);
    if (failing.failures() === 0) return false;
    texts.add(message);
    isDone = status < 400;
    // A request that is refused anyway may have failed to extend the session. After the commit, success is true too.
    const isTrue = status >= 400 || isExecuted || skipped > 0;
    const isFault = status === 500 && lastError.includes(message);
    if (!isTrue || isFault || (status === 503 && !headers.has("retry-after"))) {
      problems.add(`${status} for ${message}`);
    }
    if (isExecuted) counts.push(await countRows(database));
    return true;
  };
  if (!(await attempt(0))) return;
  if (!tried.has(name)) {
    tried.add(name);
    let skipped = 0;
    while (isExecuted && !isDone && skipped < MAX_SKIPPED && (await attempt(skipped + 1))) skipped++;
    for (const _ of D1_ERRORS) if (!isDone) await attempt(skipped);
  }
  if (isExecuted && !isDone) {
    await send(database);
    counts.push(await countRows(database));
  }
  if (isExecuted && begun === own) {
    for (const problem of listRepeated(name, counts)) problems.add(problem);
  }
  if (!isExecuted) await restoreLimits(database, limits.results);
  console.info(`CHAOS ${JSON.stringify({ name, texts: [...texts], problems: [...problems] })}`);
  if (problems.size > 0 && !isExecuted) throw new Error(`${name}: ${[...problems].join(", ")}`);
}

/** Attempts of the failed requests do not count, so that the tests meet the limits that they expect. */
async function restoreLimits(database: D1Database, rows: readonly Record<string, unknown>[]): Promise<void> {
  await database.batch([
    database.prepare("delete from limit_counters"),
    ...rows.map((row) =>
      database
        .prepare(
          `insert into limit_counters (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`,
        )
        .bind(...Object.values(row)),
    ),
  ]);
}

async function countRows(database: D1Database): Promise<Map<string, number>> {
  const { results } = await database.prepare(TABLES).all<{ name: string }>();
  const counts = await database.batch<{ n: number }>(
    results.map(({ name }) =>
      database.prepare(name === "mail_outbox" ? MAILS : `select count(*) as n from "${name}"`),
    ),
  );
  return new Map(results.map(({ name }, index) => [name, counts[index]?.results[0]?.n ?? 0]));
}
