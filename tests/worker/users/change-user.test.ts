import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { appointments, auditLog, enquiries, reports, sessions, teacherInformation, users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import {
  createUserWithPassword,
  findLinkToken,
  PASSWORD,
  refreshAccessToken,
  requestToken,
} from "../../helpers/accounts";
import {
  type Actor,
  app,
  db,
  expectPage,
  expectRedirect,
  expectStatus,
  expectText,
  type Jar,
} from "../../helpers/app";
import {
  countRows,
  createAdmin,
  createListing,
  createTeacher,
  createUser,
  findUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  type User,
  updateRow,
} from "../../helpers/factories";
import { createOrder, createPromotion } from "../../helpers/orders";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { readUndoForm } from "../../helpers/undo";

let admin: User;
let as: Jar;

beforeEach(async () => {
  admin = await createAdmin();
  as = await signIn(admin);
});

type Action = Parameters<typeof paths.adminUserAction>[1];
const press = (id: string, action: Action, form: Record<string, string> = {}, jar: Actor = as) =>
  app.post(paths.adminUserAction(id, action), { form, as: jar });
const eventsAbout = (id: string) =>
  db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `user:${id}`))
    .orderBy(auditLog.ts);
const createUserCreator = () => createUserWithPassword({ role: "a", canCreateAdmin: true });
const REASON = { category: "spam", reason: "Trimite reclame elevilor." };

