import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./paths";

/** Filters for the test runners by part: parts of paths. An empty list runs nothing of that part. */
export type ChangedTests = {
  unit: string[];
  worker: string[];
  browser: string[];
};

const ALL_TESTS: ChangedTests = {
  unit: ["tests/unit/"],
  worker: ["tests/worker/"],
  browser: ["tests/browser/"],
};
const NO_TESTS: ChangedTests = { unit: [], worker: [], browser: [] };
/** Worker tests that drive the code of all features. */
const CROSS_FEATURE_TESTS = ["tests/worker/http/", "tests/worker/docs/", "tests/worker/jobs/"];

/** The tests that the uncommitted change touches. Throws outside a git checkout. */
export async function findChangedTests(): Promise<ChangedTests> {
  const { status, stdout, stderr } = spawnSync("git", ["status", "--porcelain", "--no-renames", "-uall"], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git status failed: ${stderr}`);
  const files = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.slice(3));
  return mapToTests(files, readFeatureImports());
}

/**
 * Maps changed files to tests. A feature, or its texts, is tested with every feature that imports it, and by the tests
 * that drive all features. What all features share is tested with everything. `imports` holds the siblings that each
 * feature imports.
 */
export function mapToTests(
  files: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): ChangedTests {
  const tests = { unit: new Set<string>(), worker: new Set<string>(), browser: new Set<string>() };
  for (const file of files) {
    const filters = findTests(file, imports);
    for (const part of ["unit", "worker", "browser"] as const) {
      for (const filter of filters[part]) tests[part].add(filter);
    }
  }
  return { unit: [...tests.unit], worker: [...tests.worker], browser: [...tests.browser] };
}

function findTests(file: string, imports: ReadonlyMap<string, readonly string[]>): ChangedTests {
  const [top = "", second = "", third = ""] = file.split("/");
  if (/\.(test|spec)\.tsx?$/.test(file)) {
    return { ...NO_TESTS, [second]: [file] };
  }
  if (top === "tests")
    return second in ALL_TESTS
      ? { ...NO_TESTS, [second]: ALL_TESTS[second as keyof ChangedTests] }
      : ALL_TESTS;
  if (top === "docs" || file.endsWith(".md")) {
    return { ...NO_TESTS, unit: ["tests/unit/readme.test.ts", "tests/unit/production.test.ts"] };
  }
  if (top === "bench") return { ...NO_TESTS, unit: ["tests/unit/bench"] };
  // The worker renders islands.
  if (top === "client" && second === "islands") return ALL_TESTS;
  if (top === "client" || top === "public") return { ...ALL_TESTS, worker: [] };
  if (top === "dev") return { ...ALL_TESTS, worker: second === "api-docs" ? ["tests/worker/docs/"] : [] };
  if (top === "src" && second === "features") return findFeatureTests(third, imports);
  if (top === "locales" && imports.has(second)) return findFeatureTests(second, imports);
  return ALL_TESTS;
}

function findFeatureTests(name: string, imports: ReadonlyMap<string, readonly string[]>): ChangedTests {
  const features = [name, ...findDependents(name, imports)];
  return {
    ...ALL_TESTS,
    worker: [...features.map((feature) => `tests/worker/${feature}/`), ...CROSS_FEATURE_TESTS],
  };
}

/** The features that import a feature, directly or through others. */
function findDependents(feature: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const dependents = new Set<string>();
  const visit = (name: string) => {
    for (const [importer, siblings] of imports) {
      if (dependents.has(importer) || !siblings.includes(name)) continue;
      dependents.add(importer);
      visit(importer);
    }
  };
  visit(feature);
  return [...dependents];
}

function readFeatureImports(): Map<string, string[]> {
  const imports = new Map<string, string[]>();
  for (const file of globSync("src/features/*/**/*.{ts,tsx}", { cwd: root })) {
    const [, , feature = ""] = file.split(/[\\/]/);
    const siblings = [...readFileSync(join(root, file), "utf8").matchAll(/"@\/features\/([a-z-]+)"/g)];
    imports.set(feature, [...(imports.get(feature) ?? []), ...siblings.map(([, name = ""]) => name)]);
  }
  return imports;
}
