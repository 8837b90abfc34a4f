import { beforeEach, expect, it } from "vitest";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { noGuard } from "@/db/guard";
import { auditLog, reviewReports, reviews } from "@/db/schema";
import { toGuestKey } from "@/features/enquiries";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, db, expectNoText, expectStatus, expectText } from "../../helpers/app";
import {
  createAdmin,
  createListing,
  createTeacher,
  findUser,
  listRows,
  type User,
} from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { createReview } from "./create-review";

let teacher: User;
let learner: Awaited<ReturnType<typeof createUserWithPassword>>;
beforeEach(async () => {
  await db.delete(reviewReports);
  await db.delete(reviews);
  teacher = await createUserWithPassword({ role: "t" });
  learner = await createUserWithPassword();
  await createListing(teacher);
});

const erase = async (user: { id: string }) => {
  const token = await createAccessToken(user);
  await expectStatus(
    app.request(paths.authMe(), {
      method: "DELETE",
      json: { password: PASSWORD },
      ...bearer(token),
    }),
    200,
  );
};
const readExport = async (user: { id: string }) => {
  const token = await createAccessToken(user);
  const answer = await app.get("/data/users/me.json?format=export", bearer(token));
  return (await answer.json()) as Record<"reviews" | "review_reports", Record<string, unknown>[]>;
};
const listIds = async () => (await db.select({ id: reviews.id }).from(reviews)).map(({ id }) => id).sort();
const report = (reviewId: string, values: Partial<typeof reviewReports.$inferInsert> = {}) =>
  db.insert(reviewReports).values({
    id: newId(),
    reviewId,
    reason: "other",
    text: "Nu e așa",
    createdTs: app.clock.now,
    ...values,
  });
const guestKey = (email: string) => toGuestKey(servicesAt(app.clock.now), email);

it("erasing the author deletes their reviews, also a guest's from the same mailbox; the numbers follow", async () => {
  const other = await createUserWithPassword();
  const { id: mine } = await createReview(teacher, { learnerId: learner.id, rating: 1 });
  await createReview(teacher, { guestKey: guestKey(learner.email), rating: 2 });
  const { id: kept } = await createReview(teacher, { learnerId: other.id, rating: 4 });
  await report(mine);
  const { commit, ...ctx } = servicesAt(app.clock.now);
  const subject = auditSubject("review", mine);
  await commit([auditEventStatement(ctx, { action: "review.published", subject }, noGuard)]);
  expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 3, ratingSum: 7 });

  await erase(learner);
  expect(await listIds()).toEqual([kept]);
  expect(await db.select().from(reviewReports)).toEqual([]);
  expect(await listRows(auditLog, { subject })).toEqual([]);
  expect(await findUser(teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 4 });
  await expectConsistentIndex(app.clock.now);
});

it("an unverified account takes no guest's review of its address", async () => {
  const unverified = await createUserWithPassword({ emailVerifiedTs: null });
  const { id } = await createReview(teacher, { guestKey: guestKey(unverified.email) });
  expect((await readExport(unverified)).reviews).toEqual([]);
  await erase(unverified);
  expect(await listIds()).toEqual([id]);
});

it("erasing the teacher deletes all reviews about them and the reports of these", async () => {
  const otherTeacher = await createTeacher();
  const { id: about } = await createReview(teacher, { learnerId: learner.id });
  await createReview(teacher, { state: "pending" });
  const { id: kept } = await createReview(otherTeacher, { learnerId: learner.id });
  await report(about, { reporterId: teacher.id });
  await report(kept, { reporterId: teacher.id, objectionText: "Tot nu e așa" });
  await erase(teacher);
  expect(await listIds()).toEqual([kept]);
  expect(await db.select().from(reviewReports)).toMatchObject([
    { reviewId: kept, reporterId: null, text: "", objectionText: "" },
  ]);
});

it("erasing an admin removes them from decisions", async () => {
  const admin = await createUserWithPassword({ role: "a" });
  await createAdmin();
  const { id } = await createReview(teacher, {
    learnerId: learner.id,
    decidedTs: app.clock.now,
    decidedBy: admin.id,
  });
  await report(id, { outcome: "dismissed", decidedTs: app.clock.now, decidedBy: admin.id });
  await erase(admin);
  expect(await db.select().from(reviews)).toMatchObject([{ id, decidedBy: null, decidedTs: app.clock.now }]);
  expect(await db.select().from(reviewReports)).toMatchObject([{ decidedBy: null }]);
});

it("the teacher's export has no text, decision or event that is meant for the author", async () => {
  const values = { reason: "offensive", publishedTs: app.clock.now } as const;
  const hidden = { text: "wqtext", authorName: "wqname", reasonText: "wqreason" };
  for (const state of ["pending", "rejected", "withdrawn"] as const)
    await createReview(teacher, { ...values, ...hidden, state });
  const { id: removed } = await createReview(teacher, {
    ...values,
    learnerId: learner.id,
    state: "removed",
    text: "wqpublic",
    reasonText: "wqanswer",
    objectionTs: app.clock.now,
    objectionDecidedTs: app.clock.now,
  });
  const { commit, ...ctx } = servicesAt(app.clock.now);
  const subject = auditSubject("review", removed);
  const write = (action: "review.written" | "review.rejected" | "review.removed", detail: object) =>
    commit([
      auditEventStatement(ctx, { action, subject, actorId: learner.id, detail: { ...detail } }, noGuard),
    ]);
  await write("review.written", { text: "wqwritten" });
  await write("review.rejected", { text: "wqrejected" });
  await write("review.removed", { text: "wqremoved" });

  const ofTeacher = JSON.stringify(await readExport(teacher));
  expectNoText(ofTeacher, ...Object.values(hidden), "wqanswer", "wqwritten", "wqrejected", learner.id);
  expectText(ofTeacher, "wqpublic", "wqremoved");
  const { audit_log: log } = (await readExport(teacher)) as Record<string, Record<string, unknown>[]>;
  expect(log?.find((event) => event.subject === subject)).not.toHaveProperty("by");
  expect(JSON.stringify(await readExport(learner))).toContain("wqanswer");
  expect(JSON.stringify(await readExport(learner))).toContain("wqrejected");
});

it("exports reviews to both sides; the teacher gets nothing that names the author", async () => {
  const { id } = await createReview(teacher, {
    learnerId: learner.id,
    state: "pending",
    holdRule: "contact_data",
    objectionText: "wqobjection",
    objectionTs: app.clock.now,
    authorName: null,
  });
  await createReview(teacher, { guestKey: "guestkeyword" });
  await report(id, { reporterId: teacher.id, text: "wqreport" });
  const ofLearner = await readExport(learner);
  expect(ofLearner.reviews).toMatchObject([
    { _id: id, side: "author", hold_rule: "contact_data", objection_text: "wqobjection" },
  ]);
  expect(ofLearner.review_reports).toEqual([]);
  const ofTeacher = await readExport(teacher);
  expect(ofTeacher.reviews.map(({ side, hold_rule }) => [side, hold_rule])).toEqual([
    ["teacher", null],
    ["teacher", null],
  ]);
  expect(ofTeacher.review_reports).toMatchObject([{ review_id: id, text: "wqreport" }]);
  const text = JSON.stringify([ofTeacher.reviews, ofTeacher.review_reports]);
  expectNoText(text, learner.id, learner.email, "wqobjection", "guestkeyword");
});