describe("POST /admin/users/{id}/disable", () => {
  it("ends the sessions, hides the listings, mails the user the reason in their language and writes an audit event", async () => {
    const teacher = await createTeacher({ locale: "ro" });
    const listing = await createListing(teacher);
    await createPromotion(await createOrder({ listingId: listing.id, buyerId: teacher.id }));
    const theirs = await signIn(teacher);
    await expectStatus(press(teacher.id, "disable", REASON), 303);
    expect(await findUser(teacher.id)).toMatchObject({ disabledBy: "admin", disabledTs: app.clock.now });
    expect(await listRows(sessions, { userId: teacher.id })).toEqual([]);
    await expectStatus(app.get(paths.profile(), { as: theirs }), 302);
    expect(await app.read(paths.listing(listing.id))).not.toContain(listing.description);
    await expectConsistentIndex(app.clock.now);
    const [mail] = await mailsTo(teacher.email);
    expect(mail).toMatchObject({
      template: "account_disabled_by_us",
      subject: expect.stringContaining("dezactivat"),
      replyTo: app.bindings.CONTACT_EMAIL,
    });
    // The statement of reasons, and what becomes of a paid promotion.
    for (const text of [
      `Spam sau reclamă. ${REASON.reason}`,
      "L-am verificat din proprie inițiativă.",
      "art. 21",
      "În 14 zile de la plată",
    ])
      expectText(mail?.text ?? "", text);
    expect(await eventsAbout(teacher.id)).toMatchObject([
      { action: "user.disabled", actorId: admin.id, detail: { by: "admin", reason: REASON.reason } },
    ]);
  });

  it("is undone within 60 seconds: listings and lessons are as before, and nobody gets an email", async () => {
    const teacher = await createTeacher();
    const listing = await createListing(teacher);
    const time = app.clock.now + 3 * DAY_MS;
    const agreed = { state: "accepted", noticeTs: time - DAY_MS } as const;
    const agree = async () => {
      const enquiryId = newId();
      const learner = await createUser();
      await db.insert(enquiries).values({
        ...{ id: enquiryId, listingId: listing.id, teacherId: teacher.id, learnerId: learner.id },
        ...{ state: "answered", createdTs: 1, lastMessageTs: 1 },
      });
      const lesson = { id: newId(), enquiryId, times: [time], time, minutes: 60, place: "online" };
      await db.insert(appointments).values({
        ...{ ...lesson, ...agreed, proposedBy: "teacher", createdTs: 0, updatedTs: 0 },
      });
      return enquiryId;
    };
    const [enquiryId, blocked, spam] = [await agree(), await agree(), await agree()];
    const page = (await press(teacher.id, "disable", REASON)).headers.get("location") ?? "";
    // The job tells both sides once it can't be undone.
    const cancelled = { state: "cancelled", noticeTs: app.clock.now + 60_000 } as const;
    expect(await listRows(appointments, { enquiryId })).toMatchObject([cancelled]);
    const html = await app.read(page, { as });
    for (const text of ["You can undo it until 11:01:00 AM", "Undoing restores", 'accessKey="u"'])
      expectText(html, text);
    await updateRow(enquiries, blocked, { learnerBlockedTs: app.clock.now });
    await updateRow(enquiries, spam, { state: "spam" });
    app.clock.now += 59_000;
    const undo = await readUndoForm(`user:${teacher.id}`);
    const done = paths.adminUser(teacher.id, { done: "disablingUndone" });
    await expectRedirect(press(teacher.id, "undo-disabling", undo), done);
    expectText(await app.read(done, { as }), `${REASON.reason}</textarea>`);
    expect(await findUser(teacher.id)).toMatchObject({ disabledTs: null, disabledBy: null });
    expect(await listRows(appointments, { enquiryId })).toMatchObject([agreed]);
    // Of these two, the job still tells.
    for (const id of [blocked, spam])
      expect(await listRows(appointments, { enquiryId: id })).toMatchObject([cancelled]);
    expect(await mailsTo(teacher.email)).toEqual([]);
    expect(await app.read(paths.listing(listing.id))).toContain(listing.description);
    await expectConsistentIndex(app.clock.now);
    await expectStatus(press(teacher.id, "undo-disabling", undo), 409);
  });

  it("invalidates mailed links, also for a user who closed the account before", async () => {
    const person = await createUserWithPassword({ disabledTs: 1, disabledBy: "self" });
    await expectStatus(requestToken({ email: person.email }), 401);
    const [wayBack] = await mailsTo(person.email);
    const link = findLinkToken(wayBack?.text ?? "");
    expect(link).not.toBe("");
    await expectStatus(press(person.id, "disable", REASON), 303);
    await app.post(paths.reactivate(), { form: { token: link } });
    expect(await findUser(person.id)).toMatchObject({ disabledBy: "admin" });
  });

  it("requires a reason: 422 at the field, and nothing changes", async () => {
    const person = await createUser();
    const page = await expectPage(press(person.id, "disable", { reason: "  " }), 422);
    expectText(page, 'href="#field-category"', "Fill in “The facts”.");
    const headers = { authorization: `Bearer ${await refreshAccessToken(as)}` };
    const call = { method: "PATCH", json: { disabled: true }, headers };
    await expectStatus(app.request(paths.apiAdminUser(person.id), call), 422);
    expect((await findUser(person.id))?.disabledTs).toBeNull();
  });

  it("rejects the admin's own account and unknown users", async () => {
    await expectStatus(press(admin.id, "disable", REASON), 403);
    await expectStatus(press("0000000000000000", "disable", REASON), 404);
    expect((await findUser(admin.id))?.disabledTs).toBeNull();
  });

  it("several parallel requests disable, mail and log once", async () => {
    const person = await createUser();
    const answers = await Promise.all([1, 2, 3].map(() => press(person.id, "disable", REASON)));
    for (const answer of answers) expect([303, 409]).toContain(answer.status);
    expect(await mailsTo(person.email)).toHaveLength(1);
    expect(await eventsAbout(person.id)).toHaveLength(1);
    await expectStatus(press(person.id, "disable", REASON), 303);
    expect(await eventsAbout(person.id), "what is so already stays").toHaveLength(1);
  });

  it("returns 403 for an admin without create permission who disables or demotes an admin with it", async () => {
    const maker = await createUserCreator();
    const page = await app.read(paths.adminUser(maker.id), { as });
    expect(page).toContain("Only another administrator with that right");
    for (const action of ["disable", "role"] as const) {
      expect(page).not.toContain(paths.adminUserAction(maker.id, action));
      const answer = await expectStatus(
        press(maker.id, action, action === "role" ? { role: "t" } : REASON),
        403,
      );
      expect(await answer.text()).toContain("Only administrators who can create administrators");
    }
    const headers = { authorization: `Bearer ${await refreshAccessToken(as)}` };
    const disabled = { disabled: true, ...REASON };
    for (const json of [disabled, { role: "t" }, { ...disabled, role: "u" }]) {
      const answer = await expectStatus(
        app.request(paths.apiAdminUser(maker.id), { method: "PATCH", json, headers }),
        403,
      );
      expect(await answer.json()).toMatchObject({ title: "protected_admin" });
    }
    expect(await findUser(maker.id)).toMatchObject({ role: "a", canCreateAdmin: true, disabledTs: null });
    expect(await eventsAbout(maker.id)).toEqual([]);
    const otherJar = await createUserCreator();
    await expectStatus(press(maker.id, "disable", REASON, otherJar), 303);
  });

  it("two admins remove each other's permission in parallel: one keeps it", async () => {
    await db.update(users).set({ canCreateAdmin: false });
    const [first, other] = [await createUserCreator(), await createUserCreator()];
    const [jar, otherJar] = [await signIn(first), await signIn(other)];
    await Promise.all([
      press(other.id, "disable", REASON, jar),
      press(first.id, "role", { role: "u" }, otherJar),
    ]);
    const left = await listRows(users, { canCreateAdmin: true });
    expect(left.filter(({ role, disabledTs }) => role === "a" && disabledTs === null)).toHaveLength(1);
  });
});

