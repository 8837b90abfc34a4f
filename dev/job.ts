import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./launch/install";
import { root } from "./launch/paths";

// `bun run job NAME` runs one job of the site that runs on PORT; `bun run job` lists the names.
await ensureInstalled(console.log);
const script = ["dev/launch/job-process.ts", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, script, { cwd: root, stdio: "inherit" }).status ?? 1);
