import { beforeEach, describe, expect, test } from "vitest";
import {
  createUserWithPassword,
  findLinkToken,
  PASSWORD,
  requestToken,
  setHits,
  toLimitKey,
} from "../../helpers/accounts";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { countRows, findUser, mailsTo } from "../../helpers/factories";

let address = 0;
let headers: Record<string, string>;
beforeEach(() => {
  headers = { "cf-connecting-ip": `192.0.2.${++address}` };
});

type Problem = Partial<Record<"type" | "detail" | "reactivation_url" | "request_id", string>>;
const createClosedAccount = (overrides: Parameters<typeof createUserWithPassword>[0] = {}) =>
  createUserWithPassword({ disabledTs: app.clock.now, disabledBy: "self", ...overrides });
const findDisabledBy = async (id: string) => (await findUser(id))?.disabledBy;

/** Signs in to a closed account with the right password. Returns the mailed token. */
async function requestReactivation(email: string): Promise<string> {
  await expectStatus(requestToken({ email, headers }), 401);
  return findLinkToken((await mailsTo(email)).at(-1)?.text ?? "");
}

describe("signing in to a closed account", () => {
  test("with the right password: 401 account_closed with a link that reopens it, which is mailed too", async () => {
    const member = await createClosedAccount({ locale: "ro" });
    const answer = await requestToken({ email: member.email, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    const problem = (await answer.json()) as Problem;
    expect([problem.type, problem.detail]).toEqual([
      "urn:catedra:account_closed",
      "This account is closed. Reopen it with the link in this answer.",
    ]);
    expect(problem.reactivation_url).toMatch(/^https:\/\/catedra\.test\/reactivate\?token=[\w-]{43}$/);
    const [mail, ...others] = await mailsTo(member.email);
    expect(others).toEqual([]);
    expect(mail?.template).toBe("reactivate");
    expect(mail?.text).toMatch(/https:\/\/catedra\.test\/ro\/reactivate\?token=[\w-]{43}/);
  });

  test("a wrong password tells no more than an unknown address, and mails nothing", async () => {
    const { email } = await createClosedAccount();
    const read = async (account: string) => {
      const password = "wrong one";
      const call = await requestToken({ email: account, password, headers });
      const form = await app.post("/sign-in", { form: { email: account, password }, headers });
      const { request_id: _, ...body } = (await call.json()) as Problem;
      const page = (await form.text()).replaceAll(account, "");
      return [call.status, body, call.headers.getSetCookie(), form.status, page];
    };
    expect(await read(email)).toEqual(await read("nobody@example.test"));
    expect(await mailsTo(email)).toEqual([]);
  });

  test("by the form, the right password leads to the page that reopens the account", async () => {
    const { id, email } = await createClosedAccount();
    const answer = await app.post("/ro/sign-in", { form: { email, password: PASSWORD }, headers });
    const location = answer.headers.get("location") ?? "";
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie().join()).not.toContain("__Host-refresh_token");
    expect(location).toMatch(/^\/ro\/reactivate\?token=/);
    expect(await app.read(location)).toContain("Contul este închis.");
    await expectStatus(app.post("/ro/reactivate", { form: { token: findLinkToken(location) } }), 303);
    expect(await findDisabledBy(id)).toBeNull();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("sends three mails an hour; the answer stays the same, and its link works", async () => {
    const { id, email } = await createClosedAccount();
    let last: Problem = {};
    for (let n = 0; n < 5; n++) last = (await (await requestToken({ email, headers })).json()) as Problem;
    expect(await mailsTo(email)).toHaveLength(3);
    const token = findLinkToken(last.reactivation_url ?? "");
    await expectStatus(app.post("/reactivate", { form: { token } }), 303);
    expect(await findDisabledBy(id)).toBeNull();
  });

  test("the right password counts as a failed sign-in: 429 after ten", async () => {
    const { email } = await createClosedAccount();
    await requestToken({ email, headers });
    const key = `${toLimitKey(email)}.${toLimitKey(headers["cf-connecting-ip"] ?? "")}`;
    await setHits("sign_in", key, 10);
    await expectStatus(requestToken({ email, headers }), 429);
  });

  test("an account disabled by an admin gets no link", async () => {
    const byAdmin = await createClosedAccount({ disabledBy: "admin" });
    const longAgo = await createClosedAccount({ disabledBy: null });
    for (const { email } of [byAdmin, longAgo]) {
      await expectStatus(requestToken({ email, headers }), 401);
      expect(await mailsTo(email)).toEqual([]);
    }
  });
});

describe("/reactivate", () => {
  test("GET changes nothing; POST reactivates the account once; then its owner can sign in", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    const text = await expectPage(app.get(`/ro/reactivate?token=${token}`), 200);
    expectText(text, `value="${token}"`, 'action="/ro/reactivate"');
    expect(await findDisabledBy(member.id)).toBe("self");

    await expectRedirect(app.post("/ro/reactivate", { form: { token } }), "/ro/reactivate?done=1");
    expect(await app.read("/ro/reactivate?done=1")).toContain('href="/ro/sign-in"');
    expect(await findDisabledBy(member.id)).toBeNull();
    await expectStatus(requestToken({ email: member.email, headers }), 200);
    await expectStatus(app.post("/reactivate", { form: { token } }), 400);
    const events = await db.query.auditLog.findMany({
      where: (row, { eq }) => eq(row.subject, `user:${member.id}`),
    });
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([["user.reactivated", member.id]]);
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
    for (const token of tokens) await expectStatus(app.post("/reactivate", { form: { token } }), 400);
  });

  test("an account disabled by an admin meanwhile stays disabled: 400, and the link stays valid", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    const set = (by: string) =>
      app.bindings.DB.prepare("update users set disabled_by = ? where id = ?").bind(by, member.id).run();
    await set("admin");
    const audit = await countRows("audit_log");
    await expectStatus(app.post("/reactivate", { form: { token } }), 400);
    expect([await findDisabledBy(member.id), await countRows("audit_log")]).toEqual(["admin", audit]);
    await set("self");
    await expectStatus(app.post("/reactivate", { form: { token } }), 303);
  });

  test("returns 400 for unknown, empty and expired links, with an explanation and a way to a new link", async () => {
    const member = await createClosedAccount();
    const token = await requestReactivation(member.email);
    for (const wrong of ["", "x", `${token}x`, '"><script>']) {
      const page = await expectPage(app.post("/reactivate", { form: { token: wrong } }), 400);
      expect(page).toContain('href="/sign-in"');
      expect(page).not.toContain("<script>alert");
    }
    await expectStatus(app.get("/reactivate"), 400);
    app.clock.now += 7 * 86_400_000;
    await expectStatus(app.post("/reactivate", { form: { token } }), 400);
    expect(await findDisabledBy(member.id)).toBe("self");
  });
});
