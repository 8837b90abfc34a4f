import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { paymentEvents, refunds, reports } from "@/db/schema";
import { listFollowUp as listFollowUpPage } from "@/features/follow-up/queues/list-follow-up";
import { addDays, DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { type Caller, createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { createOrder } from "../../helpers/orders";
import { servicesAt } from "../../helpers/services";
import { insertMessage, listMessageKeys, setUpEmptyList } from "./messages";

let today: string;
let me: Caller;

beforeEach(async () => {
  ({ today, me } = await setUpEmptyList());
});

const message = (daysAgo: number, subject?: string) => insertMessage(daysAgo, subject);
const keys = (query: Record<string, string> = {}, caller = me) => listMessageKeys(caller, query);

describe("GET /api/admin/follow-up", () => {
  it("begins with reports about safety, then payments, then what is due, page after page", async () => {
    await db.run(sql`delete from reports`);
    await db.run(sql`delete from payment_events`);
    const teacher = await createTeacher();
    const listings = [await createListing(teacher), await createListing(teacher, { subject: "p" })];
    const report = (listingId: string | undefined, reason: "unsafe" | "spam", daysAgo: number) =>
      db.insert(reports).values({
        id: newId(),
        listingId: listingId ?? "",
        reason,
        createdTs: app.clock.now - daysAgo * DAY_MS,
      });
    const [first, second] = listings.map(({ id }) => id);
    await report(first, "spam", 9);
    await report(second, "spam", 8);
    await report(second, "unsafe", 1);
    const suspended = await createTeacher();
    const suspend = (owner: { id: string }, updatedTs: number) =>
      createListing(owner, { state: "suspended", stateReasons: ["unsafe"], updatedTs });
    await suspend(suspended, 1);
    // Due in two days.
    const recent = await createTeacher();
    await suspend(recent, app.clock.now - DAY_MS);
    const event = { type: "charge.dispute.created", createdTs: 1, receivedTs: app.clock.now - DAY_MS };
    await db.insert(paymentEvents).values({ ...event, id: "evt_1", outcome: "alert", payload: "{}" });
    // A later row whose legal deadline has passed precedes one that is planned for today.
    const { id: orderId } = await createOrder({ buyerId: teacher.id });
    const returned = { id: newId(), orderId, amount: 500, createdTs: app.clock.now - 15 * DAY_MS };
    await db.insert(refunds).values({ ...returned, kind: "refund", state: "failed", stripeRefundId: "re_1" });
    const payload = JSON.stringify({ data: { object: { id: "re_1" } } });
    await db
      .insert(paymentEvents)
      .values({ ...event, id: "evt_2", orderId, outcome: "alert", payload, receivedTs: app.clock.now - 1 });
    await me.patch("payments:evt_1", { due: today });
    // A message of two days is promised an answer today.
    const [old, promised, due, young] = [
      await message(7),
      await message(2),
      await message(1),
      await message(0),
    ];
    await me.patch(due, { due: today });
    const isOwn = (key: string) => /^(reports|payments|suspensions|contact):/.test(key);
    const expected = [
      `reports:${second}`,
      "payments:evt_2",
      "payments:evt_1",
      `suspensions:${suspended.id}`,
      `reports:${first}`,
      old,
      promised,
      due,
      `suspensions:${recent.id}`,
      young,
    ];
    const { content } = await listFollowUp(me);
    expect(content.map(({ key }) => key).filter(isOwn)).toEqual(expected);
    expect(content[0]?.subject.about).toBe(
      "Danger to a child or an adult, such as asking for pictures or secrecy",
    );
    const list = await app.read(paths.followUp(), { as: me.jar });
    const reasons = [...list.matchAll(/<p class="entry__meta"><strong>([\w, ]+)<!-- --> · <\/strong>/g)];
    expect(reasons.map(([, reason]) => reason)).toEqual([
      ...[
        "Safety",
        "Money, deadline",
        "Money",
        "Deadline",
        "Deadline",
        "Deadline",
        "Deadline",
        "Planned",
        "By age",
        "By age",
      ],
    ]);
    expect(list).toContain(`href="${paths.adminUser(teacher.id)}">`);
    const user = { ...me.admin, emailVerified: true };
    const ctx = { ...servicesAt(app.clock.now), user } as unknown as Ctx;
    const paged: string[] = [];
    let after: string | undefined;
    do {
      const page = await listFollowUpPage(
        ctx,
        { queue: null, owner: null, view: "open" },
        { after, size: 1 },
      );
      paged.push(...page.rows.map(({ key }) => key));
      after = page.next ?? undefined;
    } while (after);
    expect(paged).toEqual(content.map(({ key }) => key));
    const html = await app.read(paths.adminReports(), { as: me.jar });
    expect(html.indexOf(`/admin/reports/${second}`)).toBeLessThan(html.indexOf(`/admin/reports/${first}`));
  });

  it("sorts what is late by a promise first, then planned items by their day, then the oldest", async () => {
    const [dueToday, overdue, dueYesterday, dueTomorrow, undated] = [
      await message(1),
      await message(2),
      await message(3),
      await message(4),
      await message(5),
    ];
    await me.patch(dueToday, { due: today });
    await me.patch(overdue, { due: addDays(today, -2) });
    await me.patch(dueYesterday, { due: addDays(today, -1) });
    await me.patch(dueTomorrow, { due: addDays(today, 1) });
    expect(await keys()).toEqual([undated, dueTomorrow, dueYesterday, overdue, dueToday]);
    // Days are Bucharest days: at 22:30 UTC it is tomorrow there.
    app.clock.now = Date.UTC(2026, 10, 20, 22, 30);
    me = await createAdminCaller(me.admin);
    expect(await keys()).toEqual([undated, dueTomorrow, dueYesterday, overdue, dueToday]);
  });

  it("lists due items after hundreds of notes whose rows no longer exist", async () => {
    const due = await message(1);
    await me.patch(due, { due: today, owner: me.admin.id });
    await db.run(sql`insert into follow_up_notes (key, since_ts, due, owner_id, updated_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
      select 'contact:gone' || n, 1, '2026-01-01', ${me.admin.id}, 1 from n`);
    const undated = await message(1);
    expect(await keys()).toEqual([due, undated]);
    expect(await keys({ owner: "me" })).toEqual([due]);
    expect(await app.read(paths.followUp(), { as: me.jar })).toContain("1 task is due today.");
  });

  it("hides snoozed items until their day, and completed ones", async () => {
    const [snoozed, completed] = [await message(1), await message(2)];
    await me.patch(snoozed, { snoozed_until: addDays(today, 1), due: today });
    await me.patch(completed, { outcome: "Răspuns" });
    expect(await keys()).toEqual([]);
    expect(await keys({ view: "snoozed" })).toEqual([snoozed]);
    expect(await keys({ view: "done" })).toEqual([completed]);
    app.clock.now += DAY_MS;
    me = await createAdminCaller(me.admin);
    expect(await keys()).toEqual([snoozed]);
    expect(await keys({ view: "snoozed" })).toEqual([]);
    app.clock.now += 30 * DAY_MS;
    me = await createAdminCaller(me.admin);
    expect(await keys({ view: "done" })).toEqual([]);
  });

  it("filters by owner: the caller, unassigned, another admin", async () => {
    const otherAdmin = await createAdminCaller();
    const [mine, others, unassigned] = [await message(1), await message(2), await message(3)];
    await me.patch(mine, { owner: me.admin.id });
    await me.patch(others, { owner: otherAdmin.admin.id, due: today });
    expect(await keys({ owner: "me" })).toEqual([mine]);
    expect(await keys({ owner: otherAdmin.admin.id })).toEqual([others]);
    expect(await keys({ owner: "me" }, otherAdmin)).toEqual([others]);
    expect(await keys({ owner: "unassigned" })).toEqual([unassigned]);
    expect(await keys()).toEqual([unassigned, others, mine]);
    await me.patch(mine, { snoozed_until: addDays(today, 1) });
    expect(await keys({ owner: "me" })).toEqual([]);
    expect(await keys({ owner: "me", view: "snoozed" })).toEqual([mine]);
    expect(await keys({ owner: "me", view: "snoozed" }, otherAdmin)).toEqual([]);
    app.clock.now += DAY_MS;
    expect(await keys({ owner: "me" }, await createAdminCaller(me.admin))).toEqual([mine]);
  });
});

describe("GET /admin/follow-up.csv", () => {
  it("escapes formulas and uses the separator of the language", async () => {
    const key = await message(1, "=HYPERLINK(1)");
    await message(0);
    await me.patch(key, { note: "Una; două", due: today });
    const answer = await app.get(`/ro${paths.followUpCsv({ queue: "contact" })}`, { as: me.jar });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toMatch(/sarcini-contact-2026-11-20\.csv"$/);
    const [head, first, second] = (await answer.text()).split("\r\n");
    expect(head).toContain("Listă;Sarcină;");
    expect(first).toContain(`Mesaje de contact;'=HYPERLINK(1);;Ilinca;2026-11-19;"Una; două";;2026-11-20;;;`);
    expect(second).toContain("Fotografia de profil");
    const english = await app.read(paths.followUpCsv({ owner: "me" }), { as: me.jar });
    expect(english.trim().split("\r\n")).toHaveLength(1);
  });
});
