import { describe, expect, test } from "vitest";
import { app, bindings, createTestApp, expectRedirect, expectStatus, newJar } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createTeacher, createUser, mailsTo, signIn } from "../../helpers/factories";
import { PASSWORD, readText, send, signInOnTwoDevices } from "./helpers";

const FORMS = ["email", "password", "locale", "teacher", "end-session", "end-other-sessions", "disable"];

describe("GET /profile/settings", () => {
  test("returns 200 with every section, uncached and not indexed", async () => {
    const jar = await createUser();
    const answer = await expectStatus(app.get("/profile/settings", { as: jar }), 200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const html = await answer.text();
    expect(html).toContain('<meta name="robots" content="noindex"');
    for (const form of FORMS.filter((form) => form !== "end-other-sessions")) {
      expect(html, form).toContain(`action="/profile/settings/${form}"`);
    }
    expect(html).toContain('href="/profile/privacy"');
  });

  test("reads the session, the account and its sessions only", async () => {
    const { db, ledger } = createCountingDb(bindings.DB);
    const counted = createTestApp({ DB: db } as never);
    const jar = await signIn(await createUser());
    await expectStatus(counted.get("/profile/settings", { as: jar }), 200);
    expect(ledger.statements).toHaveLength(3);
    expect(ledger.statements.filter(({ sql }) => /from sessions cross join users/.test(sql))).toHaveLength(1);
    // A look-up by an index may also read the row after its last one: ids are random.
    expect(ledger.rowsRead()).toBeLessThanOrEqual(8);
  });

  test("explains to a teacher the effect on listings and promotions; a learner does not see it", async () => {
    const readPage = async (user: { id: string }) =>
      readText(await app.get("/profile/settings", { as: user }));
    expect(await readPage(await createTeacher())).toContain(
      "You can withdraw first, within 14 days of the payment",
    );
    expect(await readPage(await createUser())).not.toContain("Promotions");
  });
});

test("POST /profile/settings/locale redirects to the page in that language, and stores it in the cookie and for mail", async () => {
  const { member, jar } = await signInOnTwoDevices();
  await expectRedirect(send("locale", jar, { locale: "ro" }), "/ro/profile/settings?done=locale");
  expect(jar.get("locale")).toBe("ro");
  expect(await readText(await app.get("/ro/profile/settings?done=locale", { as: jar }))).toContain(
    "Limba a fost salvată.",
  );
  expect((await app.get("/profile/settings", { as: jar })).headers.get("location")).toBe(
    "/ro/profile/settings",
  );
  await send("password", jar, { current_password: PASSWORD, password: "și zece mere sub un măr" });
  const mails = await mailsTo(member.email);
  expect(mails.find(({ template }) => template === "password_changed")?.subject).toContain(
    "a fost schimbată",
  );
});

test.each(FORMS)("every form %s: 401 signed out, 415 for JSON", async (form) => {
  const { member, jar } = await signInOnTwoDevices();
  const fields = { password: PASSWORD, current_password: PASSWORD, email: "x@example.test", locale: "ro" };
  await expectStatus(send(form, newJar(), fields), 401);
  if (form !== "end-other-sessions") {
    await expectStatus(app.post(`/profile/settings/${form}`, { as: jar, json: fields }), 415);
  }
  const sessions = await app.bindings.DB.prepare("select count(*) as n from sessions where user_id = ?")
    .bind(member.id)
    .first<{ n: number }>();
  expect(sessions?.n).toBe(2);
});
