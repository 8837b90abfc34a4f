import { runScript } from "./run-script";
import { UserError } from "./settings";
import { openSiteDatabase } from "./site-database";

const READ = "select orphans as state, orphan_files as files from restores";
/** Not before the files were counted: the operator has seen their number. */
const DELETE =
  "update restores set orphans = 'delete', orphan_files = 0, orphans_key = '' where orphans = 'counted'";

/** Says what the job found, and lets it delete. */
await runScript(async () => {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg !== "--delete" && arg !== "--remote"))
    throw new UserError("Usage: bun run orphans [--delete] [--remote]");
  const { query, write, close } = await openSiteDatabase({ remote: args.includes("--remote") });
  try {
    if (args.includes("--delete")) await write([DELETE]);
    const [row] = await query<Row>(READ);
    console.log(row ? formatState(row) : "This database was not restored: no file was counted.");
  } finally {
    await close();
  }
});

type Row = { state: "count" | "counted" | "delete" | "deleted"; files: number };

function formatState({ state, files }: Row): string {
  return {
    count: `The job sweep-orphans is counting: ${files} files so far.`,
    counted: `${files} files without a row; the log line orphaned_files names some. --delete deletes them.`,
    delete: `The job sweep-orphans is deleting: ${files} files so far.`,
    deleted: `${files} files without a row were deleted.`,
  }[state];
}
