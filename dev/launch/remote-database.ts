import { wranglerConfig } from "./paths";
import { UserError } from "./settings";
import { runTool } from "./tools";

type Answer = { results: unknown[] }[];

/** Runs `--command SQL` or `--file FILE` on the deployed database. @throws UserError with wrangler's output on failure */
export async function executeRemotely(what: readonly string[]): Promise<Answer> {
  const command = ["d1", "execute", "DB", "--remote", "--json", "--yes", "--config", wranglerConfig];
  const { code, output } = await runTool("wrangler", [...command, ...what]);
  if (code !== 0) throw new UserError(`wrangler d1 execute failed:\n${output}`);
  return JSON.parse(output.slice(output.search(/^\[/m))) as Answer;
}
