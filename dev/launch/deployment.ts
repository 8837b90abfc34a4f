import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { paths } from "@/shared/paths";
import { readDeployConfig } from "./deployment-check";
import { clientDir, root, workerDir, wranglerConfig } from "./paths";
import { runTool, type ToolRun } from "./tools";

export type DeploymentStep = { name: string; run(): Promise<ToolRun> };

type DeploymentOptions = {
  /** A rehearsal only builds. */
  rehearsal: boolean;
  /** Secrets that the new version has from its start. */
  secretsFile?: string | undefined;
};

/**
 * The steps of a deployment, in order. Migrations run before the new code, which may need what they add. They keep what
 * the old code reads.
 */
export function deploymentSteps({ rehearsal, secretsFile }: DeploymentOptions): DeploymentStep[] {
  const build = { name: "build", run: () => runTool("vite", ["build"], { show: true }) };
  const migrations = {
    name: "migrations",
    run: () =>
      runTool("wrangler", ["d1", "migrations", "apply", "DB", "--remote", "--config", wranglerConfig], {
        show: true,
      }),
  };
  const deploy = ["deploy", "--config", join(workerDir, "wrangler.json"), ...versionArgs()];
  const upload = (args: string[]) => ({
    name: "worker",
    run: () => runTool("wrangler", [...deploy, ...args], { show: true }),
  });
  if (rehearsal) return [build, upload(["--dry-run"])];
  const site = String(readDeployConfig().vars.SITE_URL);
  const files = { name: "files", run: () => copyDeployedFiles(site) };
  return [build, files, migrations, upload(secretsFile ? ["--secrets-file", resolve(secretsFile)] : [])];
}

/** The commit as the version's tag, by which `wrangler versions list` tells versions apart. */
function versionArgs(): string[] {
  const git = (...args: string[]) =>
    spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
  const commit = git("rev-parse", "--short=12", "HEAD");
  if (!commit) return [];
  const isChanged = git("status", "--porcelain") !== "";
  return ["--tag", isChanged ? `${commit}-changed` : commit, "--message", git("log", "-1", "--format=%s")];
}

/** Runs steps in order until one fails. @returns the exit code: 0, or that of the failed step */
export async function runSteps(steps: readonly DeploymentStep[]): Promise<number> {
  for (const { name, run } of steps) {
    const { code } = await run();
    if (code === 0) continue;
    console.error(`Stopped at: ${name}. Later steps did not run.`);
    return code;
  }
  return 0;
}

/** Content-hashed files, without path traversal. */
const HASHED = /^\/assets\/[\w-][\w.-]*$/;

/**
 * Copies the files of the deployed build into the new one. A deployment serves only what it uploads, and open pages of
 * the old build still load its files. A site that does not answer (as before the first deployment) is no error.
 */
export async function copyDeployedFiles(site: string, dir = clientDir): Promise<ToolRun> {
  const report = (output: string): ToolRun => {
    console.log(output);
    return { code: 0, output };
  };
  try {
    const list = await fetchOk(site + paths.buildFiles());
    const files = ((await list.json()) as unknown[]).filter((file) => HASHED.test(String(file))) as string[];
    const missing = files.filter((file) => !existsSync(join(dir, file)));
    for (const file of missing) {
      const bytes = new Uint8Array(await (await fetchOk(site + file)).arrayBuffer());
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), bytes);
    }
    return report(`Files of the deployed build: ${files.length}, of which copied: ${missing.length}.`);
  } catch (error) {
    return report(`No files of a deployed build copied: ${(error as Error).message}`);
  }
}

async function fetchOk(url: string): Promise<Response> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response;
}
