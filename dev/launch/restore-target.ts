import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import type { RestoreTarget } from "../restore/restore-target";
import { lockLocalData } from "./local-data";
import { wranglerConfig } from "./paths";
import { executeRemotely } from "./remote-database";
import { type LocalSettings, UserError } from "./settings";
import { runTool } from "./tools";

type OpenTarget = RestoreTarget & { close(): Promise<void> };

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
    close,
  };
}

/** The deployed ones, through wrangler and its account. The files in between are this user's only, and are deleted. */
export async function openRemoteTarget(): Promise<OpenTarget> {
  const folder = mkdtempSync(join(tmpdir(), "catedra-restore-"));
  const bucket = unstable_readConfig({ config: wranglerConfig }).r2_buckets.find(
    (one: { binding: string }) => one.binding === "BACKUPS",
  );
  const jurisdiction = bucket?.jurisdiction ? ["--jurisdiction", bucket.jurisdiction] : [];
  const run = async (what: string[]) => {
    const { code, output } = await runTool("wrangler", [...what, "--config", wranglerConfig]);
    return { isDone: code === 0, output };
  };
  const migrated = await run(["d1", "migrations", "apply", "DB", "--remote"]);
  if (!migrated.isDone) throw new UserError(`The remote database could not be migrated:\n${migrated.output}`);
  let files = 0;
  return {
    async read(key) {
      const file = join(folder, `${files++}`);
      const path = `${bucket?.bucket_name}/${key}`;
      const { isDone, output } = await run([
        "r2",
        "object",
        "get",
        path,
        "--remote",
        "--file",
        file,
        ...jurisdiction,
      ]);
      if (!isDone && /does not exist|not found/i.test(output)) return null;
      if (!isDone) throw new UserError(`${path} could not be read:\n${output}`);
      const bytes = readFileSync(file);
      rmSync(file);
      return bytes;
    },
    async query<Result>(query: string) {
      const [answer] = await executeRemotely(["--command", query]);
      return (answer?.results ?? []) as Result[];
    },
    async write(statements) {
      const file = join(folder, `${files++}.sql`);
      writeFileSync(file, statements.map((statement) => `${statement};\n`).join(""));
      await executeRemotely(["--file", file]);
      rmSync(file);
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
