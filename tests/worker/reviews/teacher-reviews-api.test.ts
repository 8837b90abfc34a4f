import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { reviewReports } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import type { TeacherReviewJson } from "@/shared/schemas/review";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { createTestApp, db, expectStatus, type TestApp } from "../../helpers/app";
import { createTeacher } from "../../helpers/factories";
import type { User } from "../../helpers/rows";
import { createReview, REVIEW_TEXT } from "./create-review";

let app: TestApp;
let teacher: User;
let headers: Record<string, string>;
beforeEach(async () => {
  app = createTestApp();
  teacher = await createTeacher(app);
  headers = bearer(await createAccessToken(app, teacher)).headers;
});

type List = { content: TeacherReviewJson[]; summary: object; next: string | null };
const list = async (query?: { after: string }): Promise<List> => {
  const answer = await expectStatus(app.get(paths.apiOwnReviews(query), { headers }), 200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return (await answer.json()) as List;
};

describe("GET /api/reviews", () => {
  it("lists published, pending and removed reviews about the teacher, without the text of pending ones", async () => {
    const { now } = app.clock;
    const published = await createReview(app, teacher, { createdTs: now - 3000 });
    const pending = await createReview(app, teacher, { createdTs: now - 2000, state: "pending" });
    const reason = "off_topic";
    const removed = await createReview(app, teacher, { createdTs: now - 1000, state: "removed", reason });
    for (const state of ["rejected", "withdrawn"] as const) await createReview(app, teacher, { state });
    await createReview(app, await createTeacher(app));
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
    const { id } = await createReview(app, teacher);
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
    for (let n = 0; n < 12; n++) await createReview(app, teacher, { createdTs: app.clock.now - n });
    const first = await list();
    const second = await list({ after: first.next ?? "" });
    const ids = [...first.content, ...second.content].map(({ _id }) => _id);
    expect([first.content.length, new Set(ids).size, second.next]).toEqual([10, 12, null]);
  });
});