it("POST /admin/users/{id}/enable can be undone, shows the listings again and mails the user and reporters", async () => {
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const reporter = `${newId()}@example.test`;
  const report = newId();
  const values = {
    id: report,
    listingId: listing.id,
    reason: "unsafe",
    email: reporter,
    locale: "en",
  } as const;
  await db.insert(reports).values({ ...values, createdTs: app.clock.now });
  await press(teacher.id, "disable", { ...REASON, report });
  app.clock.now += 61_000;
  await createPromotion(await createOrder({ listingId: listing.id, buyerId: teacher.id }));
  // The question names what comes back.
  const [, question = ""] =
    /id="enable-account"(.*?)<\/details>/s.exec(await app.read(paths.adminUser(teacher.id), { as })) ?? [];
  expectText(question, listing.title, "One promotion has not ended");
  const disabled = await findUser(teacher.id);
  const done = (await press(teacher.id, "enable")).headers.get("location") ?? "";
  expectText(await app.read(done, { as }), 'accessKey="u"');
  const undo = await readUndoForm(`user:${teacher.id}`);
  await expectRedirect(
    press(teacher.id, "undo-enabling", undo),
    paths.adminUser(teacher.id, { done: "enablingUndone" }),
  );
  const { disabledTs, disabledBy } = disabled ?? {};
  expect(await findUser(teacher.id)).toMatchObject({ disabledTs, disabledBy });
  expect(await templatesTo(teacher.email)).not.toContain("account_enabled");
  await expectStatus(press(teacher.id, "enable"), 303);
  expect((await mailsTo(reporter)).map(({ text }) => text).join()).toMatch(
    /disabled the teacher’s account.*checked again and enabled it/s,
  );
  expect(await findUser(teacher.id)).toMatchObject({ disabledBy: null, disabledTs: null });
  expect(await app.read(paths.listing(listing.id))).toContain(listing.description);
  await expectConsistentIndex(app.clock.now);
  expect(await templatesTo(teacher.email)).toContain("account_enabled");
  expect((await eventsAbout(teacher.id)).map(({ action }) => action)).toContain("user.enabled");
});

describe("POST /admin/users/{id}/role", () => {
  it("makes a teacher, who appears on the follow-up list if the profile is incomplete", async () => {
    const person = await createUser();
    await expectStatus(press(person.id, "role", { role: "t" }), 303);
    expect((await findUser(person.id))?.role).toBe("t");
    await expectRedirect(
      press(person.id, "role", { role: "t" }),
      paths.adminUser(person.id, { done: "unchanged" }),
    );
    const information = await listRows(teacherInformation, { userId: person.id });
    expect(information).toHaveLength(1);
    expect(await eventsAbout(person.id)).toMatchObject([
      { action: "user.role_changed", detail: { from: "u", to: "t" } },
    ]);
  });

  it("only an admin with the permission makes an admin, with their password; a demoted admin loses the permission", async () => {
    const person = await createUser();
    await expectStatus(press(person.id, "role", { role: "a" }), 403);
    const maker = await createUserCreator();
    for (const [password, status] of [
      ["", 422],
      ["nu e asta", 403],
    ] as const) {
      const page = await expectPage(press(person.id, "role", { role: "a", password }, maker), status);
      expect(page).toMatch(/id="field-password"[^>]*aria-invalid="true"/);
    }
    await expectStatus(press(person.id, "role", { role: "a", password: PASSWORD }, maker), 303);
    expect(await findUser(person.id)).toMatchObject({ role: "a", canCreateAdmin: false });
    const otherJar = await createUserCreator();
    await press(maker.id, "role", { role: "t" }, otherJar);
    expect(await findUser(maker.id)).toMatchObject({ role: "t", canCreateAdmin: false });
  });

  it("does nothing when the admin lost the permission during the request", async () => {
    const person = await createUser();
    const maker = await createUserCreator();
    const otherJar = await createUserCreator();
    await Promise.all([
      press(maker.id, "role", { role: "u" }, otherJar),
      ...[1, 2, 3].map(() => press(person.id, "role", { role: "a", password: PASSWORD }, maker)),
    ]);
    const [row] = await eventsAbout(person.id);
    const isAdmin = (await findUser(person.id))?.role === "a";
    expect(isAdmin).toBe(row !== undefined);
    await expectRedirect(press(person.id, "disable", REASON, maker), "/", 302);
  });

  it("returns 409 for a teacher with listings, 403 for a teacher under eighteen, 422 for an invalid role", async () => {
    const teacher = await createTeacher();
    await createListing(teacher);
    await expectStatus(press(teacher.id, "role", { role: "u" }), 409);
    const young = await createUser({ birthDate: "2009-12-31" });
    await expectStatus(press(young.id, "role", { role: "t" }), 403);
    await expectStatus(press(young.id, "role", { role: "king" }), 422);
    expect((await findUser(teacher.id))?.role).toBe("t");
  });
});

