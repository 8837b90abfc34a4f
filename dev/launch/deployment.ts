import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths } from "@/shared/paths";
import { requireSameSite } from "./checked-vars";
import { clientDir, workerDir, wranglerConfig } from "./paths";
import { UserError } from "./settings";
import { runTool, type ToolRun } from "./tools";

export type DeploymentStep = { name: string; run(): Promise<ToolRun> };

/** Placeholders in a fresh checkout's wrangler.toml, each with the instruction that replaces it. */
const PLACEHOLDERS: readonly [RegExp, string][] = [
  [
    /^database_id = "0{8}-/m,
    'database_id is a placeholder: put the id that "wrangler d1 create catedra" printed',
  ],
  [/^SITE_URL = "[^"]*\.example"/m, "SITE_URL is a placeholder: put the address of your site"],
  [
    /^MAIL_FROM = "[^"]*\.example>?"/m,
    "MAIL_FROM is a placeholder: put an address of your domain that may send",
  ],
  [/^CONTACT_EMAIL = "[^"]*\.example"/m, "CONTACT_EMAIL is a placeholder: put the operator's address"],
];

/** @throws UserError that names every placeholder left in wrangler.toml, or the API of another site */
export function requireOwnConfig(toml: string): void {
  const left = PLACEHOLDERS.filter(([pattern]) => pattern.test(toml)).map(
    ([, cure]) => `wrangler.toml: ${cure}`,
  );
  if (left.length > 0) throw new UserError(left.join("\n"));
  requireSameSite({ SITE_URL: settingIn(toml, "SITE_URL"), API_BASE: settingIn(toml, "API_BASE") });
}

/**
 * The steps of a deployment, in order. Migrations run before the new code, which may need what they add. They keep what
 * the old code reads. A rehearsal only builds.
 */
export function deploymentSteps({ rehearsal }: { rehearsal: boolean }): DeploymentStep[] {
  const build = { name: "build", run: () => runTool("vite", ["build"], { show: true }) };
  const migrations = {
    name: "migrations",
    run: () =>
      runTool("wrangler", ["d1", "migrations", "apply", "DB", "--remote", "--config", wranglerConfig], {
        show: true,
      }),
  };
  const deploy = ["deploy", "--config", join(workerDir, "wrangler.json")];
  const upload = (args: string[]) => ({
    name: "worker",
    run: () => runTool("wrangler", [...deploy, ...args], { show: true }),
  });
  if (rehearsal) return [build, upload(["--dry-run"])];
  const site = settingIn(readWranglerToml(), "SITE_URL");
  const files = { name: "files", run: () => copyDeployedFiles(site) };
  return [build, files, migrations, upload([])];
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

const settingIn = (toml: string, name: string): string =>
  toml.match(new RegExp(`^${name} = "([^"]*)"`, "m"))?.[1] ?? "";

export const readWranglerToml = (): string => readFileSync(wranglerConfig, "utf8");

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
