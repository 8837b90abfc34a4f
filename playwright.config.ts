import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./dev/launch/chromium";

/** Flags for a browser in a container: no sandbox to set up, nothing fetched in the background. */
const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Without WebUIOmnibox…, each context loads two pages for the suggestions of an address bar: half of a test's CPU time.
 * The others are those of Playwright's own list that concern pages, because the last flag replaces the ones before.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Each worker runs a browser and a site: about 1 GB. */
const MOST_WORKERS = 8;

const browser = {
  ...devices["Desktop Chrome"],
  launchOptions: {
    executablePath: findChromium() ?? undefined,
    args: [...quietFlags, `--disable-features=${disabledFeatures}`],
  },
};

export default defineConfig({
  outputDir: "test-results",
  globalSetup: "./tests/browser/global-setup.ts",
  fullyParallel: true,
  // One more than the cores: a test that waits for a page leaves its core idle.
  workers: Math.min(availableParallelism() + 1, MOST_WORKERS),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    locale: "en-US",
    timezoneId: "Europe/Bucharest",
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs each test about half of its CPU time: `playwright test FILE --trace on` records one.
    trace: "off",
    screenshot: "only-on-failure",
  },
  projects: process.env.AUDIT
    ? // Lighthouse measures for minutes and wants the machine for itself: `bun run audit`.
      [{ name: "audit", testDir: "tests/audit", workers: 1, use: browser }]
    : [{ name: "chromium", testDir: "tests/browser", use: browser }],
});
