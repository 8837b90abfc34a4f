import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { reindexListingsStatements } from "@/features/listings";
import { createUserWithPassword, findLinkToken, PASSWORD, requestToken } from "../../helpers/accounts";
import { createTestApp, db } from "../../helpers/app";
import { countRows, createListing, findUser, mailsTo } from "../../helpers/factories";

const app = createTestApp();
let address = 0;
let headers: Record<string, string>;
beforeEach(() => {
  headers = { "cf-connecting-ip": `192.0.2.${++address}` };
});

const createClosedAccount = (overrides: Parameters<typeof createUserWithPassword>[1] = {}) =>
  createUserWithPassword(app, { disabledTs: app.clock.now, disabledBy: "self", ...overrides });
const findDisabledBy = async (id: string) => (await findUser(id))?.disabledBy;

/** Signs in to a closed account with the right password. Returns the mailed token. */
async function requestReactivation(email: string): Promise<string> {
  expect((await requestToken(app, { email, headers })).status).toBe(401);
  return findLinkToken((await mailsTo(email)).at(-1)?.text ?? "");
}

describe("signing in to a closed account", () => {
  test("returns 401 as for any failure, and mails the reactivation link", async () => {
    const member = await createClosedAccount({ locale: "ro" });
    const answer = await requestToken(app, { email: member.email, headers });
    const wrong = await requestToken(app, { email: "nobody@example.test", headers });
    const read = async (response: Response) => {
      const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
      return [response.status, body, response.headers.getSetCookie()];
    };
    expect(await read(answer)).toEqual(await read(wrong));
    const [mail, ...others] = await mailsTo(member.email);
    expect(others).toEqual([]);
    expect(mail?.template).toBe("reactivate");
    expect(mail?.text).toMatch(/https:\/\/catedra\.test\/ro\/reactivate\?token=[\w-]{43}/);
  });

  test("works by the form too; a wrong password sends no mail", async () => {
    const { email } = await createClosedAccount();
    const form = { email, password: PASSWORD };
    expect((await app.post("/sign-in", { form: { ...form, password: "wrong one" }, headers })).status).toBe(
      401,
    );
    expect(await mailsTo(email)).toEqual([]);
    expect((await app.post("/sign-in", { form, headers })).status).toBe(401);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("sends three mails an hour; the answer stays the same", async () => {
    const { email } = await createClosedAccount();
    for (let n = 0; n < 5; n++) expect((await requestToken(app, { email, headers })).status).toBe(401);
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test("an account disabled by an admin gets no link", async () => {
    const byAdmin = await createClosedAccount({ disabledBy: "admin" });
    const longAgo = await createClosedAccount({ disabledBy: null });
    for (const { email } of [byAdmin, longAgo]) {
      expect((await requestToken(app, { email, headers })).status).toBe(401);
      expect(await mailsTo(email)).toEqual([]);
    }
  });
});

describe("/reactivate", () => {
  test("GET changes nothing; POST reactivates the account once; then its owner can sign in", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    const page = await app.get(`/ro/reactivate?token=${token}`);
    expect(page.status).toBe(200);
    const text = await page.text();
    expect(text).toContain(`value="${token}"`);
    expect(text).toContain('action="/ro/reactivate"');
    expect(await findDisabledBy(member.id)).toBe("self");

    const done = await app.post("/ro/reactivate", { form: { token } });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/ro/reactivate?done=1"]);
    expect(await (await app.get("/ro/reactivate?done=1")).text()).toContain('href="/ro/sign-in"');
    expect(await findDisabledBy(member.id)).toBeNull();
    expect((await requestToken(app, { email: member.email, headers })).status).toBe(200);
    expect((await app.post("/reactivate", { form: { token } })).status).toBe(400);
    const events = await db.query.auditLog.findMany({
      where: (row, { eq }) => eq(row.subject, `user:${member.id}`),
    });
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([["user.reactivated", member.id]]);
  });

  test("listings are visible again", async () => {
    const member = await createClosedAccount({ role: "t" });
    const listing = await createListing(app, member);
    const [first, ...rest] = reindexListingsStatements(
      { db, now: app.clock.now },
      sql`users.id = ${member.id}`,
    );
    if (first) await db.batch([first, ...rest]);
    const listed = async () =>
      (await (await app.get("/tutoring")).text()).includes(`/tutoring/${listing.id}`);
    expect(await listed()).toBe(false);
    const token = await requestReactivation(member.email);
    expect((await app.post("/reactivate", { form: { token } })).status).toBe(303);
    expect(await listed()).toBe(true);
  });

  test("two parallel requests: one succeeds and invalidates the other links", async () => {
    const member = await createClosedAccount();
    const tokens = [await requestReactivation(member.email), await requestReactivation(member.email)];
    const answers = await Promise.all(tokens.map((token) => app.post("/reactivate", { form: { token } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 400]);
    // After the account is closed again, no old link works.
    await app.bindings.DB.prepare("update users set disabled_ts = 1, disabled_by = 'self' where id = ?")
      .bind(member.id)
      .run();
    for (const token of tokens) expect((await app.post("/reactivate", { form: { token } })).status).toBe(400);
  });

  test("an account disabled by an admin meanwhile stays disabled: 400, and the link stays valid", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    const set = (by: string) =>
      app.bindings.DB.prepare("update users set disabled_by = ? where id = ?").bind(by, member.id).run();
    await set("admin");
    const audit = await countRows("audit_log");
    expect((await app.post("/reactivate", { form: { token } })).status).toBe(400);
    expect([await findDisabledBy(member.id), await countRows("audit_log")]).toEqual(["admin", audit]);
    await set("self");
    expect((await app.post("/reactivate", { form: { token } })).status).toBe(303);
  });

  test("returns 400 for unknown, empty and expired links, with an explanation and a way to a new link", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    for (const wrong of ["", "x", `${token}x`, '"><script>']) {
      const answer = await app.post("/reactivate", { form: { token: wrong } });
      expect(answer.status).toBe(400);
      const page = await answer.text();
      expect(page).toContain('href="/sign-in"');
      expect(page).not.toContain("<script>alert");
    }
    expect((await app.get("/reactivate")).status).toBe(400);
    const late = createTestApp();
    late.clock.now += 7 * 86_400_000;
    expect((await late.post("/reactivate", { form: { token } })).status).toBe(400);
    expect(await findDisabledBy(member.id)).toBe("self");
  });
});
