import type { D1Database, ExecutionContext } from "@cloudflare/workers-types";
import { createApp } from "../src/app";
import type { Bindings } from "../src/env";
import { createSharedServices } from "../src/http/app-context";
import { createPageCache } from "../src/http/page-cache";
import { createCountingDb } from "../tests/helpers/counting-db";

/** Renders pages with a database that counts. The returned function returns the rows that a page reads. */
export function createRowCounter(db: D1Database, vars: Record<string, string>, now: number) {
  const { db: counting, ledger } = createCountingDb(db);
  // Render every page again: a cached page reads no rows.
  const app = createApp(() => now, { ...createSharedServices(), pages: createPageCache(0) });
  const version = { id: "bench", tag: "", timestamp: new Date(now).toISOString() };
  const bindings = { ...vars, DB: counting, CF_VERSION_METADATA: version } as unknown as Bindings;
  const execution = { waitUntil() {}, passThroughOnException() {}, props: {} } as unknown as ExecutionContext;
  return async (path: string): Promise<number> => {
    ledger.clear();
    // The views of a prefetched page are not counted, so it only reads.
    const request = new Request(new URL(path, vars.SITE_URL), { headers: { "sec-purpose": "prefetch" } });
    const answer = await runSilently(() => app.fetch(request, bindings, execution));
    await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return ledger.rowsRead();
  };
}

/** Runs the app without its log line for each request. */
async function runSilently<T>(work: () => T): Promise<Awaited<T>> {
  const { log } = console;
  console.log = () => {};
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
