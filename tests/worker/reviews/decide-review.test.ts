import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, mailOutbox, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db, expectStatus } from "../../helpers/app";
import { createUser, findUser, mailsTo, templatesTo, updateRow } from "../../helpers/factories";
import {
  createReviewSetup,
  findReport,
  findReview,
  REFUSAL,
  type ReviewSetup,
  readProblem,
} from "./admin-setup";
import { REVIEW_TEXT } from "./create-review";

let setup: ReviewSetup;
beforeEach(async () => {
  setup = await createReviewSetup();
});

const listEvents = (id: string) =>
  db.query.auditLog.findMany({
    where: eq(auditLog.subject, `review:${id}`),
    columns: { action: true, detail: true },
  });

describe("POST /api/admin/reviews/{id}/publish", () => {
  it("publishes a pending review, counts it, and mails author and teacher in their languages", async () => {
    const { decide, insertReview, admin, learner, teacher } = setup;
    const id = await insertReview();
    const answer = await expectStatus(decide(id, "publish", { version: 1 }), 200);
    expect(await answer.json()).toMatchObject({
      content: { _id: id, state: "published", hold_rule: "contact_data", version: 2, reports: [] },
    });
    expect(await findReview(id)).toMatchObject({
      state: "published",
      publishedTs: app.clock.now,
      decidedTs: app.clock.now,
      decidedBy: admin.id,
      version: 2,
    });
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 4 });
    const [toAuthor] = await mailsTo(learner.email);
    expect(toAuthor?.template).toBe("review_approved");
    expect(toAuthor?.text).toContain(REVIEW_TEXT);
    const [toTeacher] = await mailsTo(teacher.email);
    expect(toTeacher).toMatchObject({ template: "review_received", about: `review:${id}` });
    expect(toTeacher?.text).toContain("4 din 5 stele");
    expect(toTeacher?.text).toContain("/ro/profile/reviews");
    expect(await listEvents(id)).toMatchObject([
      { action: "review.published", detail: { from: "pending", to: "published" } },
    ]);
  });

  it("mails a guest the link", async () => {
    const { decide, insertGuestReview, guestEmail } = setup;
    const id = await insertGuestReview();
    await decide(id, "publish");
    const { enquiryId } = (await findReview(id)) ?? {};
    const [mail] = await mailsTo(guestEmail);
    expect(mail?.text).toContain(`/ro/enquiries/${enquiryId}/review?token=`);
    expect(mail?.text).toContain("Bună ziua, Ilinca");
  });

  it("mails no unverified or disabled account", async () => {
    const { decide, insertReview, learner, teacher } = setup;
    await updateRow(users, learner.id, { emailVerifiedTs: null });
    await updateRow(users, teacher.id, { disabledTs: app.clock.now });
    const id = await insertReview();
    await expectStatus(decide(id, "publish"), 200);
    expect(await templatesTo(learner.email)).toEqual([]);
    expect(await templatesTo(teacher.email)).toEqual([]);
  });

  it("does not tell the teacher again of an edited review that was public before", async () => {
    const { decide, insertReview, teacher } = setup;
    const id = await insertReview({ publishedTs: 5 });
    await decide(id, "publish");
    expect(await findReview(id)).toMatchObject({ state: "published", publishedTs: 5 });
    expect(await templatesTo(teacher.email)).toEqual([]);
  });

  it.each(["rejected", "removed"] as const)("accepts the objection of a %s review once", async (state) => {
    const { decide, insertReview, learner, teacher } = setup;
    const id = await insertReview({
      state,
      reason: "other",
      reasonText: "?",
      objectionTs: 1,
      objectionText: "De ce?",
    });
    await expectStatus(decide(id, "publish"), 200);
    expect(await findReview(id)).toMatchObject({
      state: "published",
      reason: null,
      reasonText: "",
      objectionTs: 1,
      objectionDecidedTs: app.clock.now,
    });
    expect(await templatesTo(learner.email)).toEqual(["review_objection_accepted"]);
    expect(await templatesTo(teacher.email)).toEqual([
      state === "removed" ? "review_restored_for_teacher" : "review_received",
    ]);
    expect(await readProblem(await decide(id, "publish"))).toEqual({ status: 409, reason: "wrong_state" });
  });

  it("refuses a refused review without an open objection", async () => {
    const { decide, insertReview } = setup;
    const rejected = await insertReview({ state: "rejected" });
    expect(await readProblem(await decide(rejected, "publish"))).toEqual({
      status: 409,
      reason: "wrong_state",
    });
    await expectStatus(decide(newId(), "publish"), 404);
  });
});

