import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, settings, settingVersions } from "@/db/schema";
import { createAccessToken } from "../../helpers/accounts";
import { app, db, expectStatus, resetApp, type TestRequest } from "../../helpers/app";
import { countRows, createAdmin, createTeacher, listRows } from "../../helpers/factories";
import { intercept } from "../../helpers/intercept";

let admin: string;
let adminId: string;

beforeEach(async () => {
  await db.delete(settings);
  await db.delete(settingVersions);
  await db.delete(auditLog);
  const adminUser = await createAdmin();
  adminId = adminUser.id;
  admin = await createAccessToken(adminUser);
});

const request = (path: string, init: TestRequest = {}, token: string | null = admin) =>
  app.request(`/data/settings/${path}.json`, {
    ...init,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(init.headers as object) },
  });
const put = (path: string, json: unknown, token: string | null = admin) =>
  request(path, { method: "PUT", json }, token);
const readAnswer = async (answer: Response) => ({
  status: answer.status,
  ...((await answer.json()) as object),
});

const BANNED_WORDS = "banned-words";

describe("GET /data/settings/{path}.json", () => {
  it.each([
    ["packages", { top7: { price: 1900 }, caps: { county: 12 } }],
    ["vat", [{ from: "2025-08-01", rate: 2100 }]],
    ["seller", null],
    ["limits", {}],
  ])("returns 200 with version 0 and the default of %s", async (path, value) => {
    const answer = await request(path);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await readAnswer(answer)).toMatchObject({ status: 200, version: 0, value });
  });

  it("returns 200 for a token in the URL, and as an export", async () => {
    await expectStatus(request(`${BANNED_WORDS}`, {}, null), 401);
    const path = `/data/settings/${BANNED_WORDS}.json?format=export&auth=${admin}`;
    expect(await readAnswer(await app.get(path))).toMatchObject({ status: 200, version: 0 });
    await expectStatus(app.get(`/data/settings/${BANNED_WORDS}.json?format=csv&auth=${admin}`), 400);
  });
});

