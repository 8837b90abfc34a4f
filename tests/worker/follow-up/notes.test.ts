import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { noGuard } from "@/db/guard";
import { auditLog, contactMessages, disputes, followUpNotes, listings, reports, users } from "@/db/schema";
import { setAlertClosedStatement } from "@/features/promotions";
import { saveEventResult } from "@/features/promotions/orders/event-inbox";
import { runSchedule } from "@/jobs";
import { addDays, DAY_MS } from "@/shared/dates";
import { formatTime } from "@/shared/format";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, bindings, createTestApp, db, expectStatus } from "../../helpers/app";
import { createListing, createTeacher, createUser, listRows, updateRow } from "../../helpers/factories";
import { type Caller, createAdminCaller, listFollowUp, readSince } from "../../helpers/follow-up";
import { parseFormEntries } from "../../helpers/forms";
import { interruptDb } from "../../helpers/interrupt-db";
import { createOrder } from "../../helpers/orders";
import { createJobContext, findPaymentEvent } from "../../helpers/promotion-fixture";
import { insertMessage, listMessageKeys, setUpEmptyList } from "./messages";

let today: string;
let me: Caller;

beforeEach(async () => {
  ({ today, me } = await setUpEmptyList());
});

const EVENT = {
  id: "evt_note",
  type: "charge.refunded",
  createdTs: 0,
  checkoutSessionId: null,
  payload: "{}",
};
const message = (daysAgo: number) => insertMessage(daysAgo);
const keys = () => listMessageKeys(me);
const getClosedTs = async (key: string) =>
  (await listRows(contactMessages, { id: key.split(":")[1] ?? "" }))[0]?.closedTs;
const patch = (key: string, json: object, caller = me) =>
  app.request(paths.apiFollowUpRow(key), { method: "PATCH", json, headers: caller.headers });