describe("POST /api/admin/reviews/{id}/reject", () => {
  it("rejects with reason and text; only the author is told and can object once", async () => {
    const { decide, insertReview, admin, learner, teacher } = setup;
    const id = await insertReview();
    await expectStatus(decide(id, "reject", { ...REFUSAL, version: 1 }), 200);
    expect(await findReview(id)).toMatchObject({
      state: "rejected",
      reason: "off_topic",
      reasonText: REFUSAL.text,
      decidedBy: admin.id,
    });
    const [mail] = await mailsTo(learner.email);
    expect(mail?.template).toBe("review_rejected");
    for (const text of ["Not about the lessons", REFUSAL.text, "you can object once", "/review"]) {
      expect(mail?.text).toContain(text);
    }
    expect(await templatesTo(teacher.email)).toEqual([]);
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0 });
  });

  it("tells the teacher too if the review was public before", async () => {
    const { decide, insertReview, teacher } = setup;
    const id = await insertReview({ publishedTs: 5 });
    await decide(id, "reject", REFUSAL);
    expect(await templatesTo(teacher.email)).toEqual(["review_removed_for_teacher"]);
  });

  it("does not offer a second objection", async () => {
    const { decide, insertReview, learner } = setup;
    const id = await insertReview({ objectionTs: 1, objectionText: "De ce?", objectionDecidedTs: 2 });
    await decide(id, "reject", REFUSAL);
    const [mail] = await mailsTo(learner.email);
    expect(mail?.text).not.toContain("you can object once");
  });

  it("requires a pending review, and a removal a published one", async () => {
    const { decide, insertReview } = setup;
    const id = await insertReview();
    expect(await readProblem(await decide(id, "remove", REFUSAL))).toEqual({
      status: 409,
      reason: "wrong_state",
    });
    const published = await insertReview({ guestKey: "k", state: "published" });
    expect(await readProblem(await decide(published, "reject", REFUSAL))).toEqual({
      status: 409,
      reason: "wrong_state",
    });
  });
});

describe("POST /api/admin/reviews/{id}/remove", () => {
  it("removes, upholds the open reports, and tells author, teacher and reporters", async () => {
    const { decide, insertReview, insertReport, learner, teacher } = setup;
    const id = await insertReview({ state: "published" });
    const reporter = await createUser();
    const open = [await insertReport(id), await insertReport(id, { reporterId: reporter.id })];
    const visitors = await insertReport(id, { reporterId: null });
    const dismissed = await insertReport(id, { outcome: "dismissed", decidedTs: 1 });
    await expectStatus(decide(id, "remove", REFUSAL), 200);
    expect(await findReview(id)).toMatchObject({ state: "removed", reason: "off_topic" });
    for (const report of [...open, visitors]) {
      expect(await findReport(report)).toMatchObject({ outcome: "upheld", decidedTs: app.clock.now });
    }
    expect(await findReport(dismissed)).toMatchObject({ outcome: "dismissed", decidedTs: 1 });
    expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 0, ratingSum: 0 });
    const [toAuthor] = await mailsTo(learner.email);
    expect(toAuthor?.template).toBe("review_removed");
    expect(toAuthor?.text).toContain("you can object once");
    const [toTeacher, ...others] = await mailsTo(teacher.email);
    expect(others).toEqual([]);
    expect(toTeacher?.template).toBe("review_removed_for_teacher");
    expect(toTeacher?.text).toContain("Nu este despre lecții");
    expect(toTeacher?.text).toContain(REFUSAL.text);
    expect(await templatesTo(reporter.email)).toEqual(["review_report_upheld"]);
  });

  it("tells all of many reporters", async () => {
    const { decide, insertReview, insertReport } = setup;
    const id = await insertReview({ state: "published" });
    for (let n = 0; n < 120; n++) {
      await insertReport(id, { reporterId: (await createUser()).id });
    }
    await expectStatus(decide(id, "remove", REFUSAL), 200);
    const isUpheldMail = and(
      eq(mailOutbox.about, `review:${id}`),
      eq(mailOutbox.template, "review_report_upheld"),
    );
    expect(await db.$count(mailOutbox, isUpheldMail)).toBe(120);
  });

  it("accepts the teacher's objection to a dismissal", async () => {
    const { decide, insertReview, insertReport } = setup;
    const id = await insertReview({ state: "published" });
    const report = await insertReport(id, {
      outcome: "dismissed",
      decidedTs: 1,
      objectionTs: 2,
      objectionText: "?",
    });
    await decide(id, "remove", REFUSAL);
    expect(await findReport(report)).toMatchObject({ outcome: "upheld", objectionDecidedTs: app.clock.now });
  });
});
