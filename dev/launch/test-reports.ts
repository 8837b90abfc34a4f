import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

type Failure = {
  /** File and title of the test, or the name of the check. */
  title: string;
  details: string;
};

export type PartResult = {
  passed: number;
  failures: Failure[];
};

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[];
  }[];
};

type PlaywrightSuite = {
  specs?: { title: string; file: string; tests: { status: string; results: PlaywrightResult[] }[] }[];
  suites?: PlaywrightSuite[];
};

type PlaywrightResult = {
  errors: { message?: string; stack?: string }[];
};

type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number };
  errors: { message?: string }[];
};

const OUTPUT_TAIL_LENGTH = 20_000;

/**
 * Reads a runner's JSON report. A run that ended with an error but without a failed test (a file that does not load,
 * no test found, no report) is one failure with the end of the run's output.
 */
export function readReport(
  runner: "vitest" | "playwright",
  run: { file: string; exitCode: number; output: string },
): PartResult {
  const result = existsSync(run.file)
    ? (runner === "vitest" ? readVitest : readPlaywright)(JSON.parse(readFileSync(run.file, "utf8")))
    : { passed: 0, failures: [] };
  if (result.failures.length === 0 && (run.exitCode !== 0 || result.passed === 0)) {
    result.failures.push({
      title: `${runner} ended with exit code ${run.exitCode} after ${result.passed} passed tests`,
      details: run.output.slice(-OUTPUT_TAIL_LENGTH),
    });
  }
  return result;
}

function readVitest({ numPassedTests, testResults }: VitestReport): PartResult {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that does not load, or whose beforeAll fails, has no failed test.
    if (status === "failed" && failed.length === 0) return [toFailure(name, message)];
    return failed.map((test) =>
      toFailure(`${name} › ${test.fullName}`, (test.failureMessages ?? []).join("\n")),
    );
  });
  return { passed: numPassedTests, failures };
}

function readPlaywright(report: PlaywrightReport): PartResult {
  const failures = report.errors.map((error) => toFailure("browser tests", error.message ?? ""));
  const visit = (suite: PlaywrightSuite) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const { status, results } of tests) {
        if (status !== "unexpected") continue;
        const errors = results.flatMap((result) => result.errors);
        failures.push(toFailure(`${file} › ${title}`, errors.map((error) => error.message ?? "").join("\n")));
      }
    }
    for (const child of suite.suites ?? []) visit(child);
  };
  visit(report);
  return { passed: report.stats.expected, failures };
}

const toFailure = (title: string, details: string): Failure => ({
  title,
  details: stripVTControlCharacters(details),
});
