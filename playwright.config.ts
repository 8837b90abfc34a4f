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

export default defineConfig({
  // Lighthouse measures for minutes and wants the machine for itself: `bun run audit`.
  testDir: process.env.AUDIT ? "tests/audit" : "tests/browser",
  outputDir: "test-results",
  globalSetup: "./tests/browser/global-setup.ts",
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    // Where globalSetup serves the site; known once it has run.
    baseURL: process.env.BASE_URL,
    locale: "en-US",
    timezoneId: "Europe/Bucharest",
    trace: "retain-on-failure",
    launchOptions: { executablePath: findChromium() ?? undefined, args: quietFlags },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
