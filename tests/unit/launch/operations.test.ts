import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oneTimeTokens, users } from "@/db/schema";
import { readArguments } from "../../../dev/launch/admin-arguments";
import { inlineParams, localTarget, promotionRows } from "../../../dev/launch/admin-target";
import {
  deploymentSteps,
  readWranglerToml,
  requireOwnConfig,
  runSteps,
} from "../../../dev/launch/deployment";
import { root } from "../../../dev/launch/paths";
import { readSettings } from "../../../dev/launch/settings";
import { toolEnv } from "../../../dev/launch/tools";
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

    const target = await localTarget(readSettings({ DATA_DIR: dataDir }));
    const listTokens = () => target.db.select().from(oneTimeTokens);
    const [user, ...others] = await target.db.select().from(users);
    expect(others).toEqual([]);
    expect(user).toMatchObject({
      email: "ana@exemplu.ro",
      role: "a",
      canCreateAdmin: true,
      passwordHash: null,
    });
    const token = creation.stdout.match(/\/reset-password\?token=([\w-]+)/)?.[1] ?? "";
    expect(await listTokens()).toMatchObject([{ tokenHash: hashSecret(token), purpose: "set_password" }]);
    const found = await target.findUser("ana@exemplu.ro");
    await target.write(found ? promotionRows(target.db, found, Date.now()).statements : []);
    expect(await listTokens()).toHaveLength(2);
    expect(await target.db.$count(users)).toBe(1);
    await target.close();
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

  it("refuses the placeholders of a fresh checkout and names each", () => {
    const refused = () => requireOwnConfig(readWranglerToml());
    for (const name of ["database_id", "SITE_URL", "MAIL_FROM", "CONTACT_EMAIL"])
      expect(refused).toThrow(name);
    const ownSettings = readWranglerToml()
      .replace(/^database_id = .*$/m, 'database_id = "5b1c2d3e-0000-4000-8000-1234567890ab"')
      .replaceAll("catedra.example", "meditatii.ro");
    expect(() => requireOwnConfig(ownSettings)).not.toThrow();
    const otherSite = ownSettings.replace('API_BASE = ""', 'API_BASE = "https://api.elsewhere.ro"');
    expect(() => requireOwnConfig(otherSite)).toThrow("API_BASE is of another site");
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
