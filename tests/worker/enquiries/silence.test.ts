import { beforeEach, expect, it } from "vitest";
import { enquiries, listings, mailOutbox, messages, reports, users } from "@/db/schema";
import { pauseSilentTeachers, refreshReplies } from "@/features/enquiries";
import { changeByListingsLink } from "@/features/enquiries/silence/listings-link";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, bindings, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  findListing,
  findUser,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt } from "../../helpers/outbox";
import { expectConsistentIndex } from "../../helpers/search-tables";

const { now: start } = app.clock;

beforeEach(async () => {
  app.clock.now = start;
  for (const table of [messages, reports, enquiries, mailOutbox]) await db.delete(table);
});

async function createSilentTeacher() {
  const teacher = await createTeacher({ locale: "en" });
  const own = [await createListing(teacher), await createListing(teacher, { subject: "p" })];
  const states = async () =>
    (await Promise.all(own.map(({ id }) => findListing(id)))).map((row) => row?.state);
  /** A message of another sender on that day after the start. */
  const receive = async (day: number, values: Partial<typeof enquiries.$inferInsert> = {}) => {
    const id = newId();
    const createdTs = start + day * DAY_MS;
    await db.insert(enquiries).values({
      id,
      listingId: own[0]?.id ?? "",
      teacherId: teacher.id,
      guestEmail: `${id}@example.test`,
      guestName: "Ilinca",
      confirmedTs: createdTs,
      state: "new",
      createdTs,
      lastMessageTs: createdTs,
      countsFromTs: createdTs + 2 * DAY_MS,
      ...values,
    });
    return id;
  };
  const templates = async () => (await mailsTo(teacher.email)).map(({ template }) => template);
  return { teacher, own, states, receive, templates };
}

/** Runs the jobs at the end of that day after the start. */
async function runAt(day: number) {
  app.clock.now = start + day * DAY_MS + 1;
  await refreshReplies(jobContextAt(app.clock.now));
  await pauseSilentTeachers(jobContextAt(app.clock.now));
}

const readLink = (text = "", action: string) =>
  text.match(new RegExp(`https://catedra.test(/enquiries/${action}\\?token=\\S+)`))?.[1] ?? "";

it("asks once with three unanswered messages, pauses with five that are a week old, and one press undoes it", async () => {
  const { teacher, own, states, receive, templates } = await createSilentTeacher();
  // Also a message that the teacher took out of the own list.
  const ids = [await receive(0, { awaitsAnswer: false }), await receive(1)];
  await receive(1, { state: "spam" });
  // The sender is erased, so nobody would read an answer.
  await receive(1, { guestEmail: null, guestName: null });
  // Another message of a sender does not count, but its answer does.
  await receive(1, { countsFromTs: null });
  const answered = { guestEmail: "same@example.test", countsFromTs: null, answeredTs: start + DAY_MS };
  await receive(-1, { guestEmail: "same@example.test" });
  await receive(0, { ...answered, state: "answered", awaitsAnswer: false });
  // The team decides about a refused text: the teacher cannot answer.
  const { id: learnerId } = await createUser();
  const refused = await receive(0.5, { learnerId, guestEmail: null, guestName: null });
  const danger = { reportedSide: "teacher", reason: "unsafe", isAutomatic: true, createdTs: start } as const;
  await db.insert(reports).values({ ...danger, id: newId(), enquiryId: refused });
  await runAt(3);
  expect(await templates()).toEqual([]);
  // One that the sender reported neither counts nor ends the row.
  const reported = {
    enquiryId: await receive(1.5),
    reportedSide: "teacher" as const,
    reason: "unsafe" as const,
  };
  await db.insert(reports).values({ ...reported, id: newId(), createdTs: start + 2 * DAY_MS });
  ids.push(await receive(2));
  for (const day of [4, 4, 5]) await runAt(day);
  expect(await templates()).toEqual(["answer_or_pause"]);

  // An answer to the newest one ends the row, also a proposal in an older conversation.
  await updateRow(enquiries, ids[2] ?? "", { fullAnswerTs: app.clock.now });
  for (const day of [6, 7, 8]) await receive(day);
  await runAt(10);
  expect(await templates()).toEqual(["answer_or_pause", "answer_or_pause"]);
  for (const day of [9, 10]) await receive(day);
  await runAt(12);
  await runAt(16.9);
  expect(await states()).toEqual(["published", "published"]);
  for (const day of [17, 17, 18]) await runAt(day);
  expect(await templates()).toEqual(["answer_or_pause", "answer_or_pause", "listings_paused"]);
  expect(await states()).toEqual(["paused", "paused"]);
  await expectConsistentIndex(app.clock.now);
  const call = bearer(await createAccessToken(teacher));
  expect(await (await app.get(paths.apiListing(own[0]?.id ?? ""), call)).json()).toMatchObject({
    content: { state: "paused", state_reason: "unanswered" },
  });
  const as = await signIn(teacher);
  expect(await app.read(paths.ownListings(), { as })).toContain("Paused because messages were not answered");

  const link = readLink((await mailsTo(teacher.email)).at(-1)?.text, "resume");
  expect(await expectPage(app.get(link), 200)).toContain("Show my listings again");
  expect(await states()).toEqual(["paused", "paused"]);
  const token = new URL(link, "https://catedra.test").searchParams.get("token") ?? "";
  await expectPage(app.post(paths.changeListings("resume"), { form: { token: `${token}x` } }), 400);
  const [first, second] = own.map(({ id }) => id) as [string, string];
  const paused = { state: "paused" as const, stateReasons: ["unanswered" as const] };
  // What may not be public any more stays hidden.
  for (const values of [
    { state: "suspended" as const, stateReasons: ["contact_in_text" as const] },
    { state: "deleted" as const },
    { stateReasons: null },
    { expiresTs: app.clock.now },
  ]) {
    const before = await findListing(second);
    await updateRow(listings, second, values);
    await expectPage(app.post(paths.changeListings("resume"), { form: { token } }), 200);
    expect(await states()).toEqual(["published", { ...before, ...values }.state]);
    await updateRow(listings, first, paused);
    await updateRow(listings, second, { ...paused, expiresTs: before?.expiresTs ?? 0 });
  }
  // The account is disabled after the link was read.
  const ctx = jobContextAt(app.clock.now);
  const commit: typeof ctx.commit = async (statements) => {
    await updateRow(users, teacher.id, { disabledTs: app.clock.now });
    return ctx.commit(statements);
  };
  await changeByListingsLink({ ...ctx, commit }, "resume", token);
  await expectPage(app.post(paths.changeListings("resume"), { form: { token } }), 400);
  expect(await states()).toEqual(["paused", "paused"]);
  await updateRow(users, teacher.id, { disabledTs: null });
  // A repeated press, and the link after it, say that there is nothing to resume.
  const resume = () => expectPage(app.post(paths.changeListings("resume"), { form: { token } }), 200);
  expect(await resume()).toContain("Your listings are visible again");
  for (const page of [await resume(), await expectPage(app.get(link), 200)]) {
    expect(page).toContain("No listing is paused because of unanswered messages");
    expect(page).not.toContain("visible again");
  }
  expect(await states()).toEqual(["published", "published"]);
  expect(await findListing(own[0]?.id ?? "")).toMatchObject({ stateReasons: null });
  await expectConsistentIndex(app.clock.now);
  // The count starts again after a pause.
  await receive(18);
  await runAt(21);
  expect(await templates()).toHaveLength(3);
});

