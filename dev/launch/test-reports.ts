import { existsSync, readFileSync } from "node:fs";

export interface Tally {
  passed: number;
  failed: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

/**
 * What a run's JSON report says. A run that ended badly without a failed test (a file that does not load, an error
 * outside of any test, nothing run at all, no report) counts as one failure.
 */
export function readTally(kind: "vitest" | "playwright", file: string, exitCode: number): Tally {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const { passed, failed } = kind === "vitest" ? vitestTally(report) : playwrightTally(report);
  const silentFailure = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: silentFailure ? 1 : failed };
}

function vitestTally({ numPassedTests, numFailedTests, testResults }: VitestReport): Tally {
  // A file that does not load, or whose beforeAll fails, is a failure without a failed test.
  const broken = testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

function playwrightTally({ stats }: PlaywrightReport): Tally {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
