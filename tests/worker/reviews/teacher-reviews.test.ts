import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import type { TeacherReviewJson } from "@/shared/schemas/review";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { type Actor, app, db, expectPage, expectStatus, expectText, type Jar } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  signIn,
  updateRow,
} from "../../helpers/factories";

import type { User } from "../../helpers/rows";
import { createReview, REVIEW_TEXT, type Review } from "./create-review";

let teacher: User;
let as: Jar;
let review: Review;

const DAY = 86_400_000;
const REPLY = "Vă mulțumesc! A fost o plăcere să lucrăm împreună.";

beforeEach(async () => {
  teacher = await createTeacher({ firstName: "Ana", lastName: "Ionescu" });
  as = await signIn(teacher);
  review = await createReview(teacher);
});

const replyPath = (id = review.id) => `/reviews/${id}/reply`;
const reply = (text: string, jar: Actor = as) => app.post(replyPath(), { form: { text }, as: jar });
const findStored = async () => (await listRows(reviews, { id: review.id }))[0];
const readOwn = () => app.read("/profile/reviews", { as });

it("publishes the teacher's reply, edits it for 30 days, and keeps it after that", async () => {
  const listing = await createListing(teacher);
  expectText(await app.read(replyPath(), { as }), review.text);
  const sent = await reply(REPLY);
  expect(sent.headers.get("location")).toBe("/profile/reviews?done=replied");
  const first = app.clock.now;
  expect(await findStored()).toMatchObject({ replyText: REPLY, replyCreatedTs: first, replyEditedTs: null });
  expectText(await app.read(`/tutoring/${listing.id}`), REPLY);
  // The same form again is no edit.
  app.clock.now += 1000;
  await reply(REPLY);
  expect(await findStored()).toMatchObject({ replyEditedTs: null, version: 2 });

  app.clock.now = first + 30 * DAY - 1;
  as = await signIn(teacher);
  await reply(`${REPLY} Spor la învățat!`);
  expect(await findStored()).toMatchObject({
    replyText: `${REPLY} Spor la învățat!`,
    replyCreatedTs: first,
    replyEditedTs: app.clock.now,
  });
  app.clock.now = first + 30 * DAY;
  expectText(
    await expectPage(reply("Un răspuns schimbat prea târziu."), 409),
    "A reply can be edited for 30 days.",
  );
  await expectStatus(app.get(replyPath(), { as }), 409);
  expect((await findStored())?.replyText).toBe(`${REPLY} Spor la învățat!`);
  expect(await readOwn()).not.toContain(replyPath());
  const log = await listRows(auditLog, { subject: `review:${review.id}` });
  expect(log.map(({ action }) => action).sort()).toEqual(["review.replied", "review.reply_edited"]);
});

it.each([
  ["Mulțumesc!", "20"],
  ["x".repeat(1001), "1,000"],
  ["Sunați-mă oricând la 0722 123 456, vă rog.", "Please remove phone numbers"],
  ["Scrieți-mi pe whatsapp pentru alte detalii.", "Please remove “whatsapp”."],
])("refuses the reply %s at its field", async (text, error) => {
  const html = await expectPage(reply(text), 422);
  expectText(html, error);
  expect(html).toContain('aria-invalid="true"');
  expect((await findStored())?.replyCreatedTs).toBeNull();
});

it("refuses a reply by others, and to a review that is not public", async () => {
  const other = await createTeacher();
  await expectStatus(reply(REPLY, other), 404);
  await expectStatus(app.get(replyPath(), { as: other }), 404);
  expect((await app.get(replyPath())).headers.get("location")).toContain("/sign-in");
  await updateRow(reviews, review.id, { state: "removed" });
  await expectStatus(reply(REPLY), 409);
  expect((await findStored())?.replyText).toBe("");
});

