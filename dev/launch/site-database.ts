import { lockLocalData } from "./local-data";
import { wranglerConfig } from "./paths";
import { readSettings, UserError } from "./settings";
import { runTool } from "./tools";

/** The database of this machine, or the deployed one, for a command. Statements have no parameters: wrangler takes none. */
export type SiteDatabase = {
  query<Row>(sql: string): Promise<Row[]>;
  /** Writes all statements or none. */
  write(statements: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** @throws UserError when a running site has the local data open */
export async function openSiteDatabase(options: { remote: boolean }): Promise<SiteDatabase> {
  if (options.remote) {
    return {
      query: async <Row>(sql: string) =>
        ((await executeRemotely(["--command", sql]))[0]?.results ?? []) as Row[],
      async write(statements) {
        await executeRemotely(["--command", statements.join(";\n")]);
      },
      close: async () => {},
    };
  }
  const { db, close } = await lockLocalData(readSettings(process.env).dataDir);
  return {
    query: async <Row>(sql: string) => (await db.prepare(sql).all<Row>()).results,
    async write(statements) {
      await db.batch(statements.map((statement) => db.prepare(statement)));
    },
    close,
  };
}

type Answer = { results: unknown[] }[];

/** Runs `--command SQL` or `--file FILE` on the deployed database. @throws UserError with wrangler's output on failure */
export async function executeRemotely(what: readonly string[]): Promise<Answer> {
  const command = ["d1", "execute", "DB", "--remote", "--json", "--yes", "--config", wranglerConfig];
  const { code, output } = await runTool("wrangler", [...command, ...what]);
  if (code !== 0) throw new UserError(`wrangler d1 execute failed:\n${output}`);
  return JSON.parse(output.slice(output.search(/^\[/m))) as Answer;
}