it("the mail's link pauses all listings by a press, without a session, as long as it is current", async () => {
  const { teacher, states, receive } = await createSilentTeacher();
  for (const day of [0, 1, 2]) await receive(day);
  await runAt(5);
  const [mail] = await mailsTo(teacher.email);
  const link = readLink(mail?.text, "pause");
  await expectPage(app.get(link), 200);
  expect(await states()).toEqual(["published", "published"]);
  const token = new URL(link, "https://catedra.test").searchParams.get("token") ?? "";
  await expectPage(app.post(paths.changeListings("pause"), { form: { token } }), 200);
  expect(await states()).toEqual(["paused", "paused"]);
  await updateRow(users, teacher.id, { answerAskedTs: null });
  await expectStatus(app.get(link), 400);
  const pausedByOwner = await db.select({ reasons: listings.stateReasons }).from(listings);
  expect(pausedByOwner.every(({ reasons }) => reasons === null)).toBe(true);
});

it("writes one mail when the job is killed 20 times, and none after an answer in the same second", async () => {
  const { teacher, states, receive, templates } = await createSilentTeacher();
  const ids: string[] = [];
  for (const day of [0, 1, 2, 3, 4]) ids.push(await receive(day));
  await runAt(4.5);
  app.clock.now = start + 12 * DAY_MS;
  await refreshReplies(jobContextAt(app.clock.now));
  // Each run is due: only the last one's batch, of which the job learns nothing, is executed.
  for (let n = 0; n < 20; n++) {
    const database = killDb(bindings.DB, { call: n % 2, isExecuted: n === 19 });
    expect(await states()).toEqual(["published", "published"]);
    await expect(pauseSilentTeachers(jobContextAt(app.clock.now, { DB: database }))).rejects.toThrow();
  }
  await db.update(users).set({ answerCheckTs: app.clock.now });
  await Promise.all([
    pauseSilentTeachers(jobContextAt(app.clock.now)),
    pauseSilentTeachers(jobContextAt(app.clock.now)),
  ]);
  expect((await templates()).filter((template) => template === "listings_paused")).toHaveLength(1);
  expect(await states()).toEqual(["paused", "paused"]);

  // An answer while the job has read the teacher, but not written: the guards of the batch hold.
  await db.run("update listings set state = 'published', state_reasons = null");
  await db.update(users).set({ answerPausedTs: null, answerAskedTs: null, answerCheckTs: app.clock.now });
  const ctx = jobContextAt(app.clock.now);
  const commit: typeof ctx.commit = async (statements) => {
    for (const id of ids) await updateRow(enquiries, id, { state: "answered", awaitsAnswer: false });
    return ctx.commit(statements);
  };
  await pauseSilentTeachers({ ...ctx, commit });
  expect(await states()).toEqual(["published", "published"]);
  expect((await templates()).filter((template) => template === "listings_paused")).toHaveLength(1);
  expect((await findUser(teacher.id))?.answerCheckTs).toBeNull();
});
