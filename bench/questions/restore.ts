import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalData, migrate, openLocalData } from "../../dev/launch/local-data";
import { root } from "../../dev/launch/paths";
import { toolEnv } from "../../dev/launch/tools";
import { rebuildDerivedRows } from "../../dev/restore/rebuild-derived-rows";
import { restoreBackup } from "../../dev/restore/restore-backup";
import type { RestoreTarget } from "../../dev/restore/restore-target";
import { listMatches } from "../../src/features/search/matching/list-matches";
import { withQuery } from "../../src/shared/paths";
import { imitateAccount, TOKEN } from "../cloudflare/account";
import type { Figure } from "../figures";
import {
  backUpCatalogue,
  backUpWhole,
  createContext,
  openCatalogue,
  readObjects,
} from "../harness/back-up-catalogue";
import { copyCheckout } from "../harness/copy-checkout";
import { gridSearches, toQuery } from "../search-grid";

type Options = { listings: number; searches: number; remote: number };

/**
 * Backs up a catalogue, restores it into an empty database, and compares searches of both. Then the command itself
 * restores a catalogue of `remote` listings through wrangler, from and into an imitated account.
 */
export async function run({ listings, searches, remote }: Options): Promise<Figure[]> {
  return [...(await restoreLocally(listings, searches)), ...(await restoreRemotely(remote))];
}

const seconds = (from: number): number => (Date.now() - from) / 1000;

async function restoreLocally(listings: number, searches: number): Promise<Figure[]> {
  const { folder, now, data } = await openCatalogue(listings, "backup");
  const restored = join(root, ".data/bench-restored");
  rmSync(restored, { recursive: true, force: true });
  const target = await openLocalData(restored);
  try {
    const original = createContext(data, now);
    // The catalogue has ratings without reviews, which a restore counts as none.
    await data.db.prepare("delete from site_rating").run();
    await rebuildDerivedRows(toTarget(data, new Map()), now, () => {});
    let startedAt = Date.now();
    const runs = await backUpWhole(original);
    const backedUp = seconds(startedAt);
    const objects = await readObjects(original, data);
    const bytes = [...objects.values()].reduce((sum, object) => sum + object.length, 0);
    await migrate(target.db);
    startedAt = Date.now();
    const { rows, dropped } = await restoreBackup(toTarget(target, objects), { now, tell: console.log });
    const restoredIn = seconds(startedAt);
    assert.deepEqual(dropped, {});
    const copy = createContext(target, now);
    const grid = gridSearches(2);
    let different = 0;
    for (let n = 0; n < searches; n++) {
      const search = grid[Math.floor((n * grid.length) / searches)];
      const query = toQuery(withQuery("/tutoring", search?.query ?? {}));
      const [expected, found] = [await listMatches(original, query), await listMatches(copy, query)];
      if (JSON.stringify(expected) !== JSON.stringify(found)) different++;
    }
    const what = `${listings.toLocaleString("en")} listings`;
    return [
      { what: `backup of ${what}: seconds`, value: backedUp, note: `${runs} runs, ${objects.size} objects` },
      { what: `backup of ${what}: MB`, value: bytes / 1e6 },
      { what: `restore of ${what}: seconds`, value: restoredIn, note: `${rows} rows` },
      { what: `searches with other answers, of ${searches}`, value: different, bound: 0 },
    ];
  } finally {
    await Promise.all([data.close(), target.close()]);
    for (const dir of [folder, restored]) rmSync(dir, { recursive: true, force: true });
  }
}

const toTarget = ({ db }: LocalData, objects: ReadonlyMap<string, Uint8Array>): RestoreTarget => ({
  read: async (key) => objects.get(key) ?? null,
  query: async <Result>(query: string) => (await db.prepare(query).all<Result>()).results,
  async write(statements) {
    await db.batch(statements.map((statement) => db.prepare(statement)));
  },
});

async function restoreRemotely(listings: number): Promise<Figure[]> {
  const site = mkdtempSync(join(tmpdir(), "catedra-restore-"));
  const account = imitateAccount("meditatii.ro");
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: account.fetch });
  try {
    for (const [key, object] of await backUpCatalogue(listings)) account.backups.set(key, object);
    const id = account.createDatabase("catedra");
    copyCheckout(site);
    const config = join(site, "wrangler.toml");
    writeFileSync(config, readFileSync(config, "utf8").replace(/0{8}(-0{4}){3}-0{12}/, id));
    const startedAt = Date.now();
    const child = spawn(process.execPath, ["dev/restore.ts", "--remote"], {
      cwd: site,
      stdio: "inherit",
      env: toolEnv({
        CLOUDFLARE_API_BASE_URL: `${server.url.origin}/client/v4`,
        CLOUDFLARE_API_TOKEN: TOKEN,
      }),
    });
    const [code] = await once(child, "exit");
    assert.equal(code, 0);
    assert.deepEqual(account.state.unknown, []);
    assert.deepEqual(account.query("select count(*) as listings from search_entries"), [{ listings }]);
    return [
      {
        what: `restore --remote of ${listings.toLocaleString("en")} listings: seconds`,
        value: seconds(startedAt),
      },
    ];
  } finally {
    await server.stop(true);
    rmSync(site, { recursive: true, force: true });
  }
}