it("two replies at the same time make one", async () => {
  const answers = await Promise.all([reply(`${REPLY} Unu.`), reply(`${REPLY} Doi.`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
});

it("lists published, held and removed reviews, without the text of a held one", async () => {
  await createReview(teacher, { state: "pending", text: "Text oprit de o regulă." });
  await createReview(teacher, {
    state: "removed",
    text: "Text eliminat ulterior.",
    reason: "off_topic",
  });
  const html = await readOwn();
  for (const text of ["Published", "Being checked", "Text eliminat ulterior.", "Not about the lessons"]) {
    expectText(html, text);
  }
  expect(html).not.toContain("oprit de o regulă");
  const learner = await createUser();
  await expectStatus(app.get("/profile/reviews", { as: learner }), 403);
});

it("shows a report, its dismissal, and lets the teacher object once", async () => {
  const path = `/reviews/${review.id}/object`;
  const object = () => app.post(path, { form: { text: "Nu mi-a scris niciodată." }, as });
  await expectStatus(object(), 409);
  await app.post(`/reviews/${review.id}/report`, { form: { reason: "not_a_client", text: "" }, as });
  expectText(await readOwn(), "waiting for a decision");
  await expectStatus(object(), 409);
  await expectStatus(app.get(path, { as }), 409);

  await db
    .update(reviewReports)
    .set({ outcome: "dismissed", decisionText: "Conversația există.", decidedTs: app.clock.now })
    .where(eq(reviewReports.reviewId, review.id));
  expectText(await readOwn(), "Conversația există.");
  expectText(await app.read(path, { as }), "Conversația există.");
  await expectStatus(app.post(path, { form: { text: " " }, as }), 422);
  const other = await createTeacher();
  await expectStatus(app.post(path, { form: { text: "Altcineva." }, as: other }), 404);
  const answers = await Promise.all([object(), object()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  const [report] = await listRows(reviewReports, { reviewId: review.id });
  expect(report).toMatchObject({ objectionTs: app.clock.now, objectionText: "Nu mi-a scris niciodată." });
  expectText(await readOwn(), "You objected; we will reply by email");
});

it("shows the rating in the inbox and the analytics", async () => {
  await createListing(teacher);
  for (const rating of [4, 4]) await createReview(teacher, { rating, guestKey: newId() });
  for (const path of ["/profile/enquiries", "/profile/analytics", "/profile/reviews"]) {
    expectText(await app.read(path, { as }), "4.3 out of 5, 3 reviews");
  }
  expect(await readOwn()).toContain('href="/profile/reviews"');
  const learner = await createUser();
  expect(await app.read("/profile/enquiries", { as: learner })).not.toContain("/profile/reviews");
});

describe("GET /api/reviews", () => {
  let headers: Record<string, string>;
  beforeEach(async () => {
    teacher = await createTeacher();
    ({ headers } = bearer(await createAccessToken(teacher)));
  });

  type List = { content: TeacherReviewJson[]; summary: object; next: string | null };
  const list = async (query?: { after: string }): Promise<List> => {
    const answer = await expectStatus(app.get(paths.apiOwnReviews(query), { headers }), 200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return (await answer.json()) as List;
  };

  it("lists published, pending and removed reviews about the teacher, without the text of pending ones", async () => {
    const { now } = app.clock;
    const published = await createReview(teacher, { createdTs: now - 3000 });
    const pending = await createReview(teacher, { createdTs: now - 2000, state: "pending" });
    const reason = "off_topic";
    const removed = await createReview(teacher, { createdTs: now - 1000, state: "removed", reason });
    for (const state of ["rejected", "withdrawn"] as const) await createReview(teacher, { state });
    await createReview(await createTeacher());
    const { content, summary, next } = await list();
    expect(content).toMatchObject([
      { _id: removed.id, state: "removed", reason, review: { text: REVIEW_TEXT } },
      { _id: pending.id, state: "pending", reason: null, review: null, report: null },
      { _id: published.id, state: "published", reason: null, review: { rating: 5 } },
    ]);
    expect(summary).toEqual({ average: null, count: 1 });
    expect(next).toBeNull();
  });

  it("has the teacher’s last report with its decision and objection", async () => {
    const { id } = await createReview(teacher);
    const report = { reviewId: id, reporterId: teacher.id, createdTs: app.clock.now } as const;
    await db.insert(reviewReports).values({ ...report, id: newId(), reason: "offensive", createdTs: 1 });
    await db.insert(reviewReports).values({ ...report, id: newId(), reason: "not_a_client" });
    const readReport = async () => (await list()).content[0]?.report;
    expect(await readReport()).toMatchObject({ reason: "not_a_client", outcome: null, objection: null });
    const decided = { outcome: "dismissed", decisionText: "Conversația există." } as const;
    await db.update(reviewReports).set(decided).where(eq(reviewReports.reviewId, id));
    const json = { text: "Nu mi-a scris." };
    await app.request(paths.apiReviewObjection(id), { method: "PUT", json, headers });
    expect(await readReport()).toMatchObject({
      outcome: "dismissed",
      decision_text: "Conversația există.",
      objection: { text: "Nu mi-a scris.", decided_ts: null },
    });
  });

  it("has 10 on a page, and is for teachers", async () => {
    for (let n = 0; n < 12; n++) await createReview(teacher, { createdTs: app.clock.now - n });
    const first = await list();
    const second = await list({ after: first.next ?? "" });
    const ids = [...first.content, ...second.content].map(({ _id }) => _id);
    expect([first.content.length, new Set(ids).size, second.next]).toEqual([10, 12, null]);
  });
});
