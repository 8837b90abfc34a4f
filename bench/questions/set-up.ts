import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CRON_MINUTES } from "@/shared/job-crons";
import { root } from "../../dev/launch/paths";
import { imitateAccount, TOKEN } from "../cloudflare/account";
import type { Figure } from "../figures";
import { copyCheckout } from "../harness/copy-checkout";

const DOMAIN = "meditatii.ro";
const SECRETS = {
  JWT_SECRET: "the secret of a rehearsal, of at least 32 bytes",
  STRIPE_SECRET_KEY: "rk_live_rehearsal",
  STRIPE_WEBHOOK_SECRET: "whsec_rehearsal",
};
const TIMEOUT_MS = 180_000;

/**
 * Follows docs/production.md from an empty account to the first admin, a rotation and a roll back: its own commands, in
 * a copy of the checkout, against an imitation of Cloudflare's API. Without a terminal wrangler takes each question as
 * confirmed.
 */
export async function run(): Promise<Figure[]> {
  const account = imitateAccount(DOMAIN);
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: account.fetch });
  const folder = mkdtempSync(join(tmpdir(), "catedra-set-up-"));
  try {
    const commands = await rehearse(account, server.url.origin, folder);
    assert.deepEqual(account.state.unknown, []);
    return [{ what: "set-up: commands of the runbook", value: commands }];
  } finally {
    await server.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the number of commands that were run */
async function rehearse(
  { state, query }: ReturnType<typeof imitateAccount>,
  origin: string,
  folder: string,
): Promise<number> {
  const site = join(folder, "site");
  copyCheckout(site);
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin/bun"));
  const env = {
    CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
    CLOUDFLARE_API_TOKEN: TOKEN,
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    NO_COLOR: "1",
  };
  let count = 0;
  /** Runs a command of the page with `input`. Returns what it printed. */
  const type = async (command: string, { input = "", fails = false } = {}): Promise<string> => {
    count++;
    console.log(`  $ ${command}`);
    const line = `(${command.replaceAll("your.site", DOMAIN)}) 2>&1`;
    const stdin = new Blob([input]);
    const child = Bun.spawn(["sh", "-c", line], { cwd: site, env, stdin, timeout: TIMEOUT_MS });
    const output = await new Response(child.stdout).text();
    assert.equal((await child.exited) !== 0, fails, `"${command}" printed:\n${output}`);
    return output;
  };
  const includesAll = (output: string, texts: readonly string[]) => {
    for (const text of texts) assert.ok(output.includes(text), `"${text}" was not printed:\n${output}`);
  };
  const git = (...args: string[]) => spawnSync("git", args, { cwd: site, encoding: "utf8" }).stdout.trim();
  const [resources = [], deployment = []] = readCommands("Set up");

  const first = await type("bun run deploy --check", { fails: true });
  includesAll(first, [
    ...["database_id", "SITE_URL", "MAIL_FROM", "CONTACT_EMAIL", "the route catedra.example"].map(
      (name) => `${name} is a placeholder`,
    ),
    ...Object.keys(SECRETS).map((name) => `${name} is missing`),
    "The account has no zone for catedra.example",
    "R2 is not activated in this account (10042)",
    "The database catedra does not exist",
    "The queue catedra-mail does not exist",
    "The queue catedra-mail-dead does not exist",
  ]);

  state.isR2Activated = true;
  let output = "";
  for (const command of resources) output += await type(command);
  const [databaseId = ""] = output.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/) ?? [];

  const toml = readFileSync(join(site, "wrangler.toml"), "utf8")
    .replace(/0{8}(-0{4}){3}-0{12}/, databaseId)
    .replaceAll("catedra.example", DOMAIN);
  writeFileSync(join(site, "wrangler.toml"), toml);
  const writeSecrets = (secrets: object) => {
    const lines = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
    writeFileSync(join(site, ".secrets"), lines.join(""));
  };
  writeSecrets({ ...SECRETS, STRIPE_SECRET_KEY: "sk_test_rehearsal" });
  git("init", "-q");
  git("add", "-A");
  const author = ["-c", "user.name=Operator", "-c", "user.email=operator@exemplu.ro"];
  git(...author, "commit", "-qm", "Set up the site");
  const head = git("rev-parse", "--short=12", "HEAD");
  includesAll(await type(deployment[0] ?? "", { fails: true }), [
    "STRIPE_SECRET_KEY is malformed: it is a key for tests",
    'turn on "Always Use HTTPS"',
  ]);
  state.alwaysUseHttps = true;
  writeSecrets(SECRETS);
  // The check, which also reads the resources again, the deployment, and the first admin.
  for (const command of deployment) output = await type(command);

  includesAll(output, [`https://${DOMAIN}/reset-password?token=`]);
  assert.deepEqual(query("select email, role, can_create_admin from users"), [
    { email: `you@${DOMAIN}`, role: "a", can_create_admin: 1 },
  ]);
  assert.deepEqual(state.secrets, SECRETS);
  assert.deepEqual(
    state.domains.map(({ hostname }) => hostname),
    [DOMAIN],
  );
  assert.deepEqual(state.crons.toSorted(), Object.keys(CRON_MINUTES).toSorted());
  assert.equal(state.queues[0]?.consumers[0]?.dead_letter_queue, "catedra-mail-dead");
  assert.deepEqual(state.sendingDomains, [DOMAIN]);
  const [version] = state.versions;
  assert.equal(version?.tag, head);

  // The version with the wrong secret is not the one that a roll back goes to.
  const rotated = "another secret of a rehearsal, of at least 32 bytes";
  await type("bun dev/tool.ts wrangler secret put JWT_SECRET", { input: rotated });
  assert.equal(state.secrets.JWT_SECRET, rotated);
  const [[begin = "", end = ""] = []] = readCommands("Maintenance");
  await type(begin, { input: "1" });
  assert.ok("MAINTENANCE" in state.secrets);
  await type(end);
  assert.ok(!("MAINTENANCE" in state.secrets));
  writeFileSync(join(site, "migrations/0001_rehearsal.sql"), "create table rehearsal (id text) strict;\n");
  const [, fallback = []] = readCommands("Deploy");
  for (const command of fallback) await type(command.replaceAll("NAME.sql", "0001_rehearsal.sql"));
  assert.equal(state.versions[0]?.tag, `${head}-changed`);
  const [[list = "", rollback = ""] = []] = readCommands("Roll back");
  includesAll(await type(list), [head, `${head}-changed`]);
  await type(rollback.replace("VERSION-ID", version?.id ?? ""));
  assert.equal(state.deployed[0], version?.id);
  return count;
}

/** The commands of the code blocks of a section of docs/production.md. */
function readCommands(section: string): string[][] {
  const page = readFileSync(join(root, "docs/production.md"), "utf8");
  const [, text = ""] = page.split(`## ${section}\n`);
  const blocks = (text.split("\n## ")[0] ?? "").matchAll(/```sh\n([^`]*)```/g);
  return [...blocks].map(([, block = ""]) => block.trim().split(/\n\s*/));
}
