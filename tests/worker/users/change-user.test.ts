import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, sessions, teacherInformation, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import {
  createUserWithPassword,
  findLinkToken,
  PASSWORD,
  refreshAccessToken,
  requestToken,
} from "../../helpers/accounts";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import {
  countRows,
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  findUser,
  mailsTo,
  signIn,
} from "../../helpers/factories";
import { toBirthDateFields } from "../../helpers/forms";
import { expectConsistentIndex } from "../../helpers/search-tables";

let app: TestApp;
let admin: Awaited<ReturnType<typeof createAdmin>>;
let as: Jar;

beforeEach(async () => {
  app = createTestApp();
  admin = await createAdmin(app);
  as = await signIn(app, admin);
});

type Action = Parameters<typeof paths.adminUserAction>[1];
const press = (id: string, action: Action, form: Record<string, string> = {}, jar = as) =>
  app.post(paths.adminUserAction(id, action), { form, as: jar });
const eventsAbout = (id: string) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `user:${id}`))
    .orderBy(auditLog.ts);
const createUserCreator = () => createUser(app, { role: "a", canCreateAdmin: true });
const REASON = { reason: "Trimite reclame elevilor." };

describe("POST /admin/users/{id}/disable", () => {
  it("ends the sessions, hides the listings, mails the user the reason in their language and writes an audit event", async () => {
    const teacher = await createTeacher(app, { locale: "ro" });
    const listing = await createListing(app, teacher);
    const theirs = await signIn(app, teacher);
    const answer = await press(teacher.id, "disable", REASON);
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      paths.adminUser(teacher.id, { done: "disabled" }),
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ disabledBy: "admin", disabledTs: app.clock.now });
    expect(await db.select().from(sessions).where(eq(sessions.userId, teacher.id))).toEqual([]);
    expect((await app.get(paths.profile(), { as: theirs })).status).toBe(302);
    expect(await (await app.get(paths.listing(listing.id))).text()).not.toContain(listing.description);
    await expectConsistentIndex(app.clock.now);
    const [mail] = await mailsTo(teacher.email);
    expect([mail?.template, mail?.text.includes(REASON.reason), mail?.subject]).toEqual([
      "account_disabled_by_us",
      true,
      expect.stringContaining("dezactivat"),
    ]);
    expect(await eventsAbout(teacher.id)).toMatchObject([
      { action: "user.disabled", actorId: admin.id, detail: { by: "admin", ...REASON } },
    ]);
  });

  it("invalidates mailed links, also for a user who closed the account before", async () => {
    const person = await createUserWithPassword(app, { disabledTs: 1, disabledBy: "self" });
    expect((await requestToken(app, { email: person.email })).status).toBe(401);
    const [wayBack] = await mailsTo(person.email);
    const link = findLinkToken(wayBack?.text ?? "");
    expect(link).not.toBe("");
    expect((await press(person.id, "disable", REASON)).status).toBe(303);
    await app.post(paths.reactivate(), { form: { token: link } });
    expect(await findUser(person.id)).toMatchObject({ disabledBy: "admin" });
  });

  it("requires a reason: 422 at the field, and nothing changes", async () => {
    const person = await createUser(app);
    const answer = await press(person.id, "disable", { reason: "  " });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('id="error-summary"');
    expect((await findUser(person.id))?.disabledTs).toBeNull();
  });

  it("rejects the admin's own account and unknown users", async () => {
    expect((await press(admin.id, "disable", REASON)).status).toBe(403);
    expect((await press("0000000000000000", "disable", REASON)).status).toBe(404);
    expect((await findUser(admin.id))?.disabledTs).toBeNull();
  });

  it("several parallel requests disable, mail and log once", async () => {
    const person = await createUser(app);
    const answers = await Promise.all([1, 2, 3].map(() => press(person.id, "disable", REASON)));
    for (const answer of answers) expect([303, 409]).toContain(answer.status);
    expect(await mailsTo(person.email)).toHaveLength(1);
    expect(await eventsAbout(person.id)).toHaveLength(1);
    expect((await press(person.id, "disable", REASON)).status).toBe(303);
    expect(await eventsAbout(person.id), "what is so already stays").toHaveLength(1);
  });

  it("returns 403 for an admin without create permission who disables or demotes an admin with it", async () => {
    const maker = await createUserCreator();
    const page = await (await app.get(paths.adminUser(maker.id), { as })).text();
    expect(page).toContain("Only another administrator with that right");
    for (const action of ["disable", "role"] as const) {
      expect(page).not.toContain(paths.adminUserAction(maker.id, action));
      const answer = await press(maker.id, action, action === "role" ? { role: "t" } : REASON);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("Only administrators who can create administrators");
    }
    const headers = { authorization: `Bearer ${await refreshAccessToken(app, as)}` };
    for (const json of [{ disabled: true }, { role: "t" }, { disabled: true, role: "u" }]) {
      const answer = await app.request(paths.apiAdminUser(maker.id), { method: "PATCH", json, headers });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ title: "protected_admin" });
    }
    expect(await findUser(maker.id)).toMatchObject({ role: "a", canCreateAdmin: true, disabledTs: null });
    expect(await eventsAbout(maker.id)).toEqual([]);
    const otherJar = await signIn(app, await createUserCreator());
    expect((await press(maker.id, "disable", REASON, otherJar)).status).toBe(303);
  });

  it("two admins remove each other's permission in parallel: one keeps it", async () => {
    await db.update(users).set({ canCreateAdmin: false });
    const [first, other] = [await createUserCreator(), await createUserCreator()];
    const [jar, otherJar] = [await signIn(app, first), await signIn(app, other)];
    await Promise.all([
      press(other.id, "disable", REASON, jar),
      press(first.id, "role", { role: "u" }, otherJar),
    ]);
    const left = await db.select().from(users).where(eq(users.canCreateAdmin, true));
    expect(left.filter(({ role, disabledTs }) => role === "a" && disabledTs === null)).toHaveLength(1);
  });
});

