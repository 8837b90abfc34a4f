import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type ServedWorker, serveWorker } from "../../dev/launch/serve-worker";
import { benchData } from "../catalogue/bench-data";
import type { Figure } from "../figures";
import { copyData, siteVars } from "../harness/app";
import { startLoad } from "../harness/mixed-load";
import { addUsers } from "../harness/users";

/** D1 ends a statement after this time (s). */
const STATEMENT_LIMIT_S = 30;
/** What a release adds for the next worker. */
const MIGRATION = [
  "alter table listings add column bench_note text not null default ''",
  "create index listings_bench_note on listings (bench_note, county, price_per_hour)",
];
/** How a job of the next worker fills the column: in parts and in the order of the table, so that others wait briefly. */
const FILL = "update listings set bench_note = subject where num between ?1 and ?1 + 699";
const FILLS = 20;
const ACCOUNTS = { users: 50, teachers: 20 };
const LOAD = { readers: 4, rate: 20, writers: 1 };

type Options = { listings: number; seconds: number };

/**
 * The worker of this build is the old one: it reads and writes while the migration runs, while the next worker fills
 * the new column, and again after the next worker was rolled back.
 */
export async function run({ listings, seconds }: Options): Promise<Figure[]> {
  const dataDir = copyData((await benchData(listings)).dataDir, "migration");
  await addUsers(dataDir, ACCOUNTS.users, ACCOUNTS.teachers);
  const underLoad = async (work: (site: ServedWorker) => Promise<void>) => {
    const site = await serveWorker({ port: 0, directPort: 0, dataDir, vars: siteVars, onLog: () => {} });
    try {
      const load = startLoad({ url: site.directUrl ?? "", ...LOAD, ...ACCOUNTS, listings });
      await pause(1000 * seconds);
      await work(site);
      await pause(1000 * seconds);
      return await load.stop();
    } finally {
      await site.stop();
    }
  };
  try {
    const times: Record<string, number> = {};
    const migrated = await underLoad(async (site) => {
      const db = await site.db();
      const time = async (statement: string, ...values: number[]) => {
        const started = performance.now();
        await db
          .prepare(statement)
          .bind(...values)
          .run();
        times[statement] = Math.max(times[statement] ?? 0, (performance.now() - started) / 1000);
      };
      for (const statement of MIGRATION) await time(statement);
      for (let n = 0; n < FILLS; n++) await time(FILL, 700 * n + 1);
    });
    const rolledBack = await underLoad(async () => {});
    console.log("\nSeconds of each statement, the longest of those that ran several times");
    console.table(times);
    console.log("Answers during the migration, and after the roll back");
    console.table([migrated.answers, rolledBack.answers]);
    const longest = Math.max(...migrated.readTimes);
    return [
      { what: "longest statement (s)", value: Math.max(...Object.values(times)), bound: STATEMENT_LIMIT_S },
      { what: "errors of the old worker meanwhile", value: migrated.errors, bound: 0 },
      { what: "longest read meanwhile (s)", value: longest / 1000 },
      { what: "errors of the old worker afterwards", value: rolledBack.errors, bound: 0 },
    ];
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
