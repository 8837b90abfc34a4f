import { Database } from "bun:sqlite";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { V4WorkerOptions } from "miniflare";
import { root, workerDir } from "../../dev/launch/paths";
import { readWorkerOptions } from "../../dev/launch/read-worker-options";
import { bundledModules } from "../../dev/launch/worker-bundle";
import { siteVars } from "../serve-bundle";
import { createConfig, findDatabaseFile, type WorkerdConfig } from "./workerd";

const HOUR_MS = 3_600_000;

/** The production bundle over a data directory. */
export function createAppConfig(name: string, dataDir: string): Promise<WorkerdConfig> {
  const worker = readWorkerOptions();
  return createConfig({
    name,
    dataDir,
    worker: {
      ...worker,
      modules: bundledModules(),
      modulesRoot: workerDir,
      bindings: { ...worker.bindings, ...siteVars },
    } as V4WorkerOptions,
  });
}

/** Workers on one database would lock each other out, so each has a copy. */
export function copyData(dataDir: string, name: string): string {
  const copy = join(root, ".data", `bench-copy-${name}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(dataDir, copy, { recursive: true });
  return copy;
}

/**
 * Lets the `count` listings that expire first expire an hour ago. Their search entries stay, as before the next sweep.
 */
export function expireListings(dataDir: string, count: number): void {
  const db = new Database(findDatabaseFile(dataDir));
  try {
    const expiresTs = Date.now() - HOUR_MS;
    const first = `select num from search_entries order by expires_ts limit ${count}`;
    db.run(`create temp table expired as ${first}`);
    db.run("update listings set expires_ts = ? where num in (select num from expired)", [expiresTs]);
    db.run("update search_entries set expires_ts = ? where num in (select num from expired)", [expiresTs]);
    db.run("pragma wal_checkpoint(truncate)");
  } finally {
    db.close();
  }
}
