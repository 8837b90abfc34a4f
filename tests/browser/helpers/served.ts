import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Db } from "@/db/client";
import { checkedVars } from "../../../dev/launch/checked-vars";
import { startLocalStubs } from "../../../dev/launch/local-stubs";
import { serveWorker } from "../../../dev/launch/serve-worker";
import { readSettings } from "../../../dev/launch/settings";
import { freePort } from "../../helpers/free-port";

/** A running site with its local stubs and its database. */
export type Site = {
  url: string;
  stubsUrl: string;
  db: Db;
  stop(): Promise<void>;
};

/**
 * Serves the production build that global-setup.ts left, with a copy of the seeded data, on free ports. Everything but
 * workerd runs in this process, so tests can write rows through `db`. `settings` replace the site's, by name, for the
 * port that it gets.
 */
export async function startSite(
  settings: (port: number) => Record<string, string> = () => ({}),
): Promise<Site> {
  const seeded = process.env.SEEDED_DATA_DIR;
  if (!seeded) throw new Error("SEEDED_DATA_DIR is not set: global-setup.ts sets it");
  const dataDir = mkdtempSync(join(tmpdir(), "catedra-browser-"));
  cpSync(seeded, dataDir, { recursive: true });
  const port = await freePort();
  const env = {
    ...process.env,
    ...settings(port),
    PORT: String(port),
    STUBS_PORT: String(await freePort()),
    DATA_DIR: dataDir,
  };
  const local = readSettings(env);
  const vars = checkedVars(local, env);
  const stubs = await startLocalStubs(local, vars);
  const worker = await serveWorker({ port, dataDir, vars, onLog: () => {} });
  return {
    url: local.siteUrl,
    stubsUrl: local.stubsUrl,
    // Miniflare has its own copy of the type.
    db: connect((await worker.db()) as unknown as Parameters<typeof connect>[0]),
    async stop() {
      await worker.stop();
      await stubs.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
