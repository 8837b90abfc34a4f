import { beforeEach, describe, expect, test } from "vitest";
import { bearer, findLinkToken } from "../../helpers/accounts";
import { app, expectPage, expectRedirect, expectStatus, newJar } from "../../helpers/app";
import { countRows, createListing, mailsTo } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { findAccess, PASSWORD, readText, send, signInOnTwoDevices, signsIn } from "./helpers";

const disable = (token: string | null, json: unknown, headers: Record<string, string> = {}) =>
  app.request("/auth/users/me/disable", {
    method: "PATCH",
    json,
    headers: { ...(token ? bearer(token).headers : {}), ...headers },
  });

const findClosedState = (userId: string) =>
  app.bindings.DB.prepare("select disabled_ts, disabled_by from users where id = ?")
    .bind(userId)
    .first<{ disabled_ts: number | null; disabled_by: string | null }>();

const OPEN = { disabled_ts: null, disabled_by: null };
const CLOSED = { disabled_ts: app.clock.now, disabled_by: "self" };

describe("PATCH /auth/users/me/disable", () => {
  test("returns 200 with the account; every device is signed out, the password no longer signs in", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices();
    const answer = await expectStatus(disable(token, { password: PASSWORD }), 200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toMatchObject({
      content: { _id: member.id, email: member.email, disabled: true, role: "u" },
    });
    expect(await findClosedState(member.id)).toEqual(CLOSED);
    expect(await findAccess(jar, token)).toEqual({ pages: false, calls: false });
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: false, calls: false });
    await expectStatus(app.post("/auth/users/refresh", { as: otherJar }), 401);
    expect(await signsIn(member.email, PASSWORD)).toBe(false);
  });

  test("the mailed link reactivates the account; the old sessions stay ended", async () => {
    const { member, jar, token } = await signInOnTwoDevices({ locale: "ro" });
    await disable(token, { password: PASSWORD });
    const mail = (await mailsTo(member.email)).find(({ template }) => template === "account_disabled");
    expect(mail?.text).toContain("Contul dumneavoastră este închis");
    expect(mail?.text).toContain("https://catedra.test/ro/reactivate?token=");
    const linkToken = findLinkToken(mail?.text ?? "");
    await expectStatus(app.post("/reactivate", { form: { token: linkToken }, as: newJar() }), 303);
    expect(await findClosedState(member.id)).toEqual(OPEN);
    expect(await findAccess(jar, token)).toEqual({ pages: false, calls: false });
    expect(await signsIn(member.email, PASSWORD)).toBe(true);
  });

  test("listings are hidden immediately, in lists and by URL; drafts stay drafts", async () => {
    const { member, token } = await signInOnTwoDevices({ role: "t" });
    const listing = await createListing(member, { title: "Acordeon pentru începători, pas cu pas" });
    const draft = await createListing(member, { state: "draft" });
    const seen = async () => (await openPage("/tutoring?q=acordeon")).includes(`/tutoring/${listing.id}`);
    expect(await seen()).toBe(true);
    await disable(token, { password: PASSWORD });
    expect(await seen()).toBe(false);
    expect(await app.read(`/tutoring/${listing.id}`)).not.toContain(listing.description);
    const states = await app.bindings.DB.prepare(
      "select state from listings where owner_id = ? order by state",
    )
      .bind(member.id)
      .all();
    expect(states.results).toEqual([{ state: "draft" }, { state: "published" }]);
    expect(draft.state).toBe("draft");
  });
});

describe("an admin who can create admins", () => {
  beforeEach(async () => {
    await app.bindings.DB.prepare("update users set can_create_admin = 0").run();
  });
  const maker = { role: "a", canCreateAdmin: true } as const;

  test("returns 409 last_admin for the last one, writes nothing and ends no session", async () => {
    const { member, jar, token, otherJar, otherToken } = await signInOnTwoDevices(maker);
    const [audits, tokens] = [await countRows("audit_log"), await countRows("one_time_tokens")];
    const answer = await expectStatus(disable(token, { password: PASSWORD }), 409);
    expect(await answer.json()).toMatchObject({ title: "last_admin" });
    const page = await expectStatus(send("disable", jar, { password: PASSWORD }), 409);
    expect(await readText(page)).toContain("the only administrator who can create others");
    expect(await findClosedState(member.id)).toEqual(OPEN);
    expect(await findAccess(otherJar, otherToken)).toEqual({ pages: true, calls: true });
    expect([await countRows("audit_log"), await countRows("one_time_tokens")]).toEqual([audits, tokens]);
    expect((await mailsTo(member.email)).some(({ template }) => template === "account_disabled")).toBe(false);
  });

  test("one of two may disable the account, the other may not; in parallel, one stays", async () => {
    const admins = [await signInOnTwoDevices(maker), await signInOnTwoDevices(maker)];
    const answers = await Promise.all(admins.map(({ token }) => disable(token, { password: PASSWORD })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const open = await app.bindings.DB.prepare(
      "select count(*) as n from users where can_create_admin and disabled_ts is null",
    ).first<{ n: number }>();
    expect(open?.n).toBe(1);
  });
});

describe("POST /profile/settings/disable", () => {
  test("returns 303 to a page that explains how to return; clears the cookie and writes an audit event", async () => {
    const { member, jar } = await signInOnTwoDevices();
    await expectRedirect(send("disable", jar, { password: PASSWORD }, "/ro"), "/ro/account-disabled");
    expect(jar.has("__Host-refresh_token")).toBe(false);
    const page = await expectStatus(app.get("/account-disabled"), 200);
    expect(await readText(page)).toContain("We have sent you an email with a link that reopens it.");
    expect(await findClosedState(member.id)).toEqual(CLOSED);
    const audit = await app.bindings.DB.prepare("select * from audit_log where subject = ? and action = ?")
      .bind(`user:${member.id}`, "user.disabled")
      .all();
    expect(audit.results).toMatchObject([{ actor_id: member.id, detail: '{"by":"self"}' }]);
  });

  test("returns 403 at the field for a wrong password, with the form open", async () => {
    const { member, jar } = await signInOnTwoDevices();
    const html = await expectPage(send("disable", jar, { password: "nu e asta" }), 403);
    expect(html).toMatch(/id="field-disable-password"[^>]*aria-invalid="true"/);
    expect(html).not.toContain("nu e asta");
    expect(await findClosedState(member.id)).toEqual(OPEN);
  });
});