describe("POST /admin/users/{id}/enable", () => {
  it("enables the account, shows its listings again and mails the user", async () => {
    const teacher = await createTeacher(app);
    const listing = await createListing(app, teacher);
    await press(teacher.id, "disable", REASON);
    expect((await press(teacher.id, "enable")).status).toBe(303);
    expect(await findUser(teacher.id)).toMatchObject({ disabledBy: null, disabledTs: null });
    expect(await (await app.get(paths.listing(listing.id))).text()).toContain(listing.description);
    await expectConsistentIndex(app.clock.now);
    expect((await mailsTo(teacher.email)).map(({ template }) => template)).toContain("account_enabled");
    expect((await eventsAbout(teacher.id)).map(({ action }) => action)).toContain("user.enabled");
  });
});

describe("POST /admin/users/{id}/role", () => {
  it("makes a teacher, who appears on the follow-up list if the profile is incomplete", async () => {
    const person = await createUser(app);
    expect((await press(person.id, "role", { role: "t" })).status).toBe(303);
    expect((await findUser(person.id))?.role).toBe("t");
    const information = await db
      .select()
      .from(teacherInformation)
      .where(eq(teacherInformation.userId, person.id));
    expect(information).toHaveLength(1);
    expect(await eventsAbout(person.id)).toMatchObject([
      { action: "user.role_changed", detail: { from: "u", to: "t" } },
    ]);
  });

  it("only an admin with the permission makes an admin; a demoted admin loses the permission", async () => {
    const person = await createUser(app);
    expect((await press(person.id, "role", { role: "a" })).status).toBe(403);
    const maker = await createUserCreator();
    expect((await press(person.id, "role", { role: "a" }, await signIn(app, maker))).status).toBe(303);
    expect(await findUser(person.id)).toMatchObject({ role: "a", canCreateAdmin: false });
    const otherJar = await signIn(app, await createUserCreator());
    await press(maker.id, "role", { role: "t" }, otherJar);
    expect(await findUser(maker.id)).toMatchObject({ role: "t", canCreateAdmin: false });
  });

  it("does nothing when the admin lost the permission during the request", async () => {
    const person = await createUser(app);
    const maker = await createUserCreator();
    const otherJar = await signIn(app, await createUserCreator());
    const jar = await signIn(app, maker);
    await Promise.all([
      press(maker.id, "role", { role: "u" }, otherJar),
      ...[1, 2, 3].map(() => press(person.id, "role", { role: "a" }, jar)),
    ]);
    const [row] = await eventsAbout(person.id);
    const isAdmin = (await findUser(person.id))?.role === "a";
    expect(isAdmin).toBe(row !== undefined);
    const late = await press(person.id, "disable", REASON, jar);
    expect([late.status, late.headers.get("location")]).toEqual([302, "/"]);
  });

  it("returns 409 for a teacher with listings, 403 for a teacher under eighteen, 422 for an invalid role", async () => {
    const teacher = await createTeacher(app);
    await createListing(app, teacher);
    expect((await press(teacher.id, "role", { role: "u" })).status).toBe(409);
    const young = await createUser(app, { birthDate: "2009-12-31" });
    expect((await press(young.id, "role", { role: "t" })).status).toBe(403);
    expect((await press(young.id, "role", { role: "king" })).status).toBe(422);
    expect((await findUser(teacher.id))?.role).toBe("t");
  });
});