describe("PATCH /api/admin/follow-up/{key}", () => {
  it("keeps omitted fields, clears empty ones, and writes nothing if nothing changes", async () => {
    const key = await message(1);
    const owner = me.admin.id;
    await me.patch(key, { note: " Sună-l \r\n", owner, due: today });
    const row = await me.patch(key, { due: null });
    expect(row).toMatchObject({
      note: "Sună-l",
      owner: { _id: owner, name: "Olga Admin" },
      // The second working day after the message, which the site promises.
      due: "2026-11-23",
      version: 2,
    });
    expect((await me.patch(key, { note: "Sună-l" })).version).toBe(2);
    expect(await me.patch(key, { note: "", owner: "" })).toMatchObject({ note: "", owner: null, version: 3 });
    const log = await db.select().from(auditLog).where(eq(auditLog.subject, key)).orderBy(sql`rowid`);
    expect(log.map(({ action, detail }) => ({ action, ...detail }))).toEqual([
      { action: "follow_up.noted", queue: "contact", changed: ["note", "owner", "due"] },
      { action: "follow_up.noted", queue: "contact", changed: ["due"] },
      { action: "follow_up.noted", queue: "contact", changed: ["note", "owner"] },
    ]);
    expect(JSON.stringify(log)).not.toContain("Sună-l");
  });

  it("closes a message with its outcome and reopens it without", async () => {
    const key = await message(1);
    await me.patch(key, { outcome: "Răspuns" });
    expect(await getClosedTs(key)).toBe(app.clock.now);
    expect(await keys()).toEqual([]);
    await me.patch(key, { outcome: null });
    expect(await getClosedTs(key)).toBeNull();
    expect(await keys()).toEqual([key]);
  });

  it("closes a payment alert; another outcome of its event is a new alert", async () => {
    const save = (detail: string) =>
      saveEventResult(createJobContext(), EVENT, { outcome: "mismatch", detail });
    const listed = async () =>
      (await listFollowUp(me, { queue: "payments" })).content.map(({ note }) => note);
    await save("amount");
    await me.patch(`payments:${EVENT.id}`, { note: "Sună la bancă", outcome: "Rambursat" });
    app.clock.now += 1000;
    await save("amount");
    expect(await listed()).toEqual([]);
    await save("currency");
    expect(await listed()).toEqual([""]);
  });

  it("a form or call that showed another alert of the event is refused and closes nothing", async () => {
    const ctx = createJobContext();
    const event = { ...EVENT, id: "evt_changed" };
    const key = `payments:${event.id}`;
    await saveEventResult(ctx, event, { outcome: "failed", detail: "timeout" });
    const { content } = await listFollowUp(me, { queue: "payments" });
    const since_ts = content.find((row) => row.key === key)?.since_ts;
    const html = await app.read(paths.followUp({ queue: "payments" }), { as: me.jar });
    const opening = new RegExp(`<form[^>]*action="${paths.followUpRow(key)}"[^>]*>`);
    const shown = Object.fromEntries(parseFormEntries(html, opening));
    // The list has no button for an outcome, which is written on the row's page.
    expect(html).not.toContain('value="done" type="submit"');
    expect(html).toMatch(new RegExp(`href="${paths.followUpRow(key)}\\?from=[^"]*#field-outcome"`));
    const receivedTs = app.clock.now;

    app.clock.now += 1000;
    await saveEventResult(createJobContext(), event, { outcome: "mismatch", detail: "amount" });
    const form = { ...shown, intent: "done", outcome: "Gata" };
    await expectStatus(app.post(paths.followUpRow(key), { form, as: me.jar }), 409);
    await expectStatus(patch(key, { outcome: "Gata", since_ts }), 409);
    await ctx.commit([setAlertClosedStatement(ctx, { id: event.id, receivedTs }, ctx.now, noGuard)]);
    expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "mismatch", closedTs: null });

    const since = await readSince(key, me.jar);
    const current = { form: { ...form, since }, as: me.jar };
    await expectStatus(app.post(paths.followUpRow(key), current), 303);
    expect((await findPaymentEvent(event.id))?.closedTs).toBe(app.clock.now);
  });

  it("a form whose alert becomes another one before the commit is refused and saves nothing", async () => {
    const ctx = createJobContext();
    const event = { ...EVENT, id: "evt_race" };
    const key = `payments:${event.id}`;
    await saveEventResult(ctx, event, { outcome: "failed", detail: "timeout" });
    const since = await readSince(key, me.jar);
    // The owner is checked between reading the row and the commit.
    const DB = interruptDb(bindings.DB, /count\(\*\) from "users"/, () =>
      saveEventResult({ ...ctx, now: ctx.now + 1 }, event, { outcome: "mismatch", detail: "amount" }),
    );
    const slow = createTestApp({ DB } as unknown as Parameters<typeof createTestApp>[0]);
    const form = { version: "0", since, owner: me.admin.id, intent: "done", outcome: "Gata" };
    await expectStatus(slow.post(paths.followUpRow(key), { form, as: me.jar }), 409);
    expect(await findPaymentEvent(event.id)).toMatchObject({ outcome: "mismatch", closedTs: null });
    expect(await listRows(followUpNotes, { key })).toEqual([]);
  });

  it("ends a report only by its decision, and snoozes no danger, and disputes only for as long as they can wait", async () => {
    const { id } = await createListing(await createTeacher());
    const { now } = app.clock;
    await db.insert(reports).values({ id: newId(), listingId: id, reason: "unsafe", createdTs: now });
    const order = await createOrder({ listingId: id });
    await db.insert(disputes).values({
      id: "dp_1",
      orderId: order.id,
      status: "needs_response",
      reason: "fraudulent",
      amount: 100,
      dueTs: now + 5 * DAY_MS,
      createdTs: now,
    });
    const [report, dispute] = [`reports:${id}`, "payments:dp_1"];
    const home = await app.read(paths.admin(), { as: me.jar });
    for (const text of [`, ${formatTime(now + 5 * DAY_MS, "en")}</span>`, '/disputes/dp_1"'])
      expect(home).toContain(text);
    for (const [key, change, code] of [
      [report, { outcome: "Gata" }, "not_closable"],
      [report, { snoozed_until: addDays(today, 1) }, "no_snooze"],
      [dispute, { outcome: "Gata" }, "not_closable"],
      [dispute, { due: addDays(today, 9) }, "fixed_deadline"],
      [dispute, { snoozed_until: addDays(today, 5) }, "snooze_limit"],
    ] as const) {
      const answer = await expectStatus(patch(key, change), 422);
      expect(await answer.json(), key).toMatchObject({ errors: [{ field: Object.keys(change)[0], code }] });
      const html = await app.read(paths.followUpRow(key), { as: me.jar });
      for (const button of ['value="done"', 'value="week"', 'name="outcome"'])
        expect(html, key).not.toContain(button);
      expect(html.includes('value="tomorrow"')).toBe(key === dispute);
      expect(html.includes('name="snoozed_until"')).toBe(key === dispute);
      const list = await app.read(paths.followUp({ queue: key.split(":")[0] }), { as: me.jar });
      expect(list.includes('name="intent"'), key).toBe(key === dispute);
    }
    const task = await app.read(paths.followUpRow(dispute), { as: me.jar });
    expect(task).not.toContain('name="due"');
    expect(task).toMatch(/<strong>(<[^>]*>)*1 le[iu]/);
    await me.patch(dispute, { snoozed_until: addDays(today, 4) });
    app.clock.now += 4.5 * DAY_MS;
    me = await createAdminCaller(me.admin);
    const late = await expectStatus(patch(dispute, { snoozed_until: addDays(today, 5) }), 422);
    expect(await late.json()).toMatchObject({ errors: [{ code: "no_snooze" }] });
  });

  it("returns 409 for a stale version; of two parallel calls one is saved, without a version both", async () => {
    const key = await message(1);
    const answers = await Promise.all(["A", "B"].map((note) => patch(key, { note, version: 0 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ title: "datastale" });
    await Promise.all([patch(key, { note: "Amândoi" }), patch(key, { due: today })]);
    const { content } = await listFollowUp(me, { queue: "contact" });
    expect(content[0]).toMatchObject({ note: "Amândoi", due: today, version: 3 });
  });

  it("returns 422 for an owner who is not an admin or is disabled, unless already assigned", async () => {
    const key = await message(1);
    const otherAdmin = await createAdminCaller();
    const learner = await createUser();
    await expectStatus(patch(key, { owner: learner.id }), 422);
    await me.patch(key, { owner: otherAdmin.admin.id });
    await updateRow(users, otherAdmin.admin.id, { disabledTs: app.clock.now });
    expect(await me.patch(key, { note: "x", owner: otherAdmin.admin.id })).toMatchObject({ note: "x" });
    const second = await message(1);
    const answer = await expectStatus(patch(second, { owner: otherAdmin.admin.id }), 422);
    expect(await answer.json()).toMatchObject({ errors: [{ field: "owner", code: "invalid_choice" }] });
  });
});

