import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mapToTests } from "../../../dev/launch/changed-tests";
import { root } from "../../../dev/launch/paths";
import { toTestResult } from "../../../dev/launch/test-run";

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

describe("the result of a runner", () => {
  it("has the counts at the end of its output, and the output of a run that failed", () => {
    for (const [output, passed, failed] of [
      [
        "a log: 9 passed\n Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 40 passed (42)",
        40,
        2,
      ],
      // A file that does not load.
      [" Test Files  1 failed | 3 passed (4)\n      Tests  40 passed (40)", 40, 1],
      ["  1 failed\n    a.spec.ts:3:1 › signs in\n  4 passed (1.2m)", 4, 1],
      ["No test files found, exiting with code 1", 0, 1],
    ] as const)
      expect(toTestResult("runner", { code: 1, output })).toEqual({
        passed,
        failed,
        failures: [`runner\n\n${output}`],
      });
  });

  it("is a success by the exit code", () => {
    const output = "a log: 1 failed\n Test Files  1 passed (1)\n      Tests  12 passed (12)";
    expect(toTestResult("runner", { code: 0, output })).toEqual({ passed: 12, failed: 0, failures: [] });
  });
});
