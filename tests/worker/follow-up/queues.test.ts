import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  contactMessages,
  enquiries,
  followUpNotes,
  listingRevisions,
  listings,
  mailOutbox,
  orders,
  paymentEvents,
  refunds,
  reports,
  teacherInformation,
  users,
} from "@/db/schema";
import type { FollowUpQueue } from "@/shared/codes";
import { DAY_MS, HOUR_MS, toDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { createListing, createTeacher, createUser, listRows, updateRow } from "../../helpers/factories";
import { createAdminCaller, listFollowUp } from "../../helpers/follow-up";
import { createOrder, createPromotion } from "../../helpers/orders";
import { insertRequest } from "../requests/setup";

const MINUTE_MS = 60_000;

let now: number;
let teacher: Awaited<ReturnType<typeof createTeacher>>;
let listing: Awaited<ReturnType<typeof createListing>>;

beforeEach(async () => {
  now = app.clock.now;
  teacher = await createTeacher();
  listing = await createListing(teacher, { expiresTs: now + 60 * DAY_MS });
});

const admin = () => createAdminCaller();

/** Keys of one queue, in the list's order. */
async function listKeys(queue: FollowUpQueue): Promise<string[]> {
  const { content } = await listFollowUp(await admin(), { queue });
  return content.map(({ key }) => key);
}

const message = async (values: Partial<typeof contactMessages.$inferInsert> = {}) => {
  const id = newId();
  await db.insert(contactMessages).values({
    id,
    name: "Ilinca",
    email: "ilinca@example.test",
    subject: "Fotografia de profil",
    message: "Cum o schimb?",
    locale: "ro",
    createdTs: now,
    ...values,
  });
  return id;
};

const enquiry = async (values: Partial<typeof enquiries.$inferInsert> = {}) => {
  const id = newId();
  const learner = await createUser();
  await db.insert(enquiries).values({
    id,
    listingId: listing.id,
    teacherId: teacher.id,
    learnerId: learner.id,
    state: "new",
    createdTs: now - 3 * DAY_MS,
    lastMessageTs: now - 3 * DAY_MS,
    ...values,
  });
  return id;
};

describe("GET /api/admin/follow-up: rows of each queue", () => {
  it("contact: open messages", async () => {
    const open = await message();
    await message({ closedTs: now });
    expect(await listKeys("contact")).toEqual([`contact:${open}`]);
  });

  it("reports: each listing once, by its oldest open report", async () => {
    const report = (values: Partial<typeof reports.$inferInsert>) =>
      db
        .insert(reports)
        .values({ id: newId(), listingId: listing.id, reason: "spam", createdTs: now, ...values });
    await report({ createdTs: now - 5 * HOUR_MS, outcome: "dismissed", decidedTs: now });
    await report({ createdTs: now - 3 * HOUR_MS, reason: "unsafe" });
    await report({ createdTs: now - 2 * HOUR_MS });
    const { content } = await listFollowUp(await admin(), { queue: "reports" });
    expect(content).toMatchObject([
      { key: `reports:${listing.id}`, since_ts: { seconds: (now - 3 * HOUR_MS) / 1000 } },
    ]);
  });

  it("payments: open alerts about events, refused refunds, and orders that did not settle", async () => {
    const event = (values: Partial<typeof paymentEvents.$inferInsert>) =>
      db.insert(paymentEvents).values({
        id: `evt_${newId()}`,
        type: "charge.dispute.created",
        createdTs: now,
        receivedTs: now,
        outcome: "alert",
        payload: "{}",
        ...values,
      });
    await event({ id: "evt_open" });
    await event({ closedTs: now });
    await event({ outcome: "applied" });
    const order = (values: Parameters<typeof createOrder>[1]) =>
      createOrder({ listingId: listing.id, buyerId: teacher.id }, values);
    const refused = await order({});
    const repeated = await order({});
    const refund = (orderId: string, values: Partial<typeof refunds.$inferInsert>) =>
      db.insert(refunds).values({
        id: newId(),
        orderId,
        kind: "refund",
        amount: 500,
        state: "failed",
        createdTs: now - 2,
        ...values,
      });
    await refund(refused.id, {});
    await refund(repeated.id, {});
    await refund(repeated.id, { state: "sent", createdTs: now - 1 });
    const unsettled = await order({ state: "open", createdTs: now - 25 * HOUR_MS });
    expect(await listKeys("payments")).toEqual([
      `payments:${unsettled.id}`,
      `payments:${refused.id}`,
      "payments:evt_open",
    ]);
    await updateRow(orders, unsettled.id, { processingTs: now - DAY_MS });
    expect(await listKeys("payments")).not.toContain(`payments:${unsettled.id}`);
  });

  it("listings_pending: after 24 hours, pending revisions too", async () => {
    const pending = (ageMs: number) =>
      createListing(teacher, { state: "pending", submittedTs: now - ageMs, publishedTs: null });
    const late = await pending(DAY_MS);
    await pending(DAY_MS - MINUTE_MS);
    await db.insert(listingRevisions).values({
      listingId: listing.id,
      title: "Titlu nou, mai clar decât cel vechi",
      description: "…",
      submittedTs: now - DAY_MS - MINUTE_MS,
    });
    expect(await listKeys("listings_pending")).toEqual([
      `listings_pending:${listing.id}`,
      `listings_pending:${late.id}`,
    ]);
  });

  it("enquiries_unanswered: after 48 hours, unless answered, archived, blocked or never confirmed", async () => {
    const late = await enquiry({ createdTs: now - 2 * DAY_MS, awaitsAnswer: false });
    await enquiry({ teacherBlockedTs: 1, awaitsAnswer: false });
    await enquiry({ createdTs: now - 2 * DAY_MS + MINUTE_MS });
    await enquiry({ state: "answered" });
    await enquiry({ state: "spam" });
    await enquiry({ teacherId: null, learnerId: null, guestEmail: "g@example.test", guestName: "G" });
    expect(await listKeys("enquiries_unanswered")).toEqual([`enquiries_unanswered:${late}`]);
  });

  it("requests: those that wait, and after 48 hours those that are open without an answer", async () => {
    const request = async (values: Parameters<typeof insertRequest>[1]) =>
      (await insertRequest(await createUser(), values)).id;
    const pending = await request({ state: "pending", openedTs: null });
    const late = await request({ createdTs: now - 9 * DAY_MS, openedTs: now - 2 * DAY_MS });
    await request({ createdTs: now - 9 * DAY_MS, openedTs: now - 2 * DAY_MS + MINUTE_MS });
    await request({ openedTs: now - 3 * DAY_MS, answerCount: 1 });
    await request({ openedTs: now - 3 * DAY_MS, state: "closed" });
    expect(await listKeys("requests_pending")).toEqual([`requests_pending:${pending}`]);
    expect(await listKeys("requests_unanswered")).toEqual([`requests_unanswered:${late}`]);
  });

  it("promotions_ending: two days before, unless another of its kind follows or it was stopped", async () => {
    const insertPromotion = async (endsTs: number, target = listing, values: object = {}) => {
      const order = await createOrder({ buyerId: teacher.id, listingId: target.id });
      await createPromotion(order, { startsTs: now - 5 * DAY_MS, endsTs, ...values });
      return order.id;
    };
    const [second, third, fourth] = await Promise.all([1, 2, 3].map(() => createListing(teacher)));
    const due = await insertPromotion(now + 2 * DAY_MS);
    await insertPromotion(now + 2 * DAY_MS + MINUTE_MS, second);
    await insertPromotion(now + DAY_MS, third, { stoppedTs: now });
    await insertPromotion(now + DAY_MS, fourth);
    await insertPromotion(now + 9 * DAY_MS, fourth, { startsTs: now + DAY_MS });
    expect(await listKeys("promotions_ending")).toEqual([`promotions_ending:${due}`]);
    // Without `queue`, the list has no row that needs no person.
    const expiring = await createListing(teacher, { expiresTs: now + DAY_MS });
    const checkout = await createOrder(
      { buyerId: teacher.id, listingId: expiring.id },
      { state: "expired", paidTs: null, createdTs: now - DAY_MS, closedTs: now - DAY_MS },
    );
    const contact = await message();
    const { content } = await listFollowUp(await admin());
    const keys = content.map(({ key }) => key);
    expect(keys).toContain(`contact:${contact}`);
    for (const key of [due, expiring.id, checkout.id]) expect(keys.join()).not.toContain(key);
    expect(await listKeys("listings_expiring")).toContain(`listings_expiring:${expiring.id}`);
    expect(await listKeys("checkouts_abandoned")).toContain(`checkouts_abandoned:${checkout.id}`);
    await db.run(sql`delete from orders where id = ${checkout.id}`);
    await db.run(sql`update listings set state = 'paused' where id = ${expiring.id}`);
    await db.run(sql`delete from contact_messages`);
    app.clock.now += 2 * DAY_MS;
    expect(await listKeys("promotions_ending")).not.toContain(`promotions_ending:${due}`);
  });

  it("listings_expiring: from two weeks before until they expire", async () => {
    const soon = await createListing(teacher, { expiresTs: now + 14 * DAY_MS });
    await createListing(teacher, { expiresTs: now + 14 * DAY_MS + MINUTE_MS });
    await createListing(teacher, { expiresTs: now });
    await createListing(teacher, { expiresTs: now + DAY_MS, state: "paused" });
    expect(await listKeys("listings_expiring")).toEqual([`listings_expiring:${soon.id}`]);
  });

  it("checkouts_abandoned: the last one of each listing, for 30 days, unless a newer one exists", async () => {
    const [second, third] = await Promise.all([1, 2].map(() => createListing(teacher)));
    const insertCheckout = (createdTs: number, target: string | undefined, values: object = {}) =>
      createOrder(
        { buyerId: teacher.id, listingId: target ?? "" },
        { state: "expired", paidTs: null, createdTs, closedTs: createdTs, ...values },
      );
    await insertCheckout(now - 4 * DAY_MS, listing.id);
    const last = await insertCheckout(now - 3 * DAY_MS, listing.id, { state: "failed" });
    await insertCheckout(now - 30 * DAY_MS, second?.id);
    await insertCheckout(now - 3 * DAY_MS, third?.id);
    await createOrder({ buyerId: teacher.id, listingId: third?.id ?? "" });
    expect(await listKeys("checkouts_abandoned")).toEqual([`checkouts_abandoned:${last.id}`]);
  });

  it("profiles_incomplete: teachers without a county, from their sign-up; a phone number is optional", async () => {
    const insertTeacher = async (values: object, userValues: object = {}) => {
      const user = await createUser({ role: "t", signupTs: now - DAY_MS, ...userValues });
      await db.insert(teacherInformation).values({ userId: user.id, ...values });
      return `profiles_incomplete:${user.id}`;
    };
    const later = await insertTeacher({ phoneNumber: "+40712345678" });
    const earlier = await insertTeacher({}, { signupTs: now - 2 * DAY_MS });
    await insertTeacher({ county: "cj" });
    await insertTeacher({}, { disabledTs: now });
    await insertTeacher({}, { role: "u" });
    expect(await listKeys("profiles_incomplete")).toEqual([earlier, later]);
    const { jar: as } = await admin();
    expect(await app.read(paths.followUpRow(earlier), { as })).toContain("has not chosen a county");
    // Hundreds of done or snoozed rows, and as many that never qualify, do not hide the others.
    await db.run(sql`insert into users (id, email, role, first_name, last_name, signup_ts, disabled_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 2000)
      select printf('%016d', n), n || '@done.test', 't', 'A', 'B', 1, iif(n % 2, null, 1) from n`);
    await db.run(sql`insert into teacher_information (user_id)
      select id from users where email like '%@done.test'`);
    await db.run(sql`insert into follow_up_notes (key, since_ts, outcome, snoozed_until, updated_ts)
      select 'profiles_incomplete:' || id, 1, iif(id % 4 = 1, 'Done', null), iif(id % 4 = 1, null, '2026-12-01'), 1 from users where email like '%@done.test'`);
    expect(await listKeys("profiles_incomplete")).toEqual([earlier, later]);
  });

  it("suspensions: teachers with listings suspended as unsafe, once each, due in three days, until that ends", async () => {
    const suspend = (subject: "p" | "c", values: object = {}) =>
      createListing(teacher, {
        subject,
        state: "suspended",
        stateReasons: ["unsafe"],
        updatedTs: now - 2 * DAY_MS,
        ...values,
      });
    const { id } = await suspend("p", { updatedTs: now - 4 * DAY_MS });
    await suspend("c");
    const other = await createTeacher();
    await createListing(other, { state: "suspended", stateReasons: ["price"], updatedTs: 1 });
    const key = `suspensions:${teacher.id}`;
    expect(await listKeys("suspensions")).toEqual([key]);
    await updateRow(users, teacher.id, { disabledTs: now });
    expect(await listKeys("suspensions")).toEqual([]);
    await updateRow(users, teacher.id, { disabledTs: null });
    const listDue = async () =>
      (await listFollowUp(await admin(), { queue: "suspensions" })).content.map(({ due }) => due);
    expect(await listDue()).toEqual([toDay(now + DAY_MS)]);
    // A later suspension starts the three days again.
    await updateRow(listings, id, { updatedTs: now });
    expect(await listDue()).toEqual([toDay(now + 3 * DAY_MS)]);
    await db.update(listings).set({ state: "published" }).where(eq(listings.ownerId, teacher.id));
    expect(await listKeys("suspensions")).toEqual([]);
  });

  it("mail_undelivered: failed mails", async () => {
    const mail = (state: "waiting" | "dead") => ({
      id: newId(),
      template: "verify_email",
      recipient: "nobody@example.test",
      subject: "Confirm",
      text: "",
      html: "",
      createdTs: now,
      nextAttemptTs: now,
      lastError: "BOUNCED",
      state,
    });
    const dead = mail("dead");
    await db.insert(mailOutbox).values([dead, mail("waiting")]);
    const key = `mail_undelivered:${dead.id}`;
    expect(await listKeys("mail_undelivered")).toEqual([key]);
    // Of a person without an account the address can be corrected.
    const { jar: as } = await admin();
    const page = await app.read(paths.followUpRow(key), { as });
    for (const text of ["cannot go to another address", 'href="/admin/users?q=nobody"'])
      expect(page).toContain(text);
    // Neither can a mail with the recipient's own link.
    const mailed = { text: "Bună ziua", template: "enquiry_answered" };
    await updateRow(mailOutbox, dead.id, mailed);
    const correct = (address: string, note = {}) =>
      app.post(paths.adminCorrectMail(dead.id), { form: { address, ...note }, as });
    expect(await app.read(paths.followUpRow(key), { as })).toContain("cannot go to another address");
    await expectStatus(correct("ana@corrected.test"), 409);
    await updateRow(mailOutbox, dead.id, { template: "contact_reply" });
    // The note that was typed in the same form is kept, and saved with the corrected address.
    const typed = { version: "0", note: "Mi-a spus adresa la telefon." };
    const wrong = await (await expectStatus(correct("ana@", typed), 422)).text();
    for (const text of ['value="ana@"', 'href="#field-address"', `${typed.note}</textarea>`])
      expect(wrong).toContain(text);
    const save = (address: string) =>
      app.post(paths.followUpRow(key), { form: { ...typed, address, intent: "save" }, as });
    const unused = await (await expectStatus(save("ana@corrected.test"), 422)).text();
    for (const text of ["No email has been sent to this address", 'value="ana@corrected.test"'])
      expectText(unused, text);
    await expectStatus(correct("ana@corrected.test", typed), 303);
    expect(await listRows(followUpNotes, { key })).toMatchObject([{ note: typed.note }]);
    expect(await listRows(mailOutbox, { id: dead.id })).toMatchObject([
      { recipient: "ana@corrected.test", state: "waiting", attempts: 0 },
    ]);
    expect(await listRows(auditLog, { subject: `mail:${dead.id}`, action: "mail.retried" })).toMatchObject([
      { detail: { changed: ["address"] } },
    ]);
    await updateRow(mailOutbox, dead.id, { ...dead, ...mailed, template: "contact_reply" });
    // An account has the address by now.
    const person = await createUser({ email: dead.recipient });
    await expectStatus(correct("ana@corrected.test"), 409);
    const html = await app.read(paths.followUpRow(key), { as });
    expect(html).not.toContain('name="address"');
    // The same key snoozes a task as long on every page.
    expect(html).toMatch(/<kbd>P<\/kbd> (<!-- -->)?snooze until tomorrow/);
    expect(html).toContain(`href="${paths.adminUser(person.id, { task: key })}"`);
    expect(html).toContain("the mailbox refused it");
    expect(html).toContain(`href="${paths.adminMail({ to: dead.recipient })}&amp;task=`);
  });

  it("each row has a title, a person and a link; a row that returns later is open again", async () => {
    const caller = await admin();
    const { id, title } = await createListing(teacher, { expiresTs: now + DAY_MS });
    const key = `listings_expiring:${id}`;
    const read = async () =>
      (await listFollowUp(caller, { queue: "listings_expiring" })).content.filter((row) => row.key === key);
    expect(await read()).toEqual([
      {
        key,
        queue: "listings_expiring",
        subject: { what: title, who: "Ștefan Țepeș", about: "", path: `/admin/listings/${id}` },
        since_ts: { seconds: (now - 13 * DAY_MS) / 1000, nanoseconds: 0 },
        note: "",
        owner: null,
        due: null,
        outcome: null,
        snoozed_until: null,
        version: 0,
      },
    ]);
    await caller.patch(key, { outcome: "Called", note: "Will renew" });
    expect(await read()).toEqual([]);
    await db.update(listings).set({ expiresTs: now + 2 * DAY_MS });
    expect((await read()).find((row) => row.key === key)).toMatchObject({
      note: "",
      outcome: null,
      version: 1,
    });
  });
});
