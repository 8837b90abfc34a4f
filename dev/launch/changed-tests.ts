import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths";

/** Filters for the test runners by part: parts of paths. An empty list runs nothing of that part. */
export type ChangedTests = {
  unit: string[];
  worker: string[];
  browser: string[];
};

const NO_TESTS: ChangedTests = { unit: [], worker: [], browser: [] };
const ALL_TESTS: ChangedTests = {
  unit: ["tests/unit/"],
  worker: ["tests/worker/"],
  browser: ["tests/browser/"],
};

/** The tests that the uncommitted change touches. Throws outside a git checkout. */
export function findChangedTests(): ChangedTests {
  const args = ["status", "--porcelain", "--no-renames", "-uall"];
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git status failed: ${stderr}`);
  return mapToTests(
    stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => line.slice(3)),
  );
}

/**
 * Maps changed files to tests. A feature, or its texts, is tested with its own tests; what features share is tested
 * with everything.
 */
export function mapToTests(files: readonly string[]): ChangedTests {
  const found = files.map(findTests);
  const merge = (part: keyof ChangedTests) => [...new Set(found.flatMap((tests) => tests[part]))];
  return { unit: merge("unit"), worker: merge("worker"), browser: merge("browser") };
}

function findTests(file: string): ChangedTests {
  const [top = "", second = "", third = ""] = file.split("/");
  if (/\.(test|spec)\.tsx?$/.test(file)) return { ...NO_TESTS, [second]: [file] };
  if (top === "tests" && second in NO_TESTS) return { ...NO_TESTS, [second]: [`tests/${second}/`] };
  if (top === "docs" || file.endsWith(".md")) {
    return { ...NO_TESTS, unit: ["tests/unit/readme.test.ts", "tests/unit/production.test.ts"] };
  }
  if (top === "dev" || top === "bench") return { ...NO_TESTS, unit: ["tests/unit/"] };
  if (top === "client") return { ...ALL_TESTS, worker: [] };
  if (file.startsWith("src/features/")) return findFeatureTests(third);
  if (top === "locales") return findFeatureTests(second);
  return ALL_TESTS;
}

/** The tests of a feature are in folders of its name. Texts of no feature, such as `general`, are shared. */
function findFeatureTests(name: string): ChangedTests {
  const folders = { unit: `tests/unit/${name}/`, worker: `tests/worker/${name}/` };
  const list = (folder: string) => (existsSync(join(root, folder)) ? [folder] : []);
  const tests = { ...NO_TESTS, unit: list(folders.unit), worker: list(folders.worker) };
  return tests.worker.length > 0 ? tests : ALL_TESTS;
}
