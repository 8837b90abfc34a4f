import { spawnSync } from "node:child_process";
import { findChromium } from "./chromium";
import { UserError } from "./settings";
import { runTool } from "./tools";

/**
 * Sees to it that the browser tests have a browser: an installed one, else Debian's package where we may install
 * it, else Playwright's own download. Throws a UserError that says what to do when none of them works.
 */
export async function ensureChromium(log: (line: string) => void): Promise<void> {
  if (findChromium()) return;
  if (mayInstallPackages()) {
    log("Installing Chromium from the distribution…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update"], { stdio: "ignore", env });
    for (const name of ["chromium-headless-shell", "chromium"]) {
      spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], { stdio: "ignore", env });
      if (findChromium()) return;
    }
  }
  log("Installing Playwright's Chromium…");
  const { code } = await runTool("playwright", ["install", "chromium"]);
  if (code === 0) return;
  throw new UserError(
    "There is no Chromium for the browser tests and none could be installed: install Chromium or Chrome, or set " +
      "CHROMIUM_PATH to one.",
  );
}

function mayInstallPackages(): boolean {
  return process.platform === "linux" && process.getuid?.() === 0 && Bun.which("apt-get") !== null;
}