it("POST /admin/users/{id}/birth-date corrects a date that its user cannot change, within the ages of the role", async () => {
  const young = await createUser({ birthDate: "2009-12-31" });
  const page = await expectPage(press(young.id, "birth-date", { birth_date: "2015-01-31" }), 422);
  expect(page).toContain('id="field-birth_date-error"');
  expect(page).toMatch(/name="birth_date"[^>]* value="01\/31\/2015"/);
  await expectStatus(press(young.id, "birth-date", { birth_date: "1999-12-31" }), 303);
  expect((await findUser(young.id))?.birthDate).toBe("1999-12-31");
  expect(await eventsAbout(young.id)).toMatchObject([{ action: "user.birth_date_corrected", detail: {} }]);
  await expectStatus(press(young.id, "role", { role: "t" }), 303);
  await expectStatus(press(young.id, "birth-date", { birth_date: "2009-12-31" }), 422);
});

describe("POST /admin/users/{id}/resend", () => {
  it("resends the pending link, at most three times an hour, and no other link", async () => {
    const person = await createUserWithPassword({ emailVerifiedTs: null, locale: "ro" });
    for (let n = 0; n < 3; n++) await expectStatus(press(person.id, "resend"), 303);
    await expectStatus(press(person.id, "resend"), 429);
    const mails = await mailsTo(person.email);
    expect(mails.map(({ template }) => template)).toEqual(Array(3).fill("verify_email"));
    const token = findLinkToken(mails[0]?.text ?? "");
    await app.post(paths.verifyEmail(), { form: { token, password: PASSWORD } });
    expect((await findUser(person.id))?.emailVerifiedTs).toBe(app.clock.now);
    await expectStatus(press(person.id, "resend"), 409);
  });

  it("resends the link for a first password to a user without one", async () => {
    const person = await createUser({ emailVerifiedTs: null });
    await expectStatus(press(person.id, "resend"), 303);
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
    expect(
      await expectPage(app.post(paths.adminCreateUser(), { form: { ...NEW, email: "nou" }, as }), 422),
    ).toContain('value="Ilinca"');
    const answer = await expectStatus(app.post(paths.adminCreateUser(), { form: NEW, as }), 303);
    const [createdUser] = await listRows(users, { email: NEW.email });
    expect(answer.headers.get("location")).toBe(paths.adminUser(createdUser?.id ?? "", { done: "created" }));
    expect(await expectPage(app.post(paths.adminCreateUser(), { form: NEW, as }), 409)).toContain(
      "already belongs",
    );
    expect(await templatesTo(NEW.email)).toEqual(["set_password"]);
  });

  it("returns 403 for an admin account by an admin without the permission", async () => {
    const before = await countRows("users");
    const form = { ...NEW, email: "alt@example.test", role: "a" };
    await expectStatus(app.post(paths.adminCreateUser(), { form, as }), 403);
    expect(await countRows("users")).toBe(before);
  });

  it("asks for the acting admin's password before it creates an admin", async () => {
    const jar = await createUserCreator();
    const form = { ...NEW, email: "admina@example.test", role: "a" };
    const create = (password: string) =>
      app.post(paths.adminCreateUser(), { form: { ...form, password }, as: jar });
    const page = await expectPage(create(""), 422);
    expect(page).toMatch(/id="field-password"[^>]*aria-invalid="true"/);
    expect(page).toContain('value="admina@example.test"');
    await expectStatus(create(PASSWORD), 303);
    expect(await listRows(users, { email: form.email })).toMatchObject([{ role: "a" }]);
  });
});
