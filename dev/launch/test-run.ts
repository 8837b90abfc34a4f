import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "./build";
import { type ChangedTests, findChangedTests } from "./changed-tests";
import { ensureChromium } from "./chromium";
import { UserError } from "./settings";
import { onShutdown } from "./shutdown";
import { runBun, runTool, type ToolRun } from "./tools";

export const TEST_PARTS = ["types", "style", "unit", "worker", "browser"] as const;
export type Part = (typeof TEST_PARTS)[number];

export type TestOptions = {
  /** Words that a test file's path must contain. */
  filter: string[];
  /** Only the tests of what the uncommitted change touches. */
  changed: boolean;
};

/** `failures` are the outputs of the tools that failed, each below the tool's name. */
type PartResult = { passed: number; failed: number; failures: string[] };

/**
 * Runs parts of the test suite and prints the failures, then a line for each part. Types and style run beside the build;
 * the unit and worker tests follow it together, because the longest unit tests wait for other processes; the browser
 * tests run last and alone. Types count as one check, style as three, the build as one.
 */
export async function runTests(
  selected: readonly Part[],
  { filter, changed }: TestOptions,
): Promise<{ passed: number; failed: number }> {
  const scratch = mkdtempSync(join(findScratchParent(), "catedra-tests-"));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  onShutdown(() => {
    removeScratch();
    process.exit(1);
  });
  const results = new Map<string, PartResult & { seconds: number }>();
  const timed = async (name: string, work: () => Promise<PartResult>) => {
    const started = Date.now();
    const result = await work();
    const seconds = Math.round((Date.now() - started) / 1000);
    results.set(name, { ...result, seconds });
    console.log(`  ${name}: ${formatCount(result)}, ${seconds} s`);
  };
  try {
    const touched = changed ? findChangedTests() : null;
    const run = (part: Part) => timed(part, () => runPart(part, { filter, touched, scratch }));
    const runSelected = (...parts: Part[]) => selected.filter((part) => parts.includes(part)).map(run);
    const checks = runSelected("types", "style");
    if (selected.length > checks.length) await timed("build", () => checkBuild());
    const isBuilt = !results.get("build")?.failed;
    await Promise.all([...checks, ...(isBuilt ? runSelected("unit", "worker") : [])]);
    if (!isBuilt) return printReport(results);
    if (selected.includes("browser")) await run("browser");
  } finally {
    removeScratch();
  }
  return printReport(results);
}

const MEMORY_FOLDER = "/dev/shm";
/** Bytes: the databases and browser profiles of all tests that run at once, several times over. */
const ENOUGH_MEMORY = 2_000_000_000;

/** In memory where Linux has enough of it: a database call of the tests takes two thirds of its time on a disk. */
function findScratchParent(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= ENOUGH_MEMORY ? MEMORY_FOLDER : tmpdir();
}

const checkBuild = (): Promise<PartResult> =>
  buildAll().then(
    () => toResult("vite build", { code: 0, output: "" }),
    (error: Error) => toResult("vite build", { code: 1, output: error.message }),
  );

type PartOptions = {
  filter: string[];
  touched: ChangedTests | null;
  /** The folder for the temporary files of the tests. */
  scratch: string;
};

async function runPart(part: Part, { filter, touched, scratch }: PartOptions): Promise<PartResult> {
  // The other core builds meanwhile.
  if (part === "types") return toResult("tsc", await runTool("tsc", ["--build", "--checkers", "1"]));
  if (part === "style") return checkStyle();
  const files = touched?.[part] ?? [];
  if (touched && files.length === 0) return { passed: 0, failed: 0, failures: [] };
  const env = { BUN_PATH: process.execPath, SITE_IS_BUILT: "1", TMPDIR: scratch, NO_COLOR: "1" };
  const args = ["--reporter=dot", ...files, ...filter];
  if (part !== "browser")
    return toTestResult(
      "vitest",
      await runTool("vitest", ["run", "--project", `${part}*`, ...args], { env }),
    );
  try {
    await ensureChromium((line) => console.log(`  ${line}`));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return toResult("Chromium", { code: 1, output: error.message });
  }
  return toTestResult("playwright", await runTool("playwright", ["test", ...args], { env }));
}

/** Format and lint; imports against the layers; files, exports and packages that nothing uses. */
async function checkStyle(): Promise<PartResult> {
  const results = await Promise.all([
    runTool("biome", ["check", "--error-on-warnings"]).then((run) => toResult("biome", run)),
    runBun(["dev/lint/layers.ts"]).then((run) => toResult("layers", run)),
    runTool("knip", ["--no-progress"]).then((run) => toResult("knip", run)),
  ]);
  return {
    passed: results.filter(({ passed }) => passed).length,
    failed: results.filter(({ failed }) => failed).length,
    failures: results.flatMap(({ failures }) => failures),
  };
}

const toResult = (tool: string, { code, output }: ToolRun): PartResult =>
  code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`${tool}\n\n${output.trimEnd()}`] };

/** Reads the counts at the end of a runner's output. A run may fail without a failed test. */
export function toTestResult(runner: string, run: ToolRun): PartResult {
  const readLast = (outcome: string) =>
    Number(run.output.match(new RegExp(`\\d+(?= ${outcome})`, "g"))?.at(-1) ?? 0);
  const { failed, failures } = toResult(runner, run);
  return { passed: readLast("passed"), failed: failed && Math.max(failed, readLast("failed")), failures };
}

const formatCount = ({ passed, failed }: PartResult) => `${passed} passed, ${failed} failed`;

function printReport(results: ReadonlyMap<string, PartResult & { seconds: number }>) {
  const total = { passed: 0, failed: 0 };
  for (const [part, { passed, failed, failures }] of results) {
    total.passed += passed;
    total.failed += failed;
    for (const failure of failures) console.log(`\nFAILED  ${part}: ${failure}`);
  }
  console.log("");
  for (const [part, result] of results) console.log(`${part}: ${formatCount(result)}, ${result.seconds} s`);
  return total;
}
