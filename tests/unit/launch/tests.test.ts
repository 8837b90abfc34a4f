import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mapToTests } from "../../../dev/launch/changed-tests";
import { root } from "../../../dev/launch/paths";
import { readReport } from "../../../dev/launch/test-reports";

describe("--changed", () => {
  const imports = new Map([
    ["mail", []],
    ["listings", ["mail"]],
    ["search", ["listings"]],
    ["blog", []],
  ]);

  it("runs the tests of a feature, of every feature that imports it, and those that drive all features", () => {
    const shared = ["tests/worker/http/", "tests/worker/docs/", "tests/worker/jobs/"];
    for (const file of ["src/features/mail/send-mail.ts", "locales/mail/ro.json"]) {
      expect(mapToTests([file], imports).worker, file).toEqual([
        "tests/worker/mail/",
        "tests/worker/listings/",
        "tests/worker/search/",
        ...shared,
      ]);
    }
    expect(mapToTests(["src/features/blog/routes.tsx"], imports).worker).toEqual([
      "tests/worker/blog/",
      ...shared,
    ]);
    expect([...shared, "tests/worker/mail/"].filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  });

  it("runs only a changed test, and all tests of a part with a changed helper", () => {
    expect(mapToTests(["tests/worker/blog/posts.test.ts"], imports)).toEqual({
      unit: [],
      worker: ["tests/worker/blog/posts.test.ts"],
      browser: [],
    });
    expect(mapToTests(["tests/browser/helpers/site.ts"], imports)).toEqual({
      unit: [],
      worker: [],
      browser: ["tests/browser/"],
    });
  });

  it("runs everything for code that all features share", () => {
    const all = { unit: ["tests/unit/"], worker: ["tests/worker/"], browser: ["tests/browser/"] };
    for (const file of [
      "src/shared/codes.ts",
      "migrations/0000_baseline.sql",
      "tests/helpers/app.ts",
      "client/islands/listing-form/listing-form.tsx",
      "locales/general/en.json",
    ]) {
      expect(mapToTests([file], imports), file).toEqual(all);
    }
  });

  it.each(["README.md", "docs/production.md", "bench/x.ts"])("maps %s to tests that exist", (file) => {
    const filters = Object.values(mapToTests([file], imports)).flat();
    expect(filters).not.toEqual([]);
    expect(filters.filter((filter) => !existsSync(join(root, filter)))).toEqual([]);
  });

  it("runs nothing for no change", () => {
    expect(mapToTests([], imports)).toEqual({ unit: [], worker: [], browser: [] });
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
