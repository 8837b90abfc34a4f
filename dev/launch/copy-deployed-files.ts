import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { paths } from "@/shared/paths";
import { clientDir } from "./paths";
import type { ToolRun } from "./tools";

/** Content-hashed files, without path traversal. */
const HASHED = /^\/assets\/[\w-][\w.-]*$/;

/**
 * Copies the files of the deployed build into the new one. A deployment serves only what it uploads, and open pages of the
 * old build still load its files. A site that does not answer (as before the first deployment) is no error.
 */
export async function copyDeployedFiles(site: string, dir = clientDir): Promise<ToolRun> {
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
    return say(`Files of the deployed build: ${files.length}, of which copied: ${missing.length}.`);
  } catch (error) {
    return say(`No files of a deployed build copied: ${(error as Error).message}`);
  }
}

async function ask(url: string): Promise<Response> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}
