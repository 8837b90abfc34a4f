import { join, resolve } from "node:path";
import { backUp, formatTimestamp } from "./backups";
import { root } from "./paths";
import { runScript } from "./run-script";
import { readSettings } from "./settings";

/** Copies the local data into the given folder, or into a timestamped one in `backups/` next to the data. */
await runScript(async () => {
  const { dataDir } = readSettings(process.env);
  const [given] = process.argv.slice(2);
  const folder = given ? resolve(root, given) : join(dataDir, "backups", formatTimestamp(new Date()));
  const { rows, objects, bytes } = await backUp(dataDir, folder);
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  console.log(`Backed up ${all} rows and ${objects} objects (${bytes} bytes) to ${folder}`);
});
