import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { CRON_MINUTES } from "@/shared/job-crons";
import { root } from "../../dev/launch/paths";
import { imitateAccount, TOKEN } from "../cloudflare/account";
import type { Figure } from "../figures";
import { backUpCatalogue } from "../harness/back-up-catalogue";
import { copyCheckout } from "../harness/copy-checkout";

const DOMAIN = "meditatii.ro";
/** What the backup of a held account has. */
const BACKED_UP_LISTINGS = 200;
const SECRETS = {
  JWT_SECRET: "the secret of a rehearsal, of at least 32 bytes",
  STRIPE_SECRET_KEY: "rk_live_rehearsal",
  STRIPE_WEBHOOK_SECRET: "whsec_rehearsal",
};

/**
 * Follows docs/production.md from an empty account to the first admin, a rotation and a roll back: its own commands, in
 * a copy of the checkout, in a pseudo-terminal (Bun's, which Windows lacks), against an imitation of Cloudflare's API.
 * `hold` keeps an empty account, with a backup in its bucket, for so many minutes instead, to follow the page by hand.
 */
export async function run({ hold }: { hold: number }): Promise<Figure[]> {
  const account = imitateAccount(DOMAIN);
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: account.fetch });
  const folder = mkdtempSync(join(tmpdir(), "catedra-set-up-"));
  try {
    if (hold > 0) {
      const { objects } = await backUpCatalogue(BACKED_UP_LISTINGS);
      for (const [key, object] of objects) account.backups.set(key, object);
      return await holdAccount(server.url.origin, hold);
    }
    const started = Date.now();
    const commands = await rehearse({ account, origin: server.url.origin, folder });
    assert.deepEqual(account.state.unknown, []);
    return [
      { what: "set-up: commands of the runbook", value: commands },
      {
        what: "set-up: calls that the imitation does not know",
        value: account.state.unknown.length,
        bound: 0,
      },
      { what: "set-up: seconds", value: (Date.now() - started) / 1000 },
    ];
  } finally {
    await server.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }
}

const toEnv = (origin: string) => ({
  CLOUDFLARE_API_BASE_URL: `${origin}/client/v4`,
  CLOUDFLARE_API_TOKEN: TOKEN,
});

async function holdAccount(origin: string, minutes: number): Promise<Figure[]> {
  const exports = Object.entries(toEnv(origin)).map(([name, value]) => `export ${name}=${value}`);
  console.log(
    `An empty account with the zone ${DOMAIN} and a backup to restore, for ${minutes} minutes:\n\n  ${exports.join("\n  ")}`,
  );
  console.log("\nIn place of the dashboard:\n");
  for (const act of ["activate-r2", "always-use-https"])
    console.log(`  curl -X POST ${origin}/dashboard/${act}`);
  await pause(minutes * 60_000);
  return [];
}

type Rehearsal = { account: ReturnType<typeof imitateAccount>; origin: string; folder: string };

