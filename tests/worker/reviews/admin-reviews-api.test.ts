import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import { db, expectStatus } from "../../helpers/app";
import { createReviewSetup, type ReviewSetup } from "./admin-setup";

let setup: ReviewSetup;
beforeEach(async () => {
  await db.run("delete from review_reports");
  await db.run("delete from reviews");
  setup = await createReviewSetup();
});

describe("GET /api/admin/reviews", () => {
  type List = { content: { _id: string; state: string; reports: { _id: string }[] }[]; next: string | null };
  const list = async (query = "") => {
    const answer = await setup.app.get(`/api/admin/reviews${query}`, { headers: setup.headers });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as List;
  };
  const listIds = async (query: string) => (await list(query)).content.map(({ _id }) => _id);

  it("lists the queues oldest first and the states newest first", async () => {
    const { app, insertReview, insertReport } = setup;
    const guest = () => ({ guestKey: newId() });
    const { now } = app.clock;
    const edited = await insertReview({ ...guest(), createdTs: now - 9000, editedTs: now - 1000 });
    const pending = await insertReview({ ...guest(), createdTs: now - 5000 });
    const published = await insertReview({ ...guest(), state: "published", createdTs: now - 4000 });
    const reported = await insertReview({ ...guest(), state: "published", createdTs: now - 3000 });
    const report = await insertReport(reported);
    const removed = await insertReview({ ...guest(), state: "removed", objectionTs: 2 });
    const answered = await insertReview({
      ...guest(),
      state: "rejected",
      objectionTs: 2,
      objectionDecidedTs: 3,
    });
    await insertReport(published, { outcome: "dismissed", objectionTs: 1 });
    const withdrawn = await insertReview({ ...guest(), state: "withdrawn", objectionTs: 1 });
    await insertReport(withdrawn);
    expect(await listIds("")).toEqual([pending, edited]);
    expect(await listIds("?state=reported")).toEqual([reported]);
    expect(await listIds("?state=objections")).toEqual([published, removed]);
    expect(await listIds("?state=published")).toEqual([reported, published]);
    expect(await listIds("?state=rejected")).toEqual([answered]);
    expect(await listIds("?state=removed")).toEqual([removed]);
    expect((await list("?state=reported")).content[0]?.reports).toMatchObject([{ _id: report }]);
    await expectStatus(app.get("/api/admin/reviews?state=withdrawn", { headers: setup.headers }), 422);
  });

  it("limits the reports of each review, not of the page", async () => {
    const { insertReview, insertReport } = setup;
    const [first, second] = [await insertReview({ guestKey: newId() }), await insertReview()];
    for (let n = 0; n < 101; n++) await insertReport(first, { createdTs: 1000 + n });
    await insertReport(second, { createdTs: 1 });
    const { content } = await list();
    const counts = Object.fromEntries(content.map(({ _id, reports }) => [_id, reports.length]));
    expect(counts).toEqual({ [first]: 100, [second]: 1 });
  });
});
