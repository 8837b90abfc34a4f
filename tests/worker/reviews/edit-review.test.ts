import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { auditLog, reviews } from "@/db/schema";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";
import { findUser, mailsTo, updateRow } from "../../helpers/factories";
import { createContact, DAY_MS, listTeacherReviews, REVIEW, sendReview } from "./contact";

const PHONE = "Sunați la 0722 345 678, vă rog frumos.";

/** A published review and its author. */
async function createReviewed() {
  const contact = await createContact();
  await sendReview(contact.path, contact.as);
  const [review] = await listTeacherReviews(contact.teacher.id);
  if (!review) throw new Error("no review");
  return { ...contact, review };
}

/** What an admin decides, without its mails. */
const decide = (id: string, state: string, reason: string | null) =>
  db.run(sql`update reviews set state = ${state}, reason = ${reason}, reason_text = ${"Nu este despre lecții."},
    version = version + 1 where id = ${id}`);

describe("an edit", () => {
  it("replaces the review and is shown", async () => {
    const { path, as, teacher } = await createReviewed();
    const form = await app.read(`${path}?edit=1`, { as });
    expectText(form, 'name="version" value="1"', 'name="rating" checked="" value="5"');
    app.clock.now += 1000;
    const text = `${REVIEW.text} Acum știu mai multe.`;
    const edit = { version: "1", rating: "2", text, name: "role", lessons: "20+", level: "" };
    await expectStatus(sendReview(path, as, edit), 303);
    // The same form sent again changes nothing.
    await expectStatus(sendReview(path, as, edit), 303);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      {
        rating: 2,
        text,
        lessons: "20+",
        level: null,
        authorName: null,
        authorRole: "learner",
        state: "published",
        editedTs: app.clock.now,
        version: 2,
      },
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 2 });
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    expect(await app.read(path, { as })).toContain("edited on");
  });

  it("is possible for 30 days", async () => {
    const { path, learner, teacher } = await createReviewed();
    app.clock.now += 30 * DAY_MS;
    await expectStatus(sendReview(path, learner, { version: "1", rating: "4" }), 303);
    app.clock.now += 1;
    expect(await expectPage(sendReview(path, learner, { version: "2", rating: "1" }), 409)).toContain(
      "can be edited for 30 days",
    );
    expect(await app.read(`${path}?edit=1`, { as: learner })).not.toContain("<textarea");
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ rating: 4 }]);
  });

  it("is possible 30 times a day", async () => {
    const { path, as } = await createReviewed();
    for (let n = 1; n <= 30; n++) {
      const edit = { version: String(n), text: `${REVIEW.text} ${n}` };
      await expectStatus(sendReview(path, as, edit), 303);
    }
    expect(await expectPage(sendReview(path, as, { version: "31" }), 429)).toContain(REVIEW.text);
  });

  it("holds a review with contact data and publishes it without", async () => {
    const { path, as, teacher } = await createReviewed();
    await sendReview(path, as, { version: "1", text: PHONE });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      { state: "pending", holdRule: "contact_data" },
    ]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0, ratingSum: 0 });
    await sendReview(path, as, { version: "2" });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ state: "published", holdRule: null }]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 5 });
    // The teacher was told of the first publication.
    expect(await mailsTo(teacher.email)).toHaveLength(1);
  });

  it("doesn't publish what another rule or an admin holds", async () => {
    for (const [column, value, holdRule] of [
      ["hold_rule", "same_device", "same_device"],
      ["hold_rule", "many_reviews", "many_reviews"],
      ["reason", "offensive", "earlier_decision"],
    ] as const) {
      const { path, as, teacher, review } = await createReviewed();
      await db.run(sql`update reviews set state = ${column === "reason" ? "removed" : "pending"},
        ${sql.identifier(column)} = ${value} where id = ${review.id}`);
      await sendReview(path, as, { version: "1", text: `${REVIEW.text} Corectat.` });
      expect(await listTeacherReviews(teacher.id)).toMatchObject([{ state: "pending", holdRule }]);
    }
  });

  it("of a version that has changed is refused with the typed text", async () => {
    const { path, as, review } = await createReviewed();
    await updateRow(reviews, review.id, { version: 7 });
    const page = await expectPage(
      sendReview(path, as, { version: "1", text: `${REVIEW.text} A doua filă.` }),
      409,
    );
    expectText(page, "A doua filă.", 'name="version" value="7"', "changed after you opened it");
  });
});

