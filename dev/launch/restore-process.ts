import { resolve } from "node:path";
import { restore } from "./backups";
import { root } from "./paths";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";

/** Puts a backup in the place of the local data. */
await runScript(async () => {
  const { dataDir } = readSettings(process.env);
  const [given] = process.argv.slice(2);
  if (!given) throw new UserError("Usage: bun run restore FOLDER, a folder that bun run backup made");
  const { note, kept } = await restore(dataDir, resolve(root, given));
  console.log(`Restored the backup of ${note.madeAt}.`);
  if (kept) console.log(`What was there before is in ${kept}`);
});
