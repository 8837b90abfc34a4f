import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import type { RestoreTarget } from "../restore/restore-target";
import { openCloudflareApi } from "./cloudflare-api";
import { lockLocalData } from "./local-data";
import { wranglerConfig } from "./paths";
import { type LocalSettings, UserError } from "./settings";
import { executeRemotely } from "./site-database";
import { runTool } from "./tools";

type OpenTarget = RestoreTarget & {
  /** Runs what `write` has collected. */
  flush(): Promise<void>;
  close(): Promise<void>;
};
type Binding = { binding: string };

/** The local database and bucket. @throws UserError when a running site has them open */
export async function openLocalTarget({ dataDir }: LocalSettings): Promise<OpenTarget> {
  const { db, backups, close } = await lockLocalData(dataDir);
  return {
    async read(key) {
      const object = await backups.get(key);
      return object && new Uint8Array(await object.arrayBuffer());
    },
    query: async <Result>(query: string) => (await db.prepare(query).all<Result>()).results,
    async write(statements) {
      await db.batch(statements.map((statement) => db.prepare(statement)));
    },
    flush: async () => {},
    close,
  };
}

/** Bytes of statements that are sent together, so that wrangler is not started for each small table. */
const FILE_BYTES = 8_000_000;
/** Longest time of a query (ms). */
const QUERY_MS = 120_000;

/**
 * The deployed ones: Cloudflare's API reads, wrangler imports files of statements. The files are this user's only, and
 * are deleted.
 */
export async function openRemoteTarget(): Promise<OpenTarget> {
  const migrate = ["d1", "migrations", "apply", "DB", "--remote", "--config", wranglerConfig];
  const { code, output } = await runTool("wrangler", migrate);
  if (code !== 0) throw new UserError(`The remote database could not be migrated:\n${output}`);
  const api = await openCloudflareApi();
  const config = unstable_readConfig({ config: wranglerConfig });
  const database = config.d1_databases.find(({ binding }: Binding) => binding === "DB");
  const bucket = config.r2_buckets.find(({ binding }: Binding) => binding === "BACKUPS");
  const folder = mkdtempSync(join(tmpdir(), "catedra-restore-"));
  const call = async (path: string, init: RequestInit): Promise<Response | null> => {
    const answer = await api.fetch(`/accounts/${api.account}/${path}`, {
      ...init,
      signal: AbortSignal.timeout(QUERY_MS),
    });
    if (answer.status === 404 || answer.ok) return answer.ok ? answer : null;
    throw new UserError(`${path}: Cloudflare answers ${answer.status}: ${await answer.text()}`);
  };
  let pending: string[] = [];
  let bytes = 0;
  const flush = async () => {
    if (pending.length === 0) return;
    const file = join(folder, "statements.sql");
    writeFileSync(file, pending.map((statement) => `${statement};\n`).join(""));
    [pending, bytes] = [[], 0];
    await executeRemotely(["--file", file]);
    rmSync(file);
  };
  return {
    async read(key) {
      const answer = await call(`r2/buckets/${bucket?.bucket_name}/objects/${key}`, {
        headers: { "cf-r2-jurisdiction": bucket?.jurisdiction ?? "default" },
      });
      return answer && new Uint8Array(await answer.arrayBuffer());
    },
    async query<Result>(sql: string) {
      await flush();
      const answer = await call(`d1/database/${database?.database_id}/query`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sql }),
      });
      if (!answer) throw new UserError(`The database ${database?.database_name} does not exist.`);
      const { result } = (await answer.json()) as { result: { results: Result[] }[] };
      return result[0]?.results ?? [];
    },
    async write(statements) {
      pending.push(...statements);
      bytes += statements.reduce((sum, statement) => sum + statement.length, 0);
      if (bytes > FILE_BYTES) await flush();
    },
    flush,
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
