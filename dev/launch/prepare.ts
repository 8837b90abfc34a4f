import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkedVars } from "./checked-vars";
import { hasUsers, openOrReplaceLocalData } from "./local-data";
import { runScript } from "./run-script";
import { readSettings } from "./settings";

/**
 * Prepares the start of the worker: checks the settings, writes DATA_DIR/.dev.vars and migrates the database. Data of
 * another version is replaced. Adds the demonstration data, unless --no-seed is given or the database is in use.
 */
await runScript(async () => {
  const settings = readSettings(process.env);
  const vars = checkedVars(settings, process.env);
  mkdirSync(settings.dataDir, { recursive: true });
  // Secrets: for this user's eyes only.
  writeFileSync(join(settings.dataDir, ".dev.vars"), toEnvFile(vars), { mode: 0o600 });

  const data = await openOrReplaceLocalData(settings.dataDir, console.log);
  try {
    if (process.argv.includes("--no-seed") || (await hasUsers(data.db))) return;
    const { seed, storeStubPayments } = await import("../seed");
    const rows = await seed({ db: data.db, media: data.media, now: Date.now(), log: console.log });
    storeStubPayments(settings, rows);
  } finally {
    await data.close();
  }
});

/** Settings as wrangler reads `.dev.vars`. Single quotes keep everything; a value with one goes into backticks. */
function toEnvFile(vars: Record<string, string>): string {
  return Object.entries(vars)
    .map(([name, value]) => {
      const quote = value.includes("'") ? "`" : "'";
      return `${name}=${quote}${value}${quote}\n`;
    })
    .join("");
}
