import { resolve } from "node:path";
import { restore } from "./backups";
import { root } from "./paths";
import { asScript } from "./script";
import { Complaint, readSettings } from "./settings";

/** Puts a backup in the place of the local data. */
await asScript(async () => {
  const { dataDir } = readSettings(process.env);
  const [given] = process.argv.slice(2);
  if (!given) throw new Complaint("Usage: bun run restore FOLDER, a folder that bun run backup made");
  const { note, kept } = await restore(dataDir, resolve(root, given));
  console.log(`Restored the backup of ${note.madeAt}.`);
  if (kept) console.log(`What was there before is in ${kept}`);
});
