import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mapToTests } from "../../../dev/launch/changed-tests";
import { root } from "../../../dev/launch/paths";
import { readReport } from "../../../dev/launch/test-reports";

describe("--changed", () => {
  it("runs the tests of a changed feature or of its texts", () => {
    for (const file of ["src/features/mail/send-mail.ts", "locales/mail/ro.json"]) {
      expect(mapToTests([file]), file).toEqual({
        unit: ["tests/unit/mail/"],
        worker: ["tests/worker/mail/"],
        browser: [],
      });
    }
  });

  it("runs only a changed test, and all tests of a part with a changed helper", () => {
    expect(mapToTests(["tests/worker/blog/posts.test.ts", "tests/browser/helpers/site.ts"])).toEqual({
      unit: [],
      worker: ["tests/worker/blog/posts.test.ts"],
      browser: ["tests/browser/"],
    });
  });

  it("runs everything for code and texts that features share", () => {
    const all = { unit: ["tests/unit/"], worker: ["tests/worker/"], browser: ["tests/browser/"] };
    for (const file of [
      "src/shared/codes.ts",
      "migrations/0000_baseline.sql",
      "tests/helpers/app.ts",
      "locales/general/en.json",
    ]) {
      expect(mapToTests([file]), file).toEqual(all);
    }
  });

  it.each(["README.md", "docs/production.md", "dev/test.ts", "bench/x.ts", "client/entry.ts"])(
    "maps %s to tests that exist",
    (file) => {
      const filters = Object.values(mapToTests([file])).flat();
      expect(filters).not.toEqual([]);
      expect(filters.filter((filter) => !existsSync(join(root, filter)))).toEqual([]);
    },
  );

  it("runs nothing for no change", () => {
    expect(mapToTests([])).toEqual({ unit: [], worker: [], browser: [] });
  });
});

describe("a runner's report", () => {
  const folder = mkdtempSync(join(tmpdir(), "catedra-reports-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (runner: "vitest" | "playwright", report: object, exitCode: number) => {
    const file = join(folder, "report.json");
    writeFileSync(file, JSON.stringify(report));
    return readReport(runner, { file, exitCode, output: "the output" });
  };
  const vitest = (status: string, assertionResults: object[], numPassedTests = 1) => ({
    numPassedTests,
    testResults: [{ name: "a.test.ts", status, message: "does not load", assertionResults }],
  });

  it("contains each failed test with its error, without colors", () => {
    const failed = {
      status: "failed",
      fullName: "adds",
      failureMessages: ["\u001b[31mexpected 2\u001b[39m"],
    };
    expect(read("vitest", vitest("failed", [failed]), 1)).toEqual({
      passed: 1,
      failures: [{ title: "a.test.ts › adds", details: "expected 2" }],
    });
    const results = [{ errors: [{ message: "no button" }] }];
    const spec = { title: "signs in", file: "session.spec.ts", tests: [{ status: "unexpected", results }] };
    const report = {
      stats: { expected: 4 },
      errors: [],
      suites: [{ suites: [{ specs: [spec] }] }],
    };
    expect(read("playwright", report, 1)).toEqual({
      passed: 4,
      failures: [{ title: "session.spec.ts › signs in", details: "no button" }],
    });
  });

  it("counts a file that does not load as a failure", () => {
    expect(read("vitest", vitest("failed", []), 1).failures).toEqual([
      { title: "a.test.ts", details: "does not load" },
    ]);
  });

  it("fails if the run failed outside of tests, ran nothing or wrote no report", () => {
    for (const [report, exitCode] of [
      [vitest("passed", []), 1],
      [vitest("passed", [], 0), 0],
    ] as const) {
      expect(read("vitest", report, exitCode).failures).toMatchObject([{ details: "the output" }]);
    }
    const missing = { file: join(folder, "none.json"), exitCode: 0, output: "the output" };
    expect(readReport("playwright", missing).failures).toMatchObject([{ details: "the output" }]);
  });
});