describe("the sweep-follow-up-notes job", () => {
  const sweep = () => runSchedule("sweep-follow-up-notes", app.bindings, { waitUntil: () => {} });

  it("deletes notes older than ninety days whose row left the queue or was replaced, but no outcome of a payment", async () => {
    const teacher = await createTeacher();
    const { id } = await createListing(teacher, { expiresTs: Date.now() + 5 * DAY_MS });
    const [inQueue, deleted, recent] = [await message(200), await message(200), await message(200)];
    for (const key of [inQueue, deleted, recent]) await me.patch(key, { note: "x" });
    await db.insert(followUpNotes).values([
      { key: `listings_expiring:${id}`, sinceTs: 1, note: "old", updatedTs: 1 },
      { key: "payments:evt_paid", sinceTs: 1, outcome: "Transfer bancar", updatedTs: 1 },
      { key: "payments:evt_noted", sinceTs: 1, note: "old", updatedTs: 1 },
    ]);
    await db.delete(contactMessages).where(sql`id in (${deleted.slice(8)}, ${recent.slice(8)})`);
    await db
      .update(followUpNotes)
      .set({ updatedTs: Date.now() - 90 * DAY_MS })
      .where(sql`key in (${inQueue}, ${deleted})`);
    await db
      .update(followUpNotes)
      .set({ updatedTs: Date.now() - 89 * DAY_MS })
      .where(eq(followUpNotes.key, recent));
    await sweep();
    const left = await db.select({ key: followUpNotes.key }).from(followUpNotes);
    expect(left.map(({ key }) => key).sort()).toEqual([inQueue, recent, "payments:evt_paid"].sort());
  });
});

describe("DELETE /auth/users/me", () => {
  it("200 deletes the notes about the user's rows, and unassigns the rows the user owned", async () => {
    const teacher = await createUserWithPassword({ role: "t" });
    const caller = await createAdminCaller(teacher);
    const { id } = await createListing(teacher, { expiresTs: app.clock.now + DAY_MS });
    const sentId = newId();
    await db.insert(contactMessages).values({
      id: sentId,
      userId: teacher.id,
      name: "Ș",
      email: teacher.email,
      subject: "s",
      message: "m",
      locale: "ro",
      createdTs: app.clock.now,
    });
    const order = await createOrder({ listingId: id, buyerId: teacher.id });
    await db.insert(disputes).values({
      id: "dp_erased",
      orderId: order.id,
      status: "needs_response",
      reason: "fraudulent",
      amount: 100,
      createdTs: app.clock.now,
    });
    const assigned = await message(1);
    const rowKeys = [`contact:${sentId}`, `listings_expiring:${id}`, "payments:dp_erased"];
    for (const key of rowKeys) await me.patch(key, { note: "despre cineva" });
    await me.patch(assigned, { note: "rămâne" });
    await db.update(followUpNotes).set({ ownerId: teacher.id }).where(eq(followUpNotes.key, assigned));
    await expectStatus(
      app.request(paths.authMe(), {
        method: "DELETE",
        json: { password: PASSWORD },
        headers: caller.headers,
      }),
      200,
    );
    expect(await db.select().from(followUpNotes)).toMatchObject([
      { key: assigned, ownerId: null, note: "rămâne" },
    ]);
    expect(await listRows(listings, { id })).toEqual([]);
  });
});
