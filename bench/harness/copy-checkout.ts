import { spawnSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../dev/launch/paths";

/** Copies the files that a git clone has, with the uncommitted changes of this checkout, and installs their packages. */
export function copyCheckout(folder: string, bun = process.execPath): void {
  const args = ["ls-files", "-coz", "--exclude-standard"];
  const { status, stdout, stderr, error } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`A copy needs git and a git checkout: ${error?.message ?? stderr}`);
  // A file that was deleted and not committed is still listed.
  for (const file of stdout.split("\0").filter((file) => file && existsSync(join(root, file)))) {
    cpSync(join(root, file), join(folder, file));
  }
  const installed = spawnSync(bun, ["install", "--frozen-lockfile"], { cwd: folder, encoding: "utf8" });
  if (installed.status !== 0) throw new Error(`The copy can't install its packages:\n${installed.stderr}`);
}
