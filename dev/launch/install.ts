import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock";
import { root } from "./paths";
import { UserError } from "./settings";
import { runBun } from "./tools";

const stampFile = join(root, "node_modules/.installed");

/**
 * Installs what bun.lock names, unless that is what node_modules holds already.
 * Throws a UserError with the installer's output when it fails (no network, a lockfile that does not fit).
 */
export async function ensureInstalled(log: (line: string) => void): Promise<void> {
  if (isInstalled()) return;
  await withLock(join(root, "dist/install-lock.sqlite"), async () => {
    if (isInstalled()) return;
    log("Installing packages…");
    const { code, output } = await runBun(["install", "--frozen-lockfile"]);
    if (code !== 0) throw new UserError(`The packages could not be installed:\n${output}`);
    writeFileSync(stampFile, lockHash());
  });
}

function isInstalled(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === lockHash();
}

function lockHash(): string {
  const hash = createHash("sha256");
  for (const name of ["bun.lock", "package.json"]) hash.update(readFileSync(join(root, name)));
  return hash.digest("hex");
}

/**
 * Runs a script of dev/launch with this process's arguments once the packages are there, and ends with its exit code.
 */
export async function runInstalled(name: string): Promise<never> {
  await ensureInstalled(console.log);
  const script = [`dev/launch/${name}`, ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, script, { cwd: root, stdio: "inherit" }).status ?? 1);
}
