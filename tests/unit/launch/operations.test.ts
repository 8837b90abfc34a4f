import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "@/db/client";
import { oneTimeTokens, users } from "@/db/schema";
import { readArguments } from "../../../dev/launch/admin-arguments";
import type { CloudflareApi } from "../../../dev/launch/cloudflare-api";
import { deploymentSteps, runSteps } from "../../../dev/launch/deployment";
import {
  listAccountProblems,
  listConfigProblems,
  listNeededSecrets,
  readDeployConfig,
} from "../../../dev/launch/deployment-check";
import { openLocalData } from "../../../dev/launch/local-data";
import { root, workerDir } from "../../../dev/launch/paths";
import { inlineParams } from "../../../dev/launch/sql-text";
import { toolEnv, toolFile } from "../../../dev/launch/tools";
import { hashSecret } from "../../../src/auth/refresh-token";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "catedra-operations-"));
  dataDir = join(folder, "data");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("bun run admin:create", () => {
  const run = (...args: string[]) =>
    spawnSync(process.env.BUN_PATH ?? "bun", ["dev/launch/admin-process.ts", ...args], {
      cwd: root,
      env: { ...toolEnv(), DATA_DIR: dataDir },
      encoding: "utf8",
    });

  it("creates an admin with a link to choose a password; changes an existing account only with --promote", async () => {
    const creation = run("Ana@Exemplu.ro", "--first-name", "Ana", "--locale", "ro");
    expect([creation.status, creation.stderr]).toEqual([0, ""]);
    const again = run("ana@exemplu.ro");
    expect([again.status, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toContain("--promote");

    expect(run("ana@exemplu.ro", "--promote").status).toBe(0);

    const data = await openLocalData(dataDir);
    const db = connect(data.db);
    expect(await db.select().from(users)).toMatchObject([
      { email: "ana@exemplu.ro", role: "a", canCreateAdmin: true, passwordHash: null },
    ]);
    const token = creation.stdout.match(/\/reset-password\?token=([\w-]+)/)?.[1] ?? "";
    const tokens = await db.select().from(oneTimeTokens);
    expect(tokens).toHaveLength(2);
    expect(tokens).toContainEqual(
      expect.objectContaining({ tokenHash: hashSecret(token), purpose: "set_password" }),
    );
    await data.close();
  });

  it.each([
    [[]],
    [["ana"]],
    [["ana@exemplu.ro", "--locale", "xx"]],
    [["a@b.ro", "c@d.ro"]],
    [["a@b.ro", "--what"]],
  ])("refuses the arguments %j and refers to --help", (args) =>
    expect(() => readArguments(args)).toThrow("See bun run admin:create --help."),
  );
});

describe("a statement with inlined values", () => {
  it("is equivalent to the statement with parameters, for any text", () => {
    const db = new DatabaseSync(":memory:");
    const value = fc.oneof(
      fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")),
      fc.integer(),
      fc.constant(null),
      fc.constantFrom("'", "''; drop table users; --", "?", "Ștefănuță"),
    );
    fc.assert(
      fc.property(value, value, (first, other) => {
        const row = db.prepare(inlineParams("select ? as one, ? as other", [first, other])).get();
        expect({ ...row }).toEqual({ one: first, other });
      }),
      { seed: 20_261_121 },
    );
  });

  it("throws for a wrong number of values and for values without an SQL literal", () => {
    expect(() => inlineParams("select ?", [])).toThrow("0 values");
    for (const value of [{}, Number.NaN, undefined, "a\0b"])
      expect(() => inlineParams("select ?", [value])).toThrow();
  });
});

describe("bun run deploy", () => {
  it("migrates before it deploys, and stops at the first failure", async () => {
    expect(deploymentSteps({ rehearsal: false }).map(({ name }) => name)).toEqual([
      "build",
      "files",
      "migrations",
      "worker",
    ]);
    const done: string[] = [];
    const step = (name: string, code: number) => ({
      name,
      run: async () => {
        done.push(name);
        return { code, output: "" };
      },
    });
    expect(await runSteps([step("build", 0), step("migrations", 3), step("worker", 0)])).toBe(3);
    expect(done).toEqual(["build", "migrations"]);
  });

  it("accepts the build in a dry run, and it is within the size limit", () => {
    const args = ["deploy", "--dry-run", "--config", join(workerDir, "wrangler.json")];
    const { status, stdout } = spawnSync(toolFile("wrangler"), args, { env: toolEnv(), encoding: "utf8" });
    expect(status).toBe(0);
    // A worker may have 10 MB compressed.
    expect(Number(stdout.match(/gzip: ([\d.]+) KiB/)?.[1])).toBeLessThan(3_000);
  });

  const fresh = readDeployConfig();
  const own = JSON.parse(
    JSON.stringify(fresh)
      .replaceAll("catedra.example", "meditatii.ro")
      .replace(/0{8}(-0{4}){3}-0{12}/, "5b1c2d3e-0000-4000-8000-1234567890ab"),
  ) as typeof fresh;
  const list = (change: object, { vars = {}, stored = listNeededSecrets(own), given = {} } = {}) =>
    listConfigProblems({ ...own, ...change, vars: { ...own.vars, ...vars } }, { stored, given });

  it("names each placeholder of a fresh checkout, and accepts its configuration otherwise", () => {
    const named = listConfigProblems(fresh, { stored: listNeededSecrets(fresh), given: {} });
    expect(named.map((problem) => problem.match(/^wrangler.toml: (the route|\w+)/)?.[1])).toEqual([
      "database_id",
      "SITE_URL",
      "MAIL_FROM",
      "CONTACT_EMAIL",
      "the route",
    ]);
    expect(list({})).toEqual([]);
  });

  it.each([
    [{ routes: [] }, {}, 'routes lack { pattern = "meditatii.ro", custom_domain = true }'],
    [{ routes: [{ pattern: "meditatii.ro" }] }, {}, "routes lack"],
    [{}, { vars: { API_BASE: "https://api.meditatii.ro" } }, 'routes lack { pattern = "api.meditatii.ro"'],
    [{}, { vars: { API_BASE: "https://meditatii.org" } }, "API_BASE is malformed: must be on the same site"],
    [{}, { vars: { SITE_URL: "http://meditatii.ro" } }, "SITE_URL must begin with https://"],
    [{ workers_dev: true }, {}, "workers_dev and preview_urls must be false"],
    [{ preview_urls: undefined }, {}, "workers_dev and preview_urls must be false"],
    [{ r2_buckets: [{ binding: "MEDIA", bucket_name: "m" }] }, {}, 'MEDIA needs jurisdiction = "eu"'],
    [{}, { vars: { STRIPE_SECRET_KEY: "sk_live_1" } }, "STRIPE_SECRET_KEY is a secret"],
    [{}, { stored: ["JWT_SECRET", "STRIPE_SECRET_KEY"] }, "STRIPE_WEBHOOK_SECRET is missing"],
    [
      {},
      { vars: { TURNSTILE_SITE_KEY: "0x1" }, stored: listNeededSecrets(own) },
      "TURNSTILE_SECRET_KEY is missing",
    ],
    [
      {},
      { given: { STRIPE_SECRET_KEY: "sk_test_1" } },
      "STRIPE_SECRET_KEY is malformed: it is a key for tests",
    ],
    [{}, { given: { JWT_SECRET: "short" } }, "JWT_SECRET is malformed: must have at least 32 bytes"],
  ])("names what is wrong with %j, %j", (change, options, problem) =>
    expect(list(change, options)).toContainEqual(expect.stringContaining(problem)),
  );
});

describe("the account of a deployment", () => {
  const config = { ...readDeployConfig(), vars: { SITE_URL: "https://www.meditatii.ro" } };
  const queues = ["catedra-mail", "catedra-mail-dead"].map((queue_name) => ({ queue_name }));
  const complete = {
    always_use_https: { value: "on" },
    zones: [{ id: "z", status: "active" }],
    database: { jurisdiction: "eu" },
    buckets: {},
    queues,
  };
  /** An answer is a result, or the code of an error. */
  const list = (change: Partial<Record<keyof typeof complete, unknown>>) => {
    const answers: Record<string, unknown> = { ...complete, ...change };
    const get = async (path: string) => {
      const name = Object.keys(answers).find((name) => path.includes(`/${name}`)) ?? "";
      const answer = path.startsWith("/zones?name=www.") ? [] : answers[name];
      return typeof answer === "number" ? { result: null, code: answer } : { result: answer, code: null };
    };
    return listAccountProblems(config, Object.assign(get, { account: "a" }) as CloudflareApi);
  };

  it.each([
    [{}, []],
    [{ always_use_https: 10_000 }, []],
    [{ zones: [] }, ["The account has no zone for www.meditatii.ro"]],
    [{ zones: [{ id: "z", status: "pending" }] }, ['The zone meditatii.ro is "pending"']],
    [{ always_use_https: { value: "off" } }, ["The zone meditatii.ro serves http"]],
    [{ database: 7404 }, ["The database catedra does not exist"]],
    [{ database: { jurisdiction: null } }, ["The database catedra is not bound to the EU"]],
    [{ queues: queues.slice(1) }, ["The queue catedra-mail does not exist"]],
  ])("with %j lacks %j", async (change, problems) =>
    expect(await list(change)).toEqual(problems.map((problem) => expect.stringContaining(problem))),
  );

  it("has each bucket in the EU, and R2", async () => {
    const [missing, inactive] = [await list({ buckets: 10_006 }), await list({ buckets: 10_042 })];
    expect(missing).toEqual(
      config.r2_buckets.map(({ bucket_name }) =>
        expect.stringContaining(`${bucket_name} does not exist in the EU`),
      ),
    );
    expect(inactive).toEqual([expect.stringContaining("R2 is not activated")]);
  });
});

describe("--help", () => {
  const scripts = globSync("dev/*.ts", { cwd: root }).filter((file) => !file.endsWith("tool.ts"));

  it.each([...scripts, "bench/run.ts"])("%s prints its usage and does nothing", (script) => {
    const { status, stdout } = spawnSync(process.env.BUN_PATH ?? "bun", [script, "--help"], {
      cwd: root,
      env: { ...toolEnv(), DATA_DIR: dataDir },
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^(Usage: )?bun (run )?[a-z:]+ /)]);
    expect(existsSync(dataDir)).toBe(false);
  });
});