it("a withdrawal removes the review from the numbers, pressed twice too", async () => {
  const { path, as, teacher } = await createReviewed();
  for (let n = 0; n < 2; n++) {
    const answer = await app.post(`${path}/withdraw`, { as, form: {} });
    expect(answer.headers.get("location")).toBe(`${path}?done=withdrawn`);
  }
  expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0, ratingSum: 0 });
  expect(await db.$count(auditLog, eq(auditLog.action, "review.withdrawn"))).toBe(1);
  expect(await app.read(`${path}?done=withdrawn`, { as })).toContain("was withdrawn");
});

it("an objection is possible once, to a rejection or removal, which the page explains", async () => {
  const { path, as, teacher, review } = await createReviewed();
  const object = (text: string) => app.post(`${path}/object`, { as, form: { text } });
  await expectStatus(object("Nu este adevărat."), 409);
  await decide(review.id, "removed", "off_topic");
  const page = await app.read(path, { as });
  expectText(page, "Nu este despre lecții.", "Object to this decision");
  await expectStatus(object(""), 422);
  expect((await object("Nu este adevărat.")).headers.get("location")).toBe(`${path}?done=objected`);
  await expectStatus(object("Nu este adevărat."), 303);
  expect(await listTeacherReviews(teacher.id)).toMatchObject([
    {
      objectionTs: app.clock.now,
      objectionText: "Nu este adevărat.",
      objectionDecidedTs: null,
      version: 3,
    },
  ]);
  await expectStatus(object("Încă o dată."), 409);
  expect(await app.read(path, { as })).not.toContain("Object to this decision");
  // A withdrawal leaves nothing to decide.
  await app.post(`${path}/withdraw`, { as, form: {} });
  expect(await listTeacherReviews(teacher.id)).toMatchObject([{ objectionDecidedTs: app.clock.now }]);
});

it("is written, edited and withdrawn as JSON", async () => {
  const { id, learner, teacher } = await createContact();
  const auth = bearer(await createAccessToken(learner));
  const path = paths.apiEnquiryReview(id);
  const json = { ...REVIEW, rating: 4, level: null };
  const written = await expectStatus(app.post(path, { json, ...auth }), 201);
  expect(await written.json()).toMatchObject({
    content: { rating: 4, teacher_id: teacher.id, author: { name: "Maria P." }, state: "published" },
  });
  await expectStatus(app.post(path, { json, ...auth }), 409);
  await expectStatus(app.post(path, { json: { ...json, rating: 4.5 }, ...auth }), 409);
  const edited = await app.request(path, { method: "PUT", json: { ...json, text: PHONE }, ...auth });
  expect(await edited.json()).toMatchObject({ content: { state: "pending", reply: null } });
  await expectStatus(app.request(path, { method: "DELETE", ...auth }), 204);
  await expectStatus(app.request(path, { method: "DELETE", ...auth }), 404);
  await expectStatus(app.request(path, { method: "PUT", json, ...auth }), 404);
  for (const rating of [0, 6, 4.5, "5", null]) {
    await expectStatus(app.post(path, { json: { ...json, rating }, ...auth }), 422);
  }
});

it("is read with its decision and objected to as JSON", async () => {
  const { id, learner, teacher, as, path } = await createContact();
  const auth = bearer(await createAccessToken(learner));
  const [review, objection] = [paths.apiEnquiryReview(id), paths.apiEnquiryReviewObjection(id)];
  const object = (text: string) => app.request(objection, { method: "PUT", json: { text }, ...auth });
  await expectStatus(app.get(review, auth), 404);
  await sendReview(path, as, { text: PHONE });
  const pending = await app.get(review, auth);
  expect(pending.headers.get("cache-control")).toBe("no-store");
  expect(await pending.json()).toMatchObject({
    content: { state: "pending", hold_rule: "contact_data", reason: null, reason_text: "", objection: null },
  });
  await expectStatus(object("De ce?"), 409);
  await db
    .update(reviews)
    .set({ state: "rejected", reason: "personal_data", reasonText: "Are un telefon." })
    .where(eq(reviews.teacherId, teacher.id));
  await expectStatus(object(""), 422);
  const stored = {
    content: {
      state: "rejected",
      reason: "personal_data",
      reason_text: "Are un telefon.",
      objection: { text: "De ce?", decided_ts: null },
    },
  };
  for (let n = 0; n < 2; n++) {
    const answer = await expectStatus(object("De ce?"), 200);
    expect(await answer.json()).toMatchObject(stored);
  }
  await expectStatus(object("Altceva."), 409);
  expect(await (await app.get(review, auth)).json()).toMatchObject(stored);
  const [row] = await listTeacherReviews(teacher.id);
  const isObjectionEvent = and(
    eq(auditLog.subject, `review:${row?.id}`),
    eq(auditLog.action, "review.objected"),
  );
  expect(await db.$count(auditLog, isObjectionEvent)).toBe(1);
});