describe("PUT /data/settings/{path}.json", () => {
  it("returns 401 permission_denied for a token in the query, which only GET and HEAD accept", async () => {
    const path = `/data/settings/${BANNED_WORDS}.json?auth=${admin}`;
    await expectStatus(app.get(path), 200);
    await expectStatus(app.request(path, { method: "HEAD" }), 200);
    const answer = await app.request(path, { method: "PUT", json: { value: ["casino"] } });
    expect(answer.headers.get("www-authenticate")).not.toBeNull();
    expect(await readAnswer(answer)).toMatchObject({ status: 401, title: "permission_denied" });
    expect(await countRows("settings")).toBe(0);
  });

  it("returns 200 with the next version, stored with history and audit event, and returned by GET", async () => {
    const value = { contact: { max: 5, window_s: 600 }, listings_active: { max: 7 } };
    expect(await readAnswer(await put("limits", { version: 0, value }))).toEqual({
      status: 200,
      version: 1,
      value,
    });
    expect(await readAnswer(await request("limits"))).toEqual({ status: 200, version: 1, value });
    const [version] = await db.select().from(settingVersions);
    expect(version).toMatchObject({ path: "settings/limits", version: 1, value, actorId: adminId });
    const [row] = await listRows(auditLog, { action: "document.saved" });
    expect(row).toMatchObject({
      actorId: adminId,
      subject: "document:settings/limits",
      detail: { version: 1 },
    });
  });

  it("returns 409 datastale with the current version and value", async () => {
    await put(BANNED_WORDS, { version: 0, value: ["unu"] });
    await put(BANNED_WORDS, { version: 1, value: ["doi"] });
    for (const version of [0, 1, 3]) {
      expect(await readAnswer(await put(BANNED_WORDS, { version, value: ["trei"] }))).toMatchObject({
        status: 409,
        title: "datastale",
        version: 2,
        value: ["doi"],
      });
    }
  });

  it.each([
    ["limits", { sign_in: { max: 0, window_s: 900 } }, "sign_in.max"],
    ["limits", { sign_in: { max: 100_001, window_s: 900 } }, "sign_in.max"],
    ["limits", { sign_in: { max: 1.5, window_s: 900 } }, "sign_in.max"],
    ["limits", { sign_in: { max: 10, window_s: 59 } }, "sign_in.window_s"],
    ["limits", { sign_in: { max: 10, window_s: 86_401 } }, "sign_in.window_s"],
    ["limits", { sign_in: { max: 10 } }, "sign_in.window_s"],
    ["limits", { sign_in: { max: 10, window_s: 900, key: 1 } }, "sign_in.key"],
    ["limits", { signin: { max: 10, window_s: 900 } }, "signin"],
    ["limits", { listings_active: { max: 5, window_s: 900 } }, "listings_active.window_s"],
    ["limits", [], "value"],
    ["limits", null, "value"],
    ["packages", { top7: { price: 1, days: 7, placement: "results" } }, "top7.price"],
    ["vat", [], "value"],
    ["seller", null, "value"],
    [BANNED_WORDS, ["bun", " "], "1"],
    [BANNED_WORDS, ["a".repeat(101)], "0"],
  ])("returns 422 for %s %j at %s", async (path, value, field) => {
    const answer = await readAnswer(await put(path, { version: 0, value }));
    expect(answer).toMatchObject({ status: 422, title: "invalid", errors: [{ field }] });
    expect(await countRows("settings")).toBe(0);
  });

  it("returns 422 set for a value larger than a row, 413 set for a body too large to read", async () => {
    expect(
      await readAnswer(await put(BANNED_WORDS, { version: 0, value: ["ț".repeat(1_000_000)] })),
    ).toMatchObject({
      status: 422,
      title: "set",
    });
    const answer = await readAnswer(
      await put(BANNED_WORDS, { version: 0, value: ["a".repeat(10 * 1024 ** 2 + 1)] }),
    );
    expect(answer).toMatchObject({ status: 413, title: "set" });
    const teacher = await createAccessToken(await createTeacher());
    await expectStatus(put(BANNED_WORDS, { value: ["a".repeat(300_000)] }, teacher), 413);
    expect(await countRows("settings")).toBe(0);
  });
});

describe("PUT /data/settings/banned-words.json by several writers", () => {
  it("returns 200 to every writer without a version, each with its own version", async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, n) => await readAnswer(await put(BANNED_WORDS, { value: [`cuvânt ${n}`] })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const versions = await db.select({ version: settingVersions.version }).from(settingVersions);
    expect(versions.map(({ version }) => version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("returns one 200, and 409 datastale to the other writers of the same version", async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, n) => await readAnswer(await put(BANNED_WORDS, { version: 0, value: [`cuvânt ${n}`] })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await countRows("setting_versions")).toBe(1);
  });

  /** Another admin saves right before each of the first `times` writes. A single statement reads the session. */
  function saveBeforeBatches(times: number) {
    const tries = { made: 0 };
    resetApp();
    intercept(app, "DB", "batch", async (batch, ...args) => {
      if ((args[0] as unknown[]).length === 1) return batch(...args);
      tries.made += 1;
      if (tries.made <= times) {
        await db
          .insert(settings)
          .values({ path: `settings/${BANNED_WORDS}`, value: [], version: tries.made, updatedTs: 0 })
          .onConflictDoUpdate({ target: settings.path, set: { version: tries.made } });
      }
      return batch(...args);
    });
    return tries;
  }

  it("returns 409 maxretry after 25 conflicts", async () => {
    const tries = saveBeforeBatches(100);
    expect(await readAnswer(await put(BANNED_WORDS, { value: ["prea târziu"] }))).toMatchObject({
      status: 409,
      title: "maxretry",
    });
    expect(tries.made).toBe(25);
  });
});
