import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { createTeacher, createUser, listRows, signIn, updateRow } from "../../helpers/factories";

import type { User } from "../../helpers/rows";
import { createReview, type Review } from "./create-review";

let teacher: User;
let review: Review;

const DAY = 86_400_000;
let networks = 0;
/** A visitor's network that no other test uses. */
const newNetwork = () => ({ "cf-connecting-ip": `10.9.${++networks >> 8}.${networks & 255}` });

beforeEach(async () => {
  teacher = await createTeacher();
  review = await createReview(teacher);
});

const path = (id = review.id) => `/reviews/${id}/report`;
const FORM = { reason: "offensive", text: "" };
const listReports = (id = review.id) => listRows(reviewReports, { reviewId: id });

it("stores a visitor's report once a day for a network, and the review stays public", async () => {
  const headers = newNetwork();
  const form = await app.read(path(), { headers });
  expectText(form, "Report this review", review.text);
  for (let n = 0; n < 2; n++) {
    const sent = await app.post(path(), { form: FORM, headers });
    expect(sent.headers.get("location")).toBe(`${path()}?done=1`);
  }
  expect(await listReports()).toMatchObject([{ reporterId: null, reason: "offensive", outcome: null }]);
  expectText(await app.read(`${path()}?done=1`, { headers }), "stays public");
  await expectStatus(app.get(path(), { headers }), 200);
  const log = await listRows(auditLog, { subject: `review:${review.id}` });
  expect(log).toMatchObject([{ action: "review.reported", detail: {} }]);
  await app.post(path(), { form: FORM, headers: newNetwork() });
  expect(await listReports()).toHaveLength(2);
});

it("accepts the teacher's report, and one more only after the review was edited", async () => {
  const report = async (form: Record<string, string> = FORM) =>
    app.post(path(), { form, as: await signIn(teacher) });
  await report({ reason: "not_a_client", text: "Nu l-am avut elev." });
  app.clock.now += 2 * DAY;
  await report();
  expect(await listReports()).toMatchObject([{ reporterId: teacher.id, reason: "not_a_client" }]);
  await db.update(reviewReports).set({ outcome: "dismissed" }).where(eq(reviewReports.reviewId, review.id));
  app.clock.now += 2 * DAY;
  await report();
  expect(await listReports()).toHaveLength(1);
  await updateRow(reviews, review.id, { editedTs: app.clock.now });
  app.clock.now += 1000;
  await report();
  expect(await listReports()).toHaveLength(2);
});

it("accepts the teacher's report of a review that an admin made public again", async () => {
  const report = async () => app.post(path(), { form: FORM, as: await signIn(teacher) });
  const readOwnReviews = async () => app.read("/profile/reviews", { as: await signIn(teacher) });
  await report();
  expect(await readOwnReviews()).not.toContain(path());
  app.clock.now += 2 * DAY;
  await db.update(reviewReports).set({ outcome: "upheld" }).where(eq(reviewReports.reviewId, review.id));
  await updateRow(reviews, review.id, { decidedTs: app.clock.now });
  app.clock.now += 1000;
  expect(await readOwnReviews()).toContain(path());
  await report();
  expect((await listReports()).map(({ outcome }) => outcome).sort()).toEqual([null, "upheld"]);
  app.clock.now += 2 * DAY;
  await report();
  expect(await listReports()).toHaveLength(2);
  expect(await readOwnReviews()).not.toContain(path());
  // An open report counts, although the review was edited.
  await updateRow(reviews, review.id, { editedTs: app.clock.now });
  expect(await readOwnReviews()).not.toContain(path());
});

it("refuses a report without a reason, of another reason without a text, by the author, and of a hidden review", async () => {
  const headers = newNetwork();
  expectText(
    await expectPage(app.post(path(), { form: { reason: "", text: "" }, headers }), 422),
    "Choose a reason.",
  );
  await expectStatus(app.post(path(), { form: { reason: "other", text: "" }, headers }), 422);
  const learner = await createUser();
  const own = await createReview(teacher, { learnerId: learner.id });
  const as = await signIn(learner);
  await expectStatus(app.post(path(own.id), { form: FORM, as }), 403);
  await expectStatus(app.get(path(own.id), { as }), 403);
  for (const state of ["pending", "removed", "rejected", "withdrawn"] as const) {
    const hidden = await createReview(teacher, { state });
    await expectStatus(app.post(path(hidden.id), { form: FORM, headers }), 404);
    await expectStatus(app.get(path(hidden.id)), 404);
  }
  await expectStatus(app.post(path(newId()), { form: FORM, headers }), 404);
  expect(await listReports()).toEqual([]);
});

it("accepts five reports a day, by JSON too", async () => {
  const headers = newNetwork();
  const report = async (id: string, json: object = FORM) =>
    app.request(`/api/reviews/${id}/reports`, { method: "POST", json, headers });
  const first = await expectStatus(report(review.id), 201);
  expect(await first.json()).toEqual({ content: { review_id: review.id, reason: "offensive", text: "" } });
  for (let n = 0; n < 4; n++) {
    await expectStatus(report((await createReview(teacher)).id), 201);
  }
  const another = await createReview(teacher);
  const refused = await expectStatus(report(another.id), 429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // A repeated report counts for nothing.
  await expectStatus(report(review.id), 201);
  expect(await listReports(another.id)).toEqual([]);
  app.clock.now += DAY;
  await expectStatus(report(another.id), 201);
});

it("GET /reviews explains reviews in both languages", async () => {
  const english = await app.read("/reviews");
  expectText(english, "A reported review stays public");
  // The rules that hold a review follow the sentence that introduces them.
  expect(english).toMatch(/has read it if:<\/p><ul><li>its text contains[^<]*<\/li>/);
  const romanian = await app.read("/ro/reviews");
  for (const text of ["OUG 58/2022", "Nimeni nu plătește pentru recenzii", "de la 3 recenzii"]) {
    expectText(romanian, text);
  }
  expect(await app.read("/")).toContain('href="/reviews"');
});
