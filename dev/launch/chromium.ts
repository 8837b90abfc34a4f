import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "./settings";
import { runTool } from "./tools";

/** The headless shell first: without browser windows it needs about half of the CPU time. */
const COMMANDS = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge",
];

const USUAL_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ["/snap/bin/chromium", "/opt/google/chrome/chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/**
 * The path of an installed Chromium (or Chrome, or Edge), or null.
 * CHROMIUM_PATH takes precedence; throws if there is no such file.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but there is no such file: correct or unset it`);
  }
  const suffix = process.platform === "win32" ? ".exe" : "";
  const folders = [...(env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  const candidates = [
    ...folders.filter(Boolean).flatMap((folder) => COMMANDS.map((name) => join(folder, name + suffix))),
    ...(USUAL_PATHS[process.platform] ?? []),
  ];
  return candidates.find((path) => existsSync(path) && runs(path)) ?? null;
}

/** Some distributions install a command that only prints how to get Chromium. */
function runs(path: string): boolean {
  // On Windows --version would open a window.
  return process.platform === "win32" || spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
}

/**
 * Provides a browser for the tests: an installed one, else Debian's package if this user may install it, else
 * Playwright's download. Throws a UserError that says what to do when none of them works.
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
