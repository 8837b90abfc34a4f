import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { type ChangedTests, findChangedTests } from "./changed-tests";
import { ensureChromium } from "./chromium";
import { UserError } from "./settings";
import { type PartResult, readReport } from "./test-reports";
import { runBun, runTool, type ToolRun } from "./tools";

export const TEST_PARTS = ["types", "style", "unit", "worker", "browser"] as const;
export type Part = (typeof TEST_PARTS)[number];

/** The longest first, so that short parts fill the remaining time. */
const RUN_ORDER: readonly Part[] = ["browser", "worker", "unit", "types", "style"];

export type TestOptions = {
  /** Words that a test file's path must contain. */
  filter: string[];
  /** Only the tests that the uncommitted change touches. */
  changed: boolean;
};

/**
 * Runs parts of the test suite, as many at a time as there are cores, and prints the failures, then a line for each
 * part. Types count as one check, style as three.
 */
export async function runTests(
  selected: readonly Part[],
  { filter, changed }: TestOptions,
): Promise<{ passed: number; failed: number }> {
  const reports = mkdtempSync(join(tmpdir(), "catedra-reports-"));
  const results = new Map<string, PartResult & { seconds: number }>();
  const timed = async (name: string, work: () => Promise<PartResult>) => {
    const started = Date.now();
    const result = await work();
    const seconds = Math.round((Date.now() - started) / 1000);
    results.set(name, { ...result, seconds });
    console.log(`  ${name}: ${formatCount(result)}, ${seconds} s`);
  };
  try {
    const touched = changed ? await findChangedTests() : null;
    const client = timed("client", async () =>
      toResult("client build", await runBun(["dev/launch/client-build.ts"])),
    );
    const queue = RUN_ORDER.filter((part) => selected.includes(part));
    const runNext = async (): Promise<void> => {
      const part = queue.shift();
      if (!part) return;
      const options = { filter, touched, report: join(reports, `${part}.json`) };
      // The worker imports the client's manifest, so every part but the types needs the client built.
      if (part !== "types") await client;
      await timed(part, () => runPart(part, options));
      await runNext();
    };
    await Promise.all([client, ...Array.from({ length: availableParallelism() }, runNext)]);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  return printReport(results);
}

type PartOptions = {
  filter: string[];
  touched: ChangedTests | null;
  /** The file for the runner's JSON report. */
  report: string;
};

async function runPart(part: Part, { filter, touched, report }: PartOptions): Promise<PartResult> {
  // Several checkers would each check the types they share: twice the work for two cores.
  if (part === "types") return toResult("tsc", await runTool("tsc", ["--build", "--checkers", "1"]));
  if (part === "style") return checkStyle();
  const files = touched?.[part] ?? [];
  if (touched && files.length === 0) return { passed: 0, failures: [] };
  const env = { BUN_PATH: process.execPath };
  if (part === "browser") {
    try {
      await ensureChromium((line) => console.log(`  ${line}`));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { passed: 0, failures: [{ title: "Chromium", details: error.message }] };
    }
    const args = ["test", "--reporter=list,json", ...files, ...filter];
    const run = await runTool("playwright", args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } });
    return readReport("playwright", { file: report, exitCode: run.code, output: run.output });
  }
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const run = await runTool("vitest", ["run", "--project", `${part}*`, ...reporters, ...files, ...filter], {
    env,
  });
  return readReport("vitest", { file: report, exitCode: run.code, output: run.output });
}

/** Format and lint; imports against the layers; files, exports and packages that nothing uses. */
async function checkStyle(): Promise<PartResult> {
  const results = await Promise.all([
    runTool("biome", ["check", "--error-on-warnings"]).then((run) => toResult("biome", run)),
    runBun(["dev/lint/layers.ts"]).then((run) => toResult("layers", run)),
    runTool("knip", ["--no-progress"]).then((run) => toResult("knip", run)),
  ]);
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

function toResult(title: string, { code, output }: ToolRun): PartResult {
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ title, details: output }] };
}

const formatCount = ({ passed, failures }: PartResult) => `${passed} passed, ${failures.length} failed`;

function printReport(results: ReadonlyMap<string, PartResult & { seconds: number }>) {
  const total = { passed: 0, failed: 0 };
  for (const [part, { passed, failures }] of results) {
    total.passed += passed;
    total.failed += failures.length;
    for (const { title, details } of failures) {
      console.log(`\nFAILED  ${part}: ${title}\n\n${details.trimEnd()}`);
    }
  }
  console.log("");
  for (const [part, result] of results) console.log(`${part}: ${formatCount(result)}, ${result.seconds} s`);
  return total;
}
