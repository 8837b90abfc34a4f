import { beforeEach, describe, expect, it } from "vitest";
import { followUpNotes } from "@/db/schema";
import { bearer, createAccessToken, createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, db, expectStatus } from "../../helpers/app";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { createReviewSetup, type ReviewSetup } from "../reviews/admin-setup";
import { REVIEW_TEXT } from "../reviews/create-review";

let setup: ReviewSetup;
let caller: Caller;
let guests = 0;
beforeEach(async () => {
  await db.run("delete from review_reports");
  await db.run("delete from reviews");
  await db.run("delete from follow_up_notes");
  setup = await createReviewSetup();
  caller = await createAdminCaller();
});

const guest = () => ({ guestKey: `guest-${++guests}` });
const list = async (queue: string) => (await listFollowUp(caller, { queue })).content;
const toSeconds = (ts: number) => Math.floor(ts / 1000);

describe("GET /api/admin/follow-up: queues of reviews", () => {
  it("reviews_pending: held reviews by their last text, with the rule", async () => {
    const { insertReview } = setup;
    const { now } = app.clock;
    const edited = await insertReview({ ...guest(), createdTs: now - 9000, editedTs: now - 1000 });
    const held = await insertReview({ ...guest(), createdTs: now - 5000, holdRule: "same_network" });
    await insertReview({ ...guest(), state: "published" });
    expect(await list("reviews_pending")).toMatchObject([
      {
        key: `reviews_pending:${held}`,
        since_ts: { seconds: toSeconds(now - 5000) },
        subject: {
          what: REVIEW_TEXT,
          who: "Radu Ionescu",
          about: "the teacher’s network",
          path: `/admin/reviews/${held}`,
        },
      },
      { key: `reviews_pending:${edited}`, since_ts: { seconds: toSeconds(now - 1000) } },
    ]);
  });

  it("review_reports: each review once, by its oldest open report", async () => {
    const { insertReview, insertReport } = setup;
    const { now } = app.clock;
    const id = await insertReview({ state: "published" });
    await insertReport(id, { createdTs: now - 9000, outcome: "dismissed" });
    await insertReport(id, { createdTs: now - 5000, reason: "offensive" });
    await insertReport(id, { createdTs: now - 2000 });
    await insertReport(await insertReview({ ...guest(), state: "withdrawn" }));
    await insertReport(await insertReview({ ...guest(), state: "removed" }));
    expect(await list("review_reports")).toMatchObject([
      {
        key: `review_reports:${id}`,
        since_ts: { seconds: toSeconds(now - 5000) },
        subject: { about: "Offensive wording" },
      },
    ]);
  });

  it("review_objections: those of authors and teachers, until they are answered", async () => {
    const { insertReview, insertReport, decide } = setup;
    const { now } = app.clock;
    const removed = await insertReview({
      state: "removed",
      objectionTs: now - 5000,
      objectionText: "De ce?",
    });
    const published = await insertReview({ ...guest(), state: "published" });
    const objection = { outcome: "dismissed", objectionText: "Nu!" } as const;
    const report = await insertReport(published, { ...objection, objectionTs: now - 9000 });
    await insertReport(published, { ...objection, objectionTs: now - 1000, objectionDecidedTs: now });
    await insertReview({ ...guest(), state: "withdrawn", objectionTs: 1 });
    expect(await list("review_objections")).toMatchObject([
      { key: `review_objections:${published}`, subject: { about: "by the teacher" } },
      { key: `review_objections:${removed}`, subject: { about: "by the author" } },
    ]);
    await decide(published, "decline-objection", { report_id: report, text: "Nu." });
    await decide(removed, "publish");
    expect(await list("review_objections")).toEqual([]);
  });
});

describe("the erasure of an account", () => {
  it("deletes notes about the reviews of its user", async () => {
    const { insertReview } = setup;
    const author = await createUserWithPassword();
    const id = await insertReview({ learnerId: author.id });
    const other = await insertReview();
    for (const key of [`reviews_pending:${id}`, `review_objections:${id}`, `reviews_pending:${other}`]) {
      await db.insert(followUpNotes).values({ key, sinceTs: 1, note: "Maria", updatedTs: 1 });
    }
    await expectStatus(
      app.request("/auth/users/me", {
        method: "DELETE",
        json: { password: PASSWORD },
        ...bearer(await createAccessToken(author)),
      }),
      200,
    );
    expect(await db.select().from(followUpNotes)).toMatchObject([{ key: `reviews_pending:${other}` }]);
  });
});
