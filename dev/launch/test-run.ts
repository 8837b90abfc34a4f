import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureChromium } from "./chromium-install";
import { Complaint } from "./settings";
import { readTally, type Tally } from "./test-reports";
import { runBun, runTool, type ToolRun } from "./tools";

export const parts = ["types", "style", "unit", "worker", "browser"] as const;
export type Part = (typeof parts)[number];

const titles: Record<Part, string> = {
  types: "Types",
  style: "Style",
  unit: "Unit tests",
  worker: "Worker tests",
  browser: "Browser tests",
};

/** Parts that read what the client's build leaves in dist/. The browser tests make their own. */
const needClient: readonly Part[] = ["unit", "worker"];

/**
 * Runs parts of the test suite one after the other, says how each went, and prints the whole output of those that
 * failed. `filter` goes to the test runner as it is. Types and style count as one check each.
 */
export async function runTests(wanted: readonly Part[], filter: string[]): Promise<Tally> {
  const reports = mkdtempSync(join(tmpdir(), "catedra-reports-"));
  const total: Tally = { passed: 0, failed: 0 };
  const add = ({ passed, failed }: Tally) => {
    total.passed += passed;
    total.failed += failed;
  };
  try {
    if (wanted.some((part) => needClient.includes(part))) {
      const build = await runBun(["dev/launch/client-build.ts"]);
      if (build.code !== 0) add(report("Client build", { passed: 0, failed: 1 }, build.output, Date.now()));
    }
    for (const part of wanted) {
      const begun = Date.now();
      process.stdout.write(`\n${titles[part]}\n`);
      const { tally, output } = await runPart(part, filter, join(reports, `${part}.json`));
      add(report(titles[part], tally, output, begun));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  return total;
}

function report(title: string, tally: Tally, output: string, begun: number): Tally {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  if (tally.failed > 0) console.log(`${output.trimEnd()}\n`);
  console.log(`  ${title}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`);
  return tally;
}

async function runPart(
  part: Part,
  filter: string[],
  file: string,
): Promise<{ tally: Tally; output: string }> {
  if (part === "types") return check(await runTool("tsc", ["--build"]));
  if (part === "style") return checkStyle();
  if (part !== "browser") {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code, output } = await runTool("vitest", ["run", "--project", part, ...reporters, ...filter], {
      env: { BUN_PATH: process.execPath },
    });
    return { tally: readTally("vitest", file, code), output };
  }
  try {
    await ensureChromium((line) => console.log(`  ${line}`));
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    return { tally: { passed: 0, failed: 1 }, output: error.message };
  }
  const { code, output } = await runTool("playwright", ["test", "--reporter=list,json", ...filter], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, BUN_PATH: process.execPath },
  });
  return { tally: readTally("playwright", file, code), output };
}

/** Form and the staircase; then files and packages that nothing uses. */
async function checkStyle(): Promise<{ tally: Tally; output: string }> {
  const form = await runTool("biome", ["check", "--error-on-warnings"]);
  const unused = await runTool("knip", ["--no-progress"]);
  return check({ code: form.code || unused.code, output: form.output + unused.output });
}

function check({ code, output }: ToolRun): { tally: Tally; output: string } {
  return { tally: code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, output };
}
