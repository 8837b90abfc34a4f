import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./install";
import { root } from "./paths";

/** Runs a script of dev/launch with this process's arguments once the packages are there, and ends with its exit code. */
export async function runInstalled(name: string): Promise<never> {
  await ensureInstalled(console.log);
  const script = [`dev/launch/${name}`, ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, script, { cwd: root, stdio: "inherit" }).status ?? 1);
}
