import { join, resolve } from "node:path";
import { backUp, stamp } from "./backups";
import { root } from "./paths";
import { asScript } from "./script";
import { readSettings } from "./settings";

/** Copies the local data into the folder named, or into one of `backups/` beside them that bears the time. */
await asScript(async () => {
  const { dataDir } = readSettings(process.env);
  const [given] = process.argv.slice(2);
  const folder = given ? resolve(root, given) : join(dataDir, "backups", stamp(new Date()));
  const { rows, objects, bytes } = await backUp(dataDir, folder);
  const all = Object.values(rows).reduce((sum, n) => sum + n, 0);
  console.log(`Backed up ${all} rows and ${objects} objects (${bytes} bytes) to ${folder}`);
});
