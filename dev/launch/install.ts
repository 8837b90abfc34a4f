import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock";
import { root } from "./paths";

const stampFile = join(root, "node_modules/.installed");

/**
 * Installs what bun.lock names, unless that is what node_modules holds already.
 * Throws with the installer's output when it fails (no network, a lockfile that does not fit package.json).
 */
export async function ensureInstalled(log: (line: string) => void): Promise<void> {
  if (isInstalled()) return;
  await withLock(join(root, "dist/.install-lock"), () => {
    if (isInstalled()) return;
    log("Installing packages…");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["install", "--frozen-lockfile"], {
      cwd: root,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`The packages could not be installed:\n${stdout}${stderr}`);
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
