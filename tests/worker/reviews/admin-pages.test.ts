import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText } from "../../helpers/app";

import { createReviewSetup, findReport, findReview, REFUSAL, type ReviewSetup } from "./admin-setup";
import { REVIEW_TEXT } from "./create-review";

let setup: ReviewSetup;
beforeEach(async () => {
  await db.run("delete from review_reports");
  await db.run("delete from reviews");
  setup = await createReviewSetup();
});

const read = async (path: string) => {
  const answer = await app.get(path, { as: setup.as });
  expect(answer.status, path).toBe(200);
  return answer.text();
};
const submit = (id: string, action: string, form: Record<string, string | string[]>) =>
  app.post(`/admin/reviews/${id}/${action}`, { form, as: setup.as });
/** The hidden fields of the form with this action. */
const readFields = (html: string, action: string): Record<string, string> => {
  const form = html.match(new RegExp(`action="[^"]*/${action}"[^>]*>([\\s\\S]*?)</form>`))?.[1] ?? "";
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );
};
const guest = () => ({ guestKey: newId() });

it("GET /admin/reviews lists each queue with its reviews, as text", async () => {
  const { insertReview, insertReport } = setup;
  const held = await insertReview({ text: `<script>alert(1)</script> ${REVIEW_TEXT}` });
  const reported = await insertReview({ ...guest(), state: "published" });
  await insertReport(reported);
  const removed = await insertReview({
    ...guest(),
    state: "removed",
    objectionTs: 1,
    objectionText: "De ce?",
  });
  const pending = await read("/admin/reviews");
  expectText(pending, `href="/admin/reviews/${held}"`, "&lt;script&gt;alert(1)", "Review of Radu Ionescu");
  expectText(await read("/admin/reviews?state=reported"), "The author did not have lessons with the teacher");
  expectText(await read("/ro/admin/reviews?state=objections"), `href="/ro/admin/reviews/${removed}"`);
  expectText(await read("/admin/reviews?state=rejected"), "No reviews in this list");
});

describe("GET /admin/reviews/{id}", () => {
  it("explains the rule and shows the conversation without its messages", async () => {
    const { insertReview, learner, listing, teacher } = setup;
    const id = await insertReview();
    const { enquiryId } = (await findReview(id)) ?? {};
    await db.run(`insert into messages (id, enquiry_id, author, text, created_ts)
      values ('${newId()}', '${enquiryId}', 'learner', 'Mesaj secret', ${app.clock.now})`);
    const html = await read(`/admin/reviews/${id}`);
    expectText(
      html,
      "Held because of contact details",
      REVIEW_TEXT,
      "1 from the author, 0 from the teacher",
      `href="/admin/users/${learner.id}"`,
      `href="/admin/users/${teacher.id}"`,
      `href="/admin/listings/${listing.id}"`,
    );
    expect(html).not.toContain("Mesaj secret");
  });

  it("names a guest, and answers 404 for unknown and withdrawn reviews", async () => {
    const { as, insertGuestReview, insertReview, guestEmail } = setup;
    const html = await read(`/ro/admin/reviews/${await insertGuestReview()}`);
    expectText(html, "Ilinca, fără cont");
    expect(html).not.toContain(guestEmail);
    const withdrawn = await insertReview({ state: "withdrawn" });
    for (const id of [withdrawn, newId()]) {
      await expectStatus(app.get(`/admin/reviews/${id}`, { as }), 404);
    }
  });

  it("shows history with reasons, after the decision", async () => {
    const { insertReview } = setup;
    const id = await insertReview();
    await submit(id, "reject", { ...REFUSAL, version: "1" });
    const html = await read(`/admin/reviews/${id}`);
    expectText(
      html.replace(/<[^>]*>/g, ""),
      "Review rejected · Olga Admin: Not about the lessons – Textul nu este despre lecții.",
      "not waiting for a decision",
    );
  });

  it("shows the teacher's objection to a dismissal in the history", async () => {
    const { insertReview, insertReport, teacher } = setup;
    const id = await insertReview({ state: "published" });
    await insertReport(id, { outcome: "dismissed", decidedTs: 1 });
    const { headers } = bearer(await createAccessToken(teacher));
    await expectStatus(
      app.request(paths.apiReviewObjection(id), {
        method: "PUT",
        headers,
        json: { text: "De ce?" },
      }),
      200,
    );
    expectText(await read(`/admin/reviews/${id}`), "Teacher objected to the dismissal of a report");
  });
});

describe("decisions on /admin/reviews/{id}", () => {
  it("dismisses the displayed reports or removes the review", async () => {
    const { insertReview, insertReport } = setup;
    const id = await insertReview({ state: "published" });
    const report = await insertReport(id);
    const html = await read(`/admin/reviews/${id}`);
    for (const label of ["Explanation for keeping the review", "Explanation for removing the review"])
      expectText(html, `${label}</label>`);
    const dismissed = await submit(id, "dismiss", {
      ...readFields(html, "dismiss"),
      text: "Respectă regulile.",
    });
    expect(dismissed.headers.get("location")).toContain(
      `/admin/reviews?state=reported&done=dismiss&decided=${id}`,
    );
    expect(await findReport(report)).toMatchObject({ outcome: "dismissed" });
    expectText(
      await expectPage(submit(id, "remove", { ...readFields(html, "remove"), ...REFUSAL }), 409),
      "Your decision was not saved",
    );
    const again = await submit(id, "remove", {
      ...readFields(await read(`/admin/reviews/${id}`), "remove"),
      ...REFUSAL,
    });
    expect(again.headers.get("location")).toBe(`/admin/reviews/${id}?done=remove`);
    expect(await findReview(id)).toMatchObject({ state: "removed" });
  });

  it("declines the objection of the author, and that of the teacher", async () => {
    const { insertReview, insertReport } = setup;
    const removed = await insertReview({ state: "removed", objectionTs: 1, objectionText: "De ce?" });
    const html = await read(`/admin/reviews/${removed}`);
    expectText(html, "De ce?", "Accept the objection and publish");
    await submit(removed, "decline-objection", { ...readFields(html, "decline-objection"), text: "Nu." });
    expect((await findReview(removed))?.objectionDecidedTs).not.toBeNull();
    const published = await insertReview({ ...guest(), state: "published" });
    const report = await insertReport(published, {
      outcome: "dismissed",
      objectionTs: 1,
      objectionText: "Nu!",
    });
    const fields = readFields(await read(`/admin/reviews/${published}`), "decline-objection");
    expect(fields).toMatchObject({ report_id: report, queue: "objections" });
    const answer = await submit(published, "decline-objection", { ...fields, text: "Nu." });
    expect(answer.headers.get("location")).toContain(
      `/admin/reviews?state=objections&done=decline-objection&decided=${published}`,
    );
    expect((await findReport(report))?.objectionDecidedTs).not.toBeNull();
  });
});

describe("GET /api/admin/reviews", () => {
  type List = { content: { _id: string; state: string; reports: { _id: string }[] }[]; next: string | null };
  const list = async (query = "") => {
    const answer = await app.get(`/api/admin/reviews${query}`, { headers: setup.headers });
    expect(answer.status, query).toBe(200);
    return (await answer.json()) as List;
  };
  const listIds = async (query: string) => (await list(query)).content.map(({ _id }) => _id);

  it("lists the queues oldest first and the states newest first", async () => {
    const { insertReview, insertReport } = setup;
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
