import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkedVars } from "./checked-vars";
import { toEnvFile } from "./env-file";
import { hasUsers, migrate, openLocalData } from "./local-data";
import { runScript } from "./run-script";
import { readSettings } from "./settings";

/**
 * What has to be true before the worker starts: the settings are sound and lie in DATA_DIR/vars.env, the database
 * is migrated and, unless --no-seed says otherwise or somebody uses it already, holds the demonstration data.
 */
await runScript(async () => {
  const settings = readSettings(process.env);
  const vars = checkedVars(settings, process.env);
  mkdirSync(settings.dataDir, { recursive: true });
  // Secrets: for this user's eyes only.
  writeFileSync(join(settings.dataDir, "vars.env"), toEnvFile(vars), { mode: 0o600 });

  const data = await openLocalData(settings.dataDir);
  try {
    const applied = await migrate(data.db);
    if (applied.length > 0) console.log(`Migrated the local database (${applied.length} new).`);
    if (process.argv.includes("--no-seed") || (await hasUsers(data.db))) return;
    const { seed } = await import("../seed");
    await seed({ db: data.db, media: data.media, now: Date.now(), log: console.log });
  } finally {
    await data.close();
  }
});
