import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAll } from "../../dev/launch/build";
import { root } from "../../dev/launch/paths";

const isBuilt = process.env.SITE_IS_BUILT === "1";

/**
 * Seeds the site's data once, and builds the site unless `bun run test` has built it. Each Playwright worker serves the
 * build with a copy of the data (helpers/served.ts); SEEDED_DATA_DIR is the path of the original.
 */
export default async function prepareSite(): Promise<() => void> {
  const dataDir = mkdtempSync(join(tmpdir(), "catedra-browser-"));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    await Promise.all([isBuilt ? null : buildAll(), runBun("dev/launch/prepare.ts", { DATA_DIR: dataDir })]);
  } catch (error) {
    remove();
    throw error;
  }
  // Set before the workers start, so that they inherit it.
  process.env.SEEDED_DATA_DIR = dataDir;
  return remove;
}

/** Rejects with the script's output if it fails. */
function runBun(script: string, env: Record<string, string> = {}): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.env.BUN_PATH ?? "bun", [script], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk;
      });
    }
    child.once("error", fail);
    child.once("close", (code) => (code === 0 ? done() : fail(new Error(`${script} failed:\n${output}`))));
  });
}
