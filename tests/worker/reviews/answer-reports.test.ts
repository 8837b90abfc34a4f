import { beforeEach, describe, expect, it } from "vitest";
import { app, expectStatus } from "../../helpers/app";
import { createUser, mailsTo, templatesTo } from "../../helpers/factories";
import { createReviewSetup, findReport, findReview, type ReviewSetup, readProblem } from "./admin-setup";

let setup: ReviewSetup;
beforeEach(async () => {
  setup = await createReviewSetup();
});

describe("POST /api/admin/reviews/{id}/dismiss", () => {
  it("dismisses the reports that were read; the review and newer reports stay", async () => {
    const { decide, insertReview, insertReport, learner, teacher, admin } = setup;
    const id = await insertReview({ state: "published" });
    const reporter = await createUser({ locale: "en" });
    const read = [await insertReport(id), await insertReport(id, { reporterId: reporter.id })];
    const newer = await insertReport(id, { reporterId: null });
    const text = "Recenzia respectă regulile.";
    await expectStatus(decide(id, "dismiss", { report_ids: read, text, version: 1 }), 200);
    for (const report of read) {
      expect(await findReport(report)).toMatchObject({
        outcome: "dismissed",
        decidedBy: admin.id,
        decisionText: text,
      });
    }
    expect(await findReport(newer)).toMatchObject({ outcome: null });
    expect(await findReview(id)).toMatchObject({ state: "published", decidedTs: null, version: 2 });
    expect(await templatesTo(learner.email)).toEqual([]);
    const [toTeacher] = await mailsTo(teacher.email);
    expect(toTeacher?.text).toContain(text);
    expect(toTeacher?.text).toContain("puteți contesta decizia o singură dată");
    const [toReporter] = await mailsTo(reporter.email);
    expect(toReporter?.template).toBe("review_report_dismissed");
    expect(toReporter?.text).not.toContain("object");
  });

  it("refuses decided reports, those of another review, none, and a missing text", async () => {
    const { decide, insertReview, insertReport } = setup;
    const id = await insertReview({ state: "published" });
    const other = await insertReview({ state: "published", guestKey: "k" });
    const report = await insertReport(id);
    const text = "Nu.";
    expect(await readProblem(await decide(other, "dismiss", { report_ids: [report], text }))).toEqual({
      status: 409,
      reason: "datastale",
    });
    await expectStatus(decide(id, "dismiss", { report_ids: [], text }), 422);
    await expectStatus(decide(id, "dismiss", { report_ids: [report], text: "" }), 422);
    await expectStatus(decide(id, "dismiss", { report_ids: [report], text }), 200);
    await expectStatus(decide(id, "dismiss", { report_ids: [report], text }), 409);
  });
});

describe("POST /api/admin/reviews/{id}/decline-objection", () => {
  const text = "Am citit din nou și menținem decizia.";

  it("answers the author's objection once", async () => {
    const { decide, insertReview, learner, teacher } = setup;
    const id = await insertReview({
      state: "removed",
      reason: "other",
      objectionTs: 1,
      objectionText: "De ce?",
    });
    await expectStatus(decide(id, "decline-objection", { text, version: 1 }), 200);
    expect(await findReview(id)).toMatchObject({
      state: "removed",
      reason: "other",
      reasonText: text,
      objectionDecidedTs: app.clock.now,
    });
    const [mail] = await mailsTo(learner.email);
    expect(mail?.template).toBe("review_objection_declined");
    expect(mail?.text).toContain(text);
    expect(await templatesTo(teacher.email)).toEqual([]);
    await expectStatus(decide(id, "decline-objection", { text }), 409);
    await expectStatus(decide(id, "publish"), 409);
  });

  it("answers the teacher's objection once", async () => {
    const { decide, insertReview, insertReport, learner, teacher } = setup;
    const id = await insertReview({ state: "published" });
    const report = await insertReport(id, { outcome: "dismissed", objectionTs: 2, objectionText: "De ce?" });
    await expectStatus(decide(id, "decline-objection", { text }), 409);
    await expectStatus(decide(id, "decline-objection", { report_id: report, text }), 200);
    expect(await findReport(report)).toMatchObject({
      outcome: "dismissed",
      decisionText: text,
      objectionDecidedTs: app.clock.now,
    });
    expect(await templatesTo(teacher.email)).toEqual(["review_report_objection_declined"]);
    expect(await templatesTo(learner.email)).toEqual([]);
    await expectStatus(decide(id, "decline-objection", { report_id: report, text }), 409);
  });
});