/** @returns the number of commands that were run */
async function rehearse({ account, origin, folder }: Rehearsal): Promise<number> {
  const { state } = account;
  const site = join(folder, "site");
  copyCheckout(site);
  mkdirSync(join(folder, "bin"));
  symlinkSync(process.execPath, join(folder, "bin/bun"));
  const env = {
    ...toEnv(origin),
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    TERM: "xterm-256color",
  };
  let count = 0;
  /** Types a command and the answers to its questions, in order. Returns what the screen showed. */
  const type = async (command: string, { answers = [], fails = false }: Typed = {}): Promise<string> => {
    count++;
    console.log(`  $ ${command}`);
    const line = command.replaceAll("your.site", DOMAIN);
    const { code, screen, unasked } = await runInTerminal(line, { cwd: site, env, answers });
    const failure = `"${command}" ended with ${code}, ${unasked.length} questions not asked:\n${screen}`;
    assert.deepEqual([code !== 0, unasked], [fails, []], failure);
    return screen;
  };
  const includesAll = (screen: string, texts: readonly string[]) => {
    for (const text of texts) assert.ok(screen.includes(text), `"${text}" is not on the screen:\n${screen}`);
  };
  const commit = () => {
    const git = (...args: string[]) => spawnSync("git", args, { cwd: site, encoding: "utf8" }).stdout.trim();
    git("init", "-q");
    git("add", "-A");
    git(
      "-c",
      "user.name=Operator",
      "-c",
      "user.email=operator@exemplu.ro",
      "commit",
      "-qm",
      "Set up the site",
    );
    return git("rev-parse", "--short=12", "HEAD");
  };
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

  const bucket = resources.find((command) => command.includes("r2 bucket create")) ?? "";
  includesAll(await type(bucket, { fails: true }), ["10042"]);
  await fetch(`${origin}/dashboard/activate-r2`, { method: "POST" });
  let screen = "";
  for (const command of resources) screen += await type(command);
  const [databaseId] = screen.match(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/) ?? [];

  const toml = readFileSync(join(site, "wrangler.toml"), "utf8")
    .replace(/0{8}(-0{4}){3}-0{12}/, databaseId ?? "")
    .replaceAll("catedra.example", DOMAIN);
  writeFileSync(join(site, "wrangler.toml"), toml);
  const writeSecrets = (secrets: object) =>
    writeFileSync(
      join(site, ".secrets"),
      Object.entries(secrets)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(""),
    );
  writeSecrets({ ...SECRETS, STRIPE_SECRET_KEY: "sk_test_rehearsal" });
  const head = commit();
  const [check = ""] = deployment;
  includesAll(await type(check, { fails: true }), [
    "STRIPE_SECRET_KEY is malformed: it is a key for tests",
    'turn on "Always Use HTTPS"',
  ]);
  await fetch(`${origin}/dashboard/always-use-https`, { method: "POST" });
  writeSecrets(SECRETS);
  const migrate: Answer = ["continue?", "y"];
  for (const command of deployment) {
    screen = await type(
      command,
      command.startsWith("bun run deploy --secrets") ? { answers: [migrate] } : {},
    );
  }

  assert.match(screen, new RegExp(`https://${DOMAIN.replace(".", "\\.")}/reset-password\\?token=`));
  assert.deepEqual(account.query("select email, role, can_create_admin from users"), [
    { email: `you@${DOMAIN}`, role: "a", can_create_admin: 1 },
  ]);
  assert.deepEqual(state.secrets, SECRETS);
  assert.deepEqual(
    state.domains.map(({ hostname }) => hostname),
    [DOMAIN],
  );
  assert.deepEqual(state.crons.toSorted(), Object.keys(CRON_MINUTES).toSorted());
  assert.deepEqual(
    state.queues.map(({ queue_name, consumers }) => [
      queue_name,
      consumers.map(({ script_name }) => script_name),
    ]),
    [
      ["catedra-mail", ["catedra"]],
      ["catedra-mail-dead", []],
    ],
  );
  assert.equal(state.queues[0]?.consumers[0]?.dead_letter_queue, "catedra-mail-dead");
  assert.deepEqual(
    state.databases.map(({ name, jurisdiction }) => [name, jurisdiction]),
    [["catedra", "eu"]],
  );
  assert.ok(state.buckets.length > 0 && state.buckets.every(({ jurisdiction }) => jurisdiction === "eu"));
  assert.deepEqual(state.sendingDomains, [DOMAIN]);
  assert.ok(state.workersDev === null || state.workersDev.enabled === false);
  assert.ok(state.assets > 0);
  const [version] = state.versions;
  const bindings = version?.bindings ?? [];
  assert.ok(bindings.some(({ type: kind, jurisdiction }) => kind === "r2_bucket" && jurisdiction === "eu"));
  assert.equal(version?.tag, head);

  // The version with the wrong secret is not the one that a roll back goes to.
  const rotated = "another secret of a rehearsal, of at least 32 bytes";
  await type("bun dev/tool.ts wrangler secret put JWT_SECRET", {
    answers: [["Enter a secret value", rotated]],
  });
  assert.equal(state.secrets.JWT_SECRET, rotated);
  const [[begin = "", end = ""] = []] = readCommands("Maintenance");
  await type(begin, { answers: [["Enter a secret value", "1"]] });
  assert.ok("MAINTENANCE" in state.secrets);
  await type(end, { answers: [["Are you sure", "y"]] });
  assert.ok(!("MAINTENANCE" in state.secrets));
  writeFileSync(join(site, "migrations/0001_rehearsal.sql"), "create table rehearsal (id text) strict;\n");
  const [, fallback = []] = readCommands("Deploy");
  for (const command of fallback) {
    await type(
      command.replaceAll("NAME.sql", "0001_rehearsal.sql"),
      command.includes("--file") ? { answers: [["Ok to proceed?", "y"]] } : {},
    );
  }
  assert.equal(state.versions[0]?.tag, `${head}-changed`);
  const [[list = "", rollback = ""] = []] = readCommands("Roll back");
  includesAll(await type(list), [head, `${head}-changed`]);
  await type(rollback.replace("VERSION-ID", version?.id ?? ""), {
    answers: [
      ["message for this rollback", ""],
      ["Are you sure", "y"],
    ],
  });
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

/** A part of the question, and the line that is typed. */
type Answer = readonly [question: string, line: string];
type Typed = { answers?: readonly Answer[]; fails?: boolean };

async function runInTerminal(
  command: string,
  { cwd, env, answers }: { cwd: string; env: Record<string, string>; answers: readonly Answer[] },
): Promise<{ code: number; screen: string; unasked: readonly Answer[] }> {
  const decoder = new TextDecoder();
  const unasked = [...answers];
  let screen = "";
  let answered = 0;
  const child = Bun.spawn(["sh", "-c", command], {
    cwd,
    env,
    terminal: {
      cols: 200,
      rows: 60,
      data(terminal, bytes) {
        screen += decoder.decode(bytes, { stream: true });
        const [next] = unasked;
        if (!next || !stripVTControlCharacters(screen.slice(answered)).includes(next[0])) return;
        unasked.shift();
        answered = screen.length;
        terminal.write(`${next[1]}\r`);
      },
    },
  });
  const timer = setTimeout(() => child.kill(), 180_000);
  const code = await child.exited;
  clearTimeout(timer);
  return { code, screen: stripVTControlCharacters(screen).replaceAll("\r", ""), unasked };
}
