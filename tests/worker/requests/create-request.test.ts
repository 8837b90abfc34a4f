import { expect, it } from "vitest";
import { isStillDue } from "@/db/delivery-condition";
import { auditLog, mailOutbox, requestNotices, requests } from "@/db/schema";
import { notifyTeachersOfRequests } from "@/features/requests/notices/notify-requests";
import { sweepRequests } from "@/features/requests/sweep-requests";
import { ALL_DELIVERY_CONDITIONS } from "@/jobs/delivery-conditions";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import { jobContextAt } from "../../helpers/outbox";
import { readUndoForm } from "../../helpers/undo";
import { createAnsweringTeacher, createAuth, insertRequest, postAnswer, requestInput } from "./setup";

type Auth = Awaited<ReturnType<typeof createAuth>>;
const post = (auth: Auth, overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  app.post(paths.apiRequests(), {
    headers: { ...auth.headers, ...headers },
    json: requestInput(overrides),
  });
const read = async (answer: Response) =>
  (await answer.json<{ content: { _id: string; state: string } }>()).content;

/** An account that an admin trusted before, so that only the other rules hold its requests. */
async function createKnownAuthor(overrides: Parameters<typeof createUser>[0] = {}) {
  const user = await createUser(overrides);
  await insertRequest(user, { subject: "la", state: "closed", closedTs: app.clock.now });
  return { user, auth: await createAuth(user) };
}

it("opens the first request after an admin approves it, and later ones at once", async () => {
  const user = await createUser();
  const auth = await createAuth(user);
  const input = requestInput({ learner: { who: "child", grade: 8 } });
  const first = await read(await expectStatus(post(auth, input), 201));
  expect(first).toMatchObject({
    ...input,
    state: "pending",
    answer_count: 0,
    opened_ts: null,
    rejection: null,
  });
  // None was approved yet.
  const other = await read(await post(auth, { subject: "ro" }));
  expect(other.state).toBe("pending");

  const admin = await createAuth(await createAdmin());
  const decide = (id: string, action: "approve" | "reject", json = {}) =>
    app.post(paths.apiAdminRequestAction(id, action), { ...admin, json });
  const list = await (await app.get(paths.apiAdminRequests(), admin)).json<{ content: { _id: string }[] }>();
  expect(list.content.map(({ _id }) => _id)).toEqual(expect.arrayContaining([first._id, other._id]));
  expect(await read(await expectStatus(decide(first._id, "approve", { version: 1 }), 200))).toMatchObject({
    state: "open",
    user_id: user.id,
    hold_rule: "first_request",
  });
  await expectStatus(decide(other._id, "reject", { reason: "nope", text: "x" }), 422);
  const refusal = { reason: "unclear", text: "Scrieți ce clasă." };
  expect(await read(await expectStatus(decide(other._id, "reject", refusal), 200))).toMatchObject({
    state: "rejected",
    rejection: refusal,
  });
  const rejected = await app.get(paths.apiAdminRequests({ state: "rejected" }), admin);
  expect(await rejected.json()).toMatchObject({ content: [{ _id: other._id, state: "rejected" }] });
  const late = await expectStatus(decide(other._id, "approve", { version: 1 }), 409);
  expect(await late.json()).toMatchObject({ title: "request_decided" });
  expect(await templatesTo(user.email)).toEqual(["request_approved", "request_rejected"]);
  expect((await mailsTo(user.email))[0]?.text).toContain("There is no suitable teacher at the moment.");
  // The refusal is not mailed once its author sent a correction.
  const [mail] = await listRows(mailOutbox, { template: "request_rejected" });
  const isDue = () =>
    isStillDue({ db, now: app.clock.now }, ALL_DELIVERY_CONDITIONS, mail?.condition ?? null);
  expect([mail?.condition?.[1], await isDue()]).toEqual([other._id, true]);
  await updateRow(requests, other._id, { state: "pending", version: 3 });
  expect(await isDue()).toBe(false);
  // The admin who decides again reads the earlier reason.
  expect(await app.read(paths.adminRequest(other._id), { as: await signIn(await createAdmin()) })).toMatch(
    /It is not clear what you are looking for – Scrieți ce clasă\./,
  );
  await updateRow(requests, other._id, { state: "rejected" });
  expect(await read(await post(auth, { subject: "c", level: "h" }))).toMatchObject({ state: "open" });
  expect((await listRows(auditLog, { subject: `request:${first._id}` })).map(({ action }) => action)).toEqual(
    ["request.created", "request.approved"],
  );
  // The approval is mailed also after an answer, and not once the request is closed.
  const [approval] = await listRows(mailOutbox, { template: "request_approved" });
  const isApprovalDue = () =>
    isStillDue({ db, now: app.clock.now }, ALL_DELIVERY_CONDITIONS, approval?.condition ?? null);
  expect(await isApprovalDue()).toBe(true);
  await expectStatus(postAnswer(first._id, await createAnsweringTeacher()), 201);
  expect(await isApprovalDue()).toBe(true);
  await updateRow(requests, first._id, { state: "closed" });
  expect(await isApprovalDue()).toBe(false);

  // Also after the earlier ones were erased; a rejected one does not count.
  const stranger = await createUser();
  await insertRequest(stranger, { state: "rejected", openedTs: null, closedTs: app.clock.now });
  await db.update(requests).set({ state: "closed", closedTs: app.clock.now });
  app.clock.now += 90 * DAY_MS;
  await sweepRequests(jobContextAt(app.clock.now));
  expect(await db.$count(requests)).toBe(0);
  const states = [];
  for (const author of [user, stranger])
    states.push((await read(await post(await createAuth(author)))).state);
  expect(states).toEqual(["open", "pending"]);
});

it("undoes a decision before teachers are told, unless the author has another request of the subject", async () => {
  const { teacher } = await createAnsweringTeacher();
  const user = await createUser();
  const before = await insertRequest(user, { state: "pending", openedTs: null, notifiedPosition: null });
  const as = await signIn(await createAdmin());
  const press = async (decision: string, form: Record<string, string> = {}) => {
    const [row] = await listRows(requests, { id: before.id });
    const version = String(row?.version);
    const undo = await readUndoForm(`request:${before.id}`);
    return app.post(paths.adminRequestAction(before.id, decision), {
      as,
      form: { version, ...undo, ...form },
    });
  };
  const countNotices = async () => {
    await notifyTeachersOfRequests(jobContextAt(app.clock.now));
    return (await listRows(requestNotices, { teacherId: teacher.id, requestId: before.id })).length;
  };
  await press("approve");
  expect(await countNotices()).toBe(0);
  await press("undo");
  // Meanwhile the author wrote another request of the subject.
  expect(await expectPage(press("reject", { reason: "unclear", text: "" }), 422)).toContain(
    "Write an explanation.",
  );
  await press("reject", { reason: "unclear", text: "Ce clasă?" });
  const { id } = await insertRequest(user, { subject: before.subject });
  await expectStatus(press("undo"), 409);
  await updateRow(requests, id, { state: "closed" });
  await expectStatus(press("undo"), 303);

  await press("approve");
  app.clock.now += 60_000;
  await expectStatus(press("undo"), 409);
  expect(await countNotices()).toBe(1);
  expect((await mailsTo(user.email)).at(-1)?.text).toMatch(
    /Suitable teachers hear of it now .*, or (at|tomorrow)/,
  );
});

it("an admin rejects an open request: no teacher sees it until its author corrects it, or the undo opens it", async () => {
  const author = await createUser();
  const before = await insertRequest(author, { text: "Elevă la Liceul Traian." });
  const [answered, other] = [await createAnsweringTeacher(), await createAnsweringTeacher()];
  const { content } = await (await postAnswer(before.id, answered)).json<{ content: { _id: string } }>();
  const path = paths.request(before.id);
  const [asAdmin, asAuthor, ...asTeachers] = await Promise.all(
    [await createAdmin(), author, answered.teacher, other.teacher].map((user) => signIn(user)),
  );
  const press = async (decision: string, form: Record<string, string> = {}) =>
    app.post(paths.adminRequestAction(before.id, decision), {
      as: asAdmin,
      form: { version: "2", ...(await readUndoForm(`request:${before.id}`)), ...form },
    });
  const readState = async () => (await listRows(requests, { id: before.id }))[0]?.state;
  const page = await app.read(paths.adminRequest(before.id), { as: asAdmin });
  expect(page).toContain("You can still reject this open request.");
  expect(page).not.toContain("Approve the request");
  await expectStatus(press("approve"), 409);
  const refusal = { reason: "personal_data", text: "Fără numele școlii." };
  await expectStatus(press("reject", refusal), 303);
  expect(await readState()).toBe("rejected");
  for (const as of asTeachers) {
    await expectStatus(app.get(path, { as }), 404);
    for (const box of [undefined, "answered"])
      expect(await app.read(paths.requests({ box }), { as })).not.toContain(path);
  }
  const thread = await app.read(paths.enquiry(content._id), { as: asTeachers[0] });
  expect(thread).toContain("<textarea");
  expect(thread).not.toContain(path);
  expect(await app.read(path, { as: asAuthor })).toMatch(
    /We do not show.*Fără numele școlii\..*change it and/s,
  );
  expect((await mailsTo(author.email)).at(-1)).toMatchObject({ template: "request_rejected" });

  await expectStatus(press("undo"), 303);
  expect((await listRows(requests, { id: before.id }))[0]).toMatchObject({
    state: "open",
    openedTs: before.openedTs,
    notifiedPosition: 0,
    answerCount: 1,
  });
  await expectStatus(app.get(path, { as: asTeachers[1] }), 200);

  const rejected = await app.post(paths.apiAdminRequestAction(before.id, "reject"), {
    ...(await createAuth(await createAdmin())),
    json: refusal,
  });
  expect(await read(await expectStatus(rejected, 200))).toMatchObject({ state: "rejected", opened_ts: null });
  const corrected = await app.request(paths.apiRequest(before.id), {
    method: "PUT",
    ...(await createAuth(author)),
    json: { ...requestInput(), version: 5 },
  });
  expect(await read(await expectStatus(corrected, 200))).toMatchObject({ state: "pending", answer_count: 1 });
  await press("approve", { version: "6" });
  await expectStatus(postAnswer(before.id, other), 201);
  expect(await app.read(path, { as: asAuthor })).toContain("2 answers");
});

it("holds a later request by the rule that applies", async () => {
  const text = "Caut lecții, aceeași rugăminte pentru toți.";
  for (let n = 0; n < 5; n++) await insertRequest(await createUser(), { text });
  await insertRequest(await createUser(), { text: "Veche", createdTs: app.clock.now - 31 * DAY_MS });
  const teacher = await createKnownAuthor({ role: "t" });
  await createListing(teacher.user, { subject: "m" });
  const { auth, user } = await createKnownAuthor();
  const ruleOf = async (auth: Auth, overrides: Record<string, unknown>) => {
    const { _id } = await read(await expectStatus(post(auth, overrides), 201));
    const [row] = await listRows(requests, { id: _id });
    return [row?.state, row?.holdRule];
  };
  expect(await ruleOf(auth, { text })).toEqual(["pending", "same_text"]);
  await updateRow(requests, (await listRows(requests, { userId: user.id, subject: "m" }))[0]?.id ?? "", {
    state: "closed",
  });
  expect(await ruleOf(auth, { text: "Vreau o MUIE." })).toEqual(["pending", "banned_word"]);
  expect(await ruleOf(auth, { subject: "c", text: "Elevă la Liceul Traian" })).toEqual([
    "pending",
    "names_school",
  ]);
  const child = { subject: "la", learner: { who: "child", grade: 8 } };
  expect(await ruleOf(auth, { ...child, text: "Maria are nevoie de răbdare." })).toEqual([
    "pending",
    "child_text",
  ]);
  // An admin reads every rule with the words that it found; only those ask before an approval.
  const asAdmin = await signIn(await createAdmin());
  const open = async (text: string) => {
    const fields = { text, learnerWho: "child", holdRule: "first_request" } as const;
    const waiting = { state: "pending", openedTs: null, notifiedPosition: null } as const;
    const { id } = await insertRequest(await createUser(), { ...fields, ...waiting });
    const page = await app.read(paths.adminRequest(id), { as: asAdmin });
    await app.post(paths.adminRequestAction(id, "approve"), { as: asAdmin, form: { version: "1" } });
    return { page, state: (await listRows(requests, { id }))[0]?.state };
  };
  const named = await open("MUIE, la Liceul Traian");
  expect(named.page).toMatch(
    /First request of the account.*Banned word: “muie”.*a person: “Liceul Traian”.*text about a child/s,
  );
  expect([named.state, (await open("Are goluri.")).state]).toEqual(["pending", "open"]);
  expect(await ruleOf(teacher.auth, { ...child, text: "" })).toEqual(["open", null]);
  expect(await ruleOf(teacher.auth, {})).toEqual(["pending", "own_subject"]);
  expect(await ruleOf(teacher.auth, { subject: "ro" })).toEqual(["open", null]);
});

it("refuses input that does not fit with its field", async () => {
  const { auth } = await createKnownAuthor();
  const cases: [Record<string, unknown>, string, string][] = [
    [{ subject: "xx" }, "subject", "invalid_choice"],
    [{ level: "pe", subject: "c" }, "level", "level_of_subject"],
    [{ county: null, online: false }, "county", "county_or_online"],
    [{ county: "zz" }, "county", "invalid_choice"],
    [{ availability: ["8x"] }, "availability", "invalid_choice"],
    [{ max_price: 5 }, "max_price", "price_range"],
    [{ max_price: "ieftin" }, "max_price", "invalid"],
    [{ learner: undefined }, "learner", "required"],
    [{ learner: { who: "dog" } }, "learner.who", "invalid_choice"],
    [{ learner: { who: "child", grade: 13 } }, "learner.grade", "invalid"],
    [{ text: "a".repeat(301) }, "text", "too_long"],
    [{ text: "Sunați la 0722 334 455" }, "text", "contact_in_request"],
    [{ text: "ana@example.test" }, "text", "contact_in_request"],
    [{ text: "Scrieți-mi pe Instagram: ana.m09" }, "text", "contact_in_request"],
    [{ text: "Pe strada Lungă nr. 5" }, "text", "contact_in_request"],
  ];
  for (const [overrides, field, code] of cases) {
    const answer = await expectStatus(post(auth, overrides), 422);
    expect((await answer.json<{ errors: object[] }>()).errors, JSON.stringify(overrides)).toEqual([
      expect.objectContaining({ field, code }),
    ]);
  }
  const least = requestInput({ county: null, online: true, learner: { who: "me", grade: 3 } });
  for (const name of ["availability", "max_price", "text"]) delete (least as Record<string, unknown>)[name];
  const answer = await app.post(paths.apiRequests(), { ...auth, json: least });
  expect(await read(answer)).toMatchObject({
    availability: [],
    max_price: null,
    text: "",
    learner: { who: "me" },
    state: "open",
  });
});

it("lets an account have one request of a subject and three in all, and refuses who may not write", async () => {
  const { user, auth } = await createKnownAuthor();
  const reasonOf = async (answer: Response) => [
    answer.status,
    (await answer.json<{ title: string }>()).title,
  ];
  // The same form at the same time, and the same call again, make one.
  const form = requestInput();
  const key = { "idempotency-key": newId() };
  const parallel = await Promise.all(
    ["m", "m", "ro", "c", "p"].map((subject) => post(auth, { subject, level: "h" })),
  );
  expect(parallel.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(3);
  expect(await db.$count(requests)).toBeGreaterThan(3);
  expect(await reasonOf(await post(auth, { subject: "g", level: "h" }))).toEqual([409, "too_many_requests"]);
  const [first, ...others] = (await listRows(requests, { userId: user.id })).filter(
    ({ state }) => state === "open",
  );
  expect(others).toHaveLength(2);
  await expectStatus(app.post(paths.apiRequestAction(first?.id ?? "", "close"), auth), 200);
  expect(await reasonOf(await post(auth, { subject: others[0]?.subject, level: "h" }))).toEqual([
    409,
    "request_exists",
  ]);
  const last = requestInput({ subject: "g", level: "h" });
  const again = [await post(auth, last, key), await post(auth, last, key)];
  const ids = await Promise.all(
    again.map(async (answer) => (await read(await expectStatus(answer, 201)))._id),
  );
  expect(ids[0]).toBe(ids[1]);

  const unverified = await createAuth(await createUser({ emailVerifiedTs: null }));
  expect(await reasonOf(await post(unverified))).toEqual([403, "email_unverified"]);
  const young = await createAuth(await createUser({ birthDate: "2011-01-01" }));
  expect(await reasonOf(await post(young))).toEqual([403, "under_16"]);
  expect((await app.post(paths.apiRequests(), { json: form })).status).toBe(401);
});

it("corrects a request that waits, as the page does, for the version that was read", async () => {
  const user = await createUser();
  const auth = await createAuth(user);
  const { _id: id } = await read(await expectStatus(post(auth), 201));
  const put = async (json: Record<string, unknown>, { headers } = auth) => {
    const answer = await app.request(paths.apiRequest(id), {
      method: "PUT",
      headers,
      json: requestInput(json),
    });
    const { title, content } = await answer.json<{ title?: string; content?: object }>();
    return [answer.status, title ?? content];
  };
  expect(await put({ text: "Cu răbdare.", max_price: null })).toEqual([422, "invalid"]);
  expect(await put({ version: 1, text: "0712 345 678" })).toEqual([422, "invalid"]);
  const stranger = await createAuth(await createUser());
  expect(await put({ version: 1 }, stranger)).toEqual([404, "not_found"]);
  expect(await put({ version: 1, text: "Cu răbdare.", max_price: null })).toEqual([
    200,
    expect.objectContaining({ state: "pending", text: "Cu răbdare.", max_price: null, version: 2 }),
  ]);
  expect(await put({ version: 1, text: "Altfel." })).toEqual([409, "datastale"]);
  await updateRow(requests, id, { state: "open", openedTs: app.clock.now });
  expect(await put({ version: 2, text: "Prea târziu." })).toEqual([409, "request_decided"]);
});
