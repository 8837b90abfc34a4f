import { parseDay } from "@/shared/dates";
import { restoreBackup } from "../restore/restore-backup";
import { RestoreError } from "../restore/restore-target";
import { openLocalTarget, openRemoteTarget } from "./restore-target";
import { runScript } from "./run-script";
import { readSettings, UserError } from "./settings";

/** Loads a backup into an empty database. */
await runScript(async () => {
  const args = process.argv.slice(2);
  const remote = args.includes("--remote");
  const [day, ...others] = args.filter((arg) => arg !== "--remote");
  if (others.length > 0 || (day !== undefined && parseDay(day) === null))
    throw new UserError("Usage: bun run restore [YYYY-MM-DD] [--remote]");
  const target = remote ? await openRemoteTarget() : await openLocalTarget(readSettings(process.env));
  const startedAt = Date.now();
  try {
    const { rows, dropped } = await restoreBackup(target, { day, now: startedAt, tell: console.log });
    await target.flush();
    for (const [table, count] of Object.entries(dropped))
      console.log(`${table}: ${count} rows referred to rows that were deleted while the backup ran.`);
    console.log(`Restored ${rows} rows in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } catch (error) {
    throw error instanceof RestoreError ? new UserError(error.message) : error;
  } finally {
    await target.close();
  }
});
