import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths } from "@/shared/paths";
import { clientDir } from "./paths";
import type { ToolRun } from "./tools";

/** Files whose names carry their content, and nothing that would lead out of the folder. */
const HASHED = /^\/assets\/[\w-][\w.-]*$/;

/**
 * Takes the deployed build's files along into the one that is about to be deployed, since a deployment serves what it
 * uploads and nothing else: whoever has a page of before it open still finds what that page loads later. Where the site does
 * not answer, as before the first deployment, there is nothing to take along; so this holds no deployment up.
 */
export async function keepDeployedFiles(site: string, dir = clientDir): Promise<ToolRun> {
  const say = (output: string): ToolRun => {
    console.log(output);
    return { code: 0, output };
  };
  try {
    const list = await ask(site + paths.buildFiles());
    const files = ((await list.json()) as unknown[]).filter((file) => HASHED.test(String(file))) as string[];
    const missing = files.filter((file) => !existsSync(join(dir, file)));
    for (const file of missing) {
      const bytes = new Uint8Array(await (await ask(site + file)).arrayBuffer());
      mkdirSync(dirname(join(dir, file)), { recursive: true });
      writeFileSync(join(dir, file), bytes);
    }
    return say(`Files of the deployed build: ${files.length}, of which taken along: ${missing.length}.`);
  } catch (error) {
    return say(`No files of a deployed build taken along: ${(error as Error).message}`);
  }
}

async function ask(url: string): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}
