import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toolEnv } from "../../dev/launch/tools";
import { imitateAccount, TOKEN } from "../cloudflare/account";
import type { Figure } from "../figures";
import { backUpCatalogue } from "../harness/back-up-catalogue";
import { copyCheckout } from "../harness/copy-checkout";

/** Backs up a catalogue, and restores it with the command itself: through wrangler, from and into an imitated account. */
export async function run({ listings }: { listings: number }): Promise<Figure[]> {
  const site = mkdtempSync(join(tmpdir(), "catedra-restore-"));
  const account = imitateAccount("meditatii.ro");
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: account.fetch });
  try {
    const backup = await backUpCatalogue(listings);
    for (const [key, object] of backup.objects) account.backups.set(key, object);
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
    const restoredIn = (Date.now() - startedAt) / 1000;
    assert.equal(code, 0);
    assert.deepEqual(account.state.unknown, []);
    assert.deepEqual(account.query("select count(*) as listings from search_entries"), [{ listings }]);
    const bytes = backup.objects.values().reduce((sum, object) => sum + object.length, 0);
    return [
      {
        what: "backup: seconds",
        value: backup.seconds,
        note: `${backup.runs} runs, ${backup.objects.size} objects`,
      },
      { what: "backup: MB", value: bytes / 1e6 },
      { what: "restore --remote: seconds", value: restoredIn },
    ];
  } finally {
    await server.stop(true);
    rmSync(site, { recursive: true, force: true });
  }
}
