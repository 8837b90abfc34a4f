import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { auditLog } from "@/db/schema";
import { toGuestKey } from "@/features/enquiries";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectText } from "../../helpers/app";
import { createAdmin, type User } from "../../helpers/factories";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";

import { ensureSeller } from "../../helpers/sellers";
import { servicesAt } from "../../helpers/services";
import { createReviewSetup, type ReviewSetup } from "./admin-setup";

let setup: ReviewSetup;
let other: User;
beforeEach(async () => {
  await db.run("delete from review_reports");
  await db.run("delete from reviews");
  setup = await createReviewSetup();
  await ensureSeller();
  other = await createAdmin();
});

const guest = () => ({ guestKey: newId() });

/** Inserts reviews that the first admin may not decide about: of the admin, as a guest too, and about the admin. */
async function insertOwn(values: Parameters<ReviewSetup["insertReview"]>[0] = {}): Promise<string[]> {
  const { admin, insertReview } = setup;
  const adopted = await insertReview({ ...guest(), ...values });
  await db.run(sql`update enquiries set learner_id = ${admin.id}
    where id = (select enquiry_id from reviews where id = ${adopted})`);
  return [
    adopted,
    await insertReview({ ...values, learnerId: admin.id }),
    await insertReview({ ...guest(), ...values, teacherId: admin.id }),
    await insertReview({ ...values, guestKey: toGuestKey(servicesAt(app.clock.now), admin.email) }),
  ];
}

async function listIds(by: Parameters<typeof createAccessToken>[0], list: string): Promise<string[]> {
  const headers = bearer(await createAccessToken(by));
  const answer = await app.get(`/api/admin/reviews?state=${list}`, headers);
  return ((await answer.json()) as { content: { _id: string }[] }).content.map(({ _id }) => _id).sort();
}

it("the lists leave out what another admin must decide about, and that admin sees it", async () => {
  const { admin, insertReview, insertReport } = setup;
  const clear = () => db.run("delete from review_reports").then(() => db.run("delete from reviews"));
  for (const [list, values, report] of [
    ["pending", {}, null],
    ["published", { state: "published" }, null],
    ["reported", { state: "published" }, {}],
    ["objections", { state: "published" }, { outcome: "dismissed", objectionTs: 1 }],
    ["objections", { state: "removed", objectionTs: 1 }, null],
    ["removed", { state: "removed" }, null],
  ] as const) {
    await clear();
    const own = await insertOwn(values);
    const foreign = await insertReview({ ...guest(), ...values });
    if (report) for (const id of [...own, foreign]) await insertReport(id, report);
    expect(await listIds(admin, list), list).toEqual([foreign]);
    expect(await listIds(other, list), list).toEqual([...own, foreign].sort());
  }
});

it("the follow-up list leaves them out, with their counts and notes, and another admin sees them", async () => {
  const { admin, insertReview, insertReport } = setup;
  const queues = [
    ["reviews_pending", {}, null],
    ["review_reports", { state: "published" }, {}],
    ["review_objections", { state: "published" }, { outcome: "dismissed", objectionTs: 1 }],
    ["review_objections", { state: "removed", objectionTs: 1 }, null],
  ] as const;
  const [caller, second] = [await createAdminCaller(admin), await createAdminCaller(other)];
  for (const [queue, values, report] of queues) {
    for (const table of ["review_reports", "reviews", "follow_up_notes"])
      await db.run(`delete from ${table}`);
    const own = await insertOwn(values);
    const foreign = await insertReview({ ...guest(), ...values });
    if (report) for (const id of [...own, foreign]) await insertReport(id, report);
    const list = async (by: Caller, query = {}) =>
      (await listFollowUp(by, { queue, ...query })).content.map(({ key }) => key).sort();
    const toKeys = (ids: string[]) => ids.map((id) => `${queue}:${id}`).sort();
    expect(await list(caller), queue).toEqual(toKeys([foreign]));
    expect(await list(second), queue).toEqual(toKeys([...own, foreign]));

    const key = `${queue}:${own[0]}`;
    const json = { snoozed_until: "2026-11-21" };
    const refused = await app.request(paths.apiFollowUpRow(key), {
      method: "PATCH",
      json,
      headers: caller.headers,
    });
    expect(refused.status, queue).toBe(404);
    await second.patch(key, json);
    expect(await list(caller, { view: "snoozed" }), queue).toEqual([]);
    expect(await list(second, { view: "snoozed" }), queue).toEqual([key]);
  }
});

it("the counts on the admin home page are those of the lists", async () => {
  const { admin, insertReport } = setup;
  const [first = ""] = await insertOwn();
  await db.run(sql`update reviews set state = 'published' where id = ${first}`);
  await insertReport(first);
  const read = async (user: typeof admin) =>
    (await app.read("/admin", { as: user })).replaceAll(/<[^>]*>/g, " ");
  // The page leaves out queues in which nothing waits.
  const ownPage = await read(admin);
  expect(ownPage).toContain("Nothing else is waiting.");
  expect(ownPage).not.toMatch(/Reviews to check|Reported reviews/);
  const page = await read(other);
  expect(page).toMatch(/Reviews to check\s+3\s/);
  expect(page).toMatch(/Reported reviews\s+1\s/);
});

it("the next review of the queue is one that the admin may decide about", async () => {
  const { as, insertReview } = setup;
  const { now } = app.clock;
  const first = await insertReview({ ...guest(), createdTs: now - 9000 });
  await insertOwn({ createdTs: now - 5000 });
  const last = await insertReview({ ...guest(), createdTs: now - 1000 });
  expectText(await app.read(`/admin/reviews/${first}`, { as }), `href="/admin/reviews/${last}"`);
  const done = await app.post(`/admin/reviews/${first}/publish`, {
    as,
    form: {
      version: "1",
      queue: "pending",
      confirmed_warning: "reviews.admin.rules.contact_data.title",
    },
  });
  expect(done.headers.get("location")).toContain(`/admin/reviews/${last}?done=publish&decided=${first}`);
});

it("the audit log leaves out who wrote or reported such a review", async () => {
  const { admin, insertReview } = setup;
  const foreign = await insertReview(guest());
  const own = await insertOwn();
  const event = { action: "review.reported", ts: app.clock.now, detail: {} };
  for (const id of [foreign, ...own])
    await db.insert(auditLog).values({ ...event, id: newId(), subject: `review:${id}` });
  const read = async (user: typeof admin) => app.read("/admin/audit", { as: user });
  const [ownLog, otherLog] = [await read(admin), await read(other)];
  expect(ownLog).toContain(foreign);
  for (const id of own) {
    expect(ownLog).not.toContain(id);
    expect(otherLog).toContain(id);
  }
});