describe("POST /admin/users/{id}/birth-date", () => {
  it("corrects a date that its user cannot change, within the ages of the role", async () => {
    const young = await createUser(app, { birthDate: "2009-12-31" });
    const wrong = await press(young.id, "birth-date", toBirthDateFields("2015-01-31"));
    expect(wrong.status).toBe(422);
    const page = await wrong.text();
    expect(page).toContain('id="field-birth_date-error"');
    expect(page).toMatch(/name="birth_date_year"[^>]* value="2015"/);
    expect((await press(young.id, "birth-date", toBirthDateFields("1999-12-31"))).status).toBe(303);
    expect((await findUser(young.id))?.birthDate).toBe("1999-12-31");
    expect(await eventsAbout(young.id)).toMatchObject([{ action: "user.birth_date_corrected", detail: {} }]);
    expect((await press(young.id, "role", { role: "t" })).status).toBe(303);
    expect((await press(young.id, "birth-date", toBirthDateFields("2009-12-31"))).status).toBe(422);
  });
});

describe("POST /admin/users/{id}/resend", () => {
  it("resends the pending link, at most three times an hour, and no other link", async () => {
    const person = await createUserWithPassword(app, { emailVerifiedTs: null, locale: "ro" });
    for (let n = 0; n < 3; n++) expect((await press(person.id, "resend")).status).toBe(303);
    expect((await press(person.id, "resend")).status).toBe(429);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ template }) => template)).toEqual(Array(3).fill("verify_email"));
    const token = findLinkToken(mails[0]?.text ?? "");
    await app.post(paths.verifyEmail(), { form: { token, password: PASSWORD } });
    expect((await findUser(person.id))?.emailVerifiedTs).toBe(app.clock.now);
    expect((await press(person.id, "resend")).status).toBe(409);
  });

  it("resends the link for a first password to a user without one", async () => {
    const person = await createUser(app, { emailVerifiedTs: null });
    expect((await press(person.id, "resend")).status).toBe(303);
    expect((await mailsTo(person.email))[0]?.template).toBe("set_password");
  });
});

describe("/admin/users/create", () => {
  const NEW = {
    email: "nou@example.test",
    first_name: "Ilinca",
    last_name: "Țuțea",
    birth_date: "",
    role: "t",
  };

  it("creates the account and redirects to it; 422 with the typed values for invalid fields", async () => {
    const wrong = await app.post(paths.adminCreateUser(), { form: { ...NEW, email: "nou" }, as });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('value="Ilinca"');
    const answer = await app.post(paths.adminCreateUser(), { form: NEW, as });
    expect(answer.status).toBe(303);
    const [createdUser] = await db.select().from(users).where(eq(users.email, NEW.email));
    expect(answer.headers.get("location")).toBe(paths.adminUser(createdUser?.id ?? "", { done: "created" }));
    const again = await app.post(paths.adminCreateUser(), { form: NEW, as });
    expect(again.status).toBe(409);
    expect(await again.text()).toContain("already belongs");
    expect((await mailsTo(NEW.email)).map(({ template }) => template)).toEqual(["set_password"]);
  });

  it("returns 403 for an admin account by an admin without the permission", async () => {
    const before = await countRows("users");
    const form = { ...NEW, email: "alt@example.test", role: "a" };
    expect((await app.post(paths.adminCreateUser(), { form, as })).status).toBe(403);
    expect(await countRows("users")).toBe(before);
  });
});
