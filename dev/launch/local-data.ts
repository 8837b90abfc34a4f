import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_splitSqlQuery } from "wrangler";
import { tryLock, unlock } from "./lock";
import { migrationsDir, stateDirs, toLockFile } from "./paths";
import { readWorkerOptions } from "./read-worker-options";
import { UserError } from "./settings";

export type LocalData = {
  db: D1Database;
  media: R2Bucket;
  backups: R2Bucket;
  close(): Promise<void>;
};

/** Opens the local database and bucket without the worker. No other process may have them open. */
export async function openLocalData(dataDir: string): Promise<LocalData> {
  const { compatibilityDate, d1Databases, r2Buckets } = readWorkerOptions();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      resourcePersistencePath: stateDirs(dataDir).resources,
      workers: [
        {
          name: "data",
          modules: true,
          script: "export default {}",
          compatibilityDate,
          d1Databases,
          r2Buckets,
        },
      ],
    }),
  );
  return {
    // Miniflare carries its own copy of the types; it returns the same objects as the worker gets.
    db: (await miniflare.getD1Database("DB")) as unknown as D1Database,
    media: (await miniflare.getR2Bucket("MEDIA")) as unknown as R2Bucket,
    backups: (await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket,
    close: () => miniflare.dispose(),
  };
}

/** A UserError: the database has a migration or a baseline that this checkout does not have. */
class OtherVersionError extends UserError {}

/**
 * Opens the local data for the start of the site, migrated. The data of another version of Catedra moves to
 * DATA_DIR/other-version, in place of what was there, and the site starts with new data.
 */
export async function openOrReplaceLocalData(
  dataDir: string,
  log: (line: string) => void,
): Promise<LocalData> {
  const data = await openLocalData(dataDir);
  try {
    const applied = await migrate(data.db);
    if (applied.length > 0) log(`Migrated the local database (${applied.length} new).`);
    return data;
  } catch (error) {
    await data.close();
    if (!(error instanceof OtherVersionError)) throw error;
    const target = join(dataDir, "other-version");
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    for (const name of ["state", "stubs"]) {
      if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(target, name));
    }
    log(
      `The local data was created by another version of Catedra. It is in ${target} now; new data replaces it.`,
    );
    return openOrReplaceLocalData(dataDir, log);
  }
}

/**
 * Opens the local data for a command that writes, migrated. @throws UserError when a running site has it open
 */
export async function lockLocalData(dataDir: string): Promise<LocalData> {
  mkdirSync(dataDir, { recursive: true });
  const lockFile = toLockFile(dataDir);
  if (!tryLock(lockFile))
    throw new UserError(`${dataDir} is in use: end that site first, or set another DATA_DIR`);
  const data = await openLocalData(dataDir);
  await migrate(data.db);
  return {
    ...data,
    async close() {
      await data.close();
      unlock(lockFile);
    },
  };
}

/**
 * Applies the migrations that the database has not seen, each in one batch with its own entry, and returns their
 * names. Keeps the same table as `wrangler d1 migrations apply` (d1_migrations), so either can continue where the
 * other stopped. The baseline may still change until the first release, so its digest is stored there as well.
 * @throws OtherVersionError
 */
export async function migrate(db: D1Database): Promise<string[]> {
  await db
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, " +
        "applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map((row) => row.name));
  const known = readdirSync(migrationsDir)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const baseline = `baseline ${digestFile(join(migrationsDir, known[0] ?? ""))}`;
  const unknown = [...applied].find((name) => !known.includes(name) && name !== baseline);
  if (unknown) {
    throw new OtherVersionError(
      `The local database was created by another version of Catedra (migration ${unknown}): start the site once, which ` +
        "replaces it, or delete the data directory (DATA_DIR, .data by default).",
    );
  }
  const missing = known.filter((name) => !applied.has(name));
  for (const name of missing) {
    const statements = unstable_splitSqlQuery(readFileSync(join(migrationsDir, name), "utf8"));
    await db.batch([
      ...statements.map((statement) => db.prepare(statement)),
      db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
      ...(name === known[0]
        ? [db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(baseline)]
        : []),
    ]);
  }
  return missing;
}

const digestFile = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 12);

/** Whether the database has an account. */
export async function hasUsers(db: D1Database): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM users LIMIT 1").first()) !== null;
}
