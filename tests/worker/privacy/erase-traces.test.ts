import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { enquiries, invoices, listingImages, messages, orders, paymentEvents, promotions } from "@/db/schema";
import { JOIN_MS } from "@/features/mail/queue-mail-statements";
import { runSchedule } from "@/jobs";
import { paths } from "@/shared/paths";
import { bearer, createUserWithPassword, PASSWORD, signInByEmail } from "../../helpers/accounts";
import { app, db, expectStatus, expectText } from "../../helpers/app";
import { createListing, listRows, mailsTo } from "../../helpers/factories";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { findTerms, listListingIds, listPaymentEvents, readStoredTexts } from "./stored-texts";
import { createTwoUsers } from "./two-users";
import type { StoredUser } from "./user-data";

/** Words that the full-text index stores folded, without shared prefixes. */
const removePrefixes = (terms: string[]) => terms.map((word) => word.replace(/^wq/, ""));

const LEARNERS_WORDS = removePrefixes([
  "wqlearnerone",
  "wqlearnertwo",
  "wqplaceone",
  "wqplacetwo",
  "wqguestone",
  "wqguesttwo",
  "wqreporttwo",
  "wqreportguest",
  "wqreporter",
  "wqcontactguest",
  "wqreviewone",
  "wqreviewtwo",
]);
const TEACHERS_WORDS = removePrefixes([
  "wqteacherone",
  "wqtitleone",
  "wqdescriptionone",
  "wqquarter",
  "wqnoteone",
  "wqdecisionone",
  "wqobjectionone",
  "wqtitletwo",
  "wqdescriptiontwo",
  "wqnotetwo",
  "wqtitlethree",
  "wqpainting",
  "wqreportone",
  "wqsaidone",
  "wqroleone",
  "wqcontactone",
  "wqrefundone",
  "wqtransferone",
  "wqreplyone",
  "wqreviewreport",
  "wqavenue",
  "wqdiploma",
  "wqoccupation",
  "wqemployer",
  "wqschool",
  "wqbachelor",
  "wqmaster",
  "wqdoctor",
  "722334455",
  "46.77123",
]);

const personal = ({ id, email, firstName, lastName, birthDate }: StoredUser) => [
  id,
  email,
  firstName,
  lastName,
  birthDate ?? "",
];

test("after learner and teacher are erased, neither database nor bucket contains a trace of them", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { mailed, teacher, learner, bystander, admin, ...life } = await createTwoUsers();
  const { enquiryId, otherEnquiryId, asTeacher } = life;
  const erase = (token: string) =>
    app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...bearer(token) });
  const before = await readStoredTexts();
  for (const word of [...personal(learner), ...personal(teacher), ...LEARNERS_WORDS, ...TEACHERS_WORDS]) {
    expect(findTerms(before, [word]), word).not.toEqual([]);
  }
  expect([...before.keys()].filter((location) => location.endsWith("/share.png"))).toHaveLength(1);
  // Not even in the pages of the index.
  for (const index of [
    "listings_fts_data",
    "listings_by_price_data",
    "listings_by_rating_data",
    "promotions_fts_data",
  ]) {
    const locations = findTerms(before, ["titleone"]);
    expect(
      locations.some((location) => location.startsWith(index)),
      index,
    ).toBe(true);
  }

  // Some mails were sent, some are queued, one failed, and two messages wait for others to join them.
  await mailed.deliver(app.clock.now);
  const say = (id: string, message: string) =>
    expectStatus(app.post(paths.enquiry(id), { as: life.asLearner, form: { message } }), 303);
  await say(enquiryId, "Încă ceva: wqlearnerthree");
  await mailed.deliver(app.clock.now + JOIN_MS);
  await say(enquiryId, "Și încă ceva: wqlearnerfive");
  await say(otherEnquiryId, "Încă ceva: wqlearnerfour");
  await db.run(
    sql`update mail_outbox set state = 'dead' where recipient = ${bystander.email} and state = 'waiting'`,
  );

  await expectStatus(erase(life.learnerToken), 200);
  const learners = [...personal(learner), ...LEARNERS_WORDS, "learnerthree", "learnerfour", "learnerfive"];
  const waiting = findTerms(await readStoredTexts(), learners).filter(
    (term) => !term.startsWith("mail_outbox"),
  );
  expect(waiting).toEqual([]);
  // Mails queued before are sent, and then deleted as well; messages that waited for others are not sent.
  await mailed.deliver(app.clock.now + 2 * JOIN_MS);
  const isReceived = (word: string) => mailed.received.some(({ text }) => text.includes(word));
  expect(["wqlearnerthree", "wqlearnerfour", "wqlearnerfive"].map(isReceived)).toEqual([true, false, false]);
  expect(mailed.received.some(({ to }) => to === learner.email)).toBe(true);
  expect(findTerms(await readStoredTexts(), learners)).toEqual([]);

  // The teacher keeps their own messages.
  const thread = await app.read(paths.enquiry(enquiryId), { as: asTeacher });
  expectText(thread, "wqteacherone", "Deleted account");
  const [orderIds, listingIds] = [
    (await db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, teacher.id))).map(
      ({ id }) => id,
    ),
    await listListingIds(teacher.id),
  ];
  await expectStatus(erase(life.teacherToken), 200);
  await mailed.deliver(app.clock.now);
  const after = await readStoredTexts();
  expect(findTerms(after, [...personal(teacher), ...TEACHERS_WORDS, ...listingIds, enquiryId])).toEqual([]);
  // The law requires that invoices keep their buyer.
  const billed = removePrefixes(["wqbilledname", "wqbilledstreet"]);
  const billedLocations = findTerms(after, billed);
  expect(billedLocations).not.toEqual([]);
  expect(billedLocations.filter((location) => !location.startsWith("invoices"))).toEqual([]);
  // The invoice register is kept for accounting, like the invoices. It names no buyer.
  expect([...after.keys()].filter((location) => /^bucket (?!invoices\/)/.test(location))).toEqual([]);

  // Both sides of the first conversation are erased; the other one still has its teacher.
  expect(await listRows(enquiries, { id: enquiryId })).toEqual([]);
  const [other] = await listRows(enquiries, { id: otherEnquiryId });
  expect(other).toMatchObject({ teacherId: bystander.id, learnerId: null });
  const remainingMessages = await listRows(messages, { enquiryId: otherEnquiryId });
  expect(remainingMessages.map(({ author }) => author)).toEqual(["teacher"]);
  // That teacher's conversation is still listed.
  const inbox = await app.read(paths.inbox(), { as: bystander });
  expect(inbox).toContain("Deleted account");

  // Orders are kept for accounting.
  const left = await db.select().from(orders).where(sql`id in ${orderIds}`);
  expect(left.map(({ state }) => state).sort()).toEqual(["expired", "partially_refunded"]);
  for (const order of left) {
    expect(order).toMatchObject({ buyerId: null, listingId: null, checkoutUrl: null });
    expect(order.amount).toBeGreaterThan(0);
  }
  const books = await db.select().from(invoices).where(sql`order_id in ${orderIds}`);
  expect(books).toMatchObject([
    { kind: "invoice", amount: 1900, buyer: { name: "Wqbilledname" } },
    { kind: "credit_note", amount: 500, buyer: { name: "Wqbilledname" } },
  ]);
  expect(await db.select().from(promotions)).toEqual([]);
  expect(await db.select().from(listingImages)).toEqual([]);
  await expectConsistentIndex(app.clock.now);
  expect((await app.bindings.DB.prepare("pragma foreign_key_check").all()).results).toEqual([]);
  // Users who are not erased are unchanged.
  expect(findTerms(after, [bystander.email, admin.email])).not.toEqual([]);
});

test("an erased admin's actions stay without an actor; a picture added to another user's listing stays with it", async () => {
  const { teacher, listing } = await createTwoUsers();
  const leaving = await createUserWithPassword({ role: "a" });
  const pending = await createListing(teacher, { state: "pending", subject: "b" });
  await expectStatus(
    app.post(paths.adminListingAction(pending.id, "approve"), { as: leaving, form: { version: "1" } }),
    303,
  );
  await db
    .update(listingImages)
    .set({ ownerId: leaving.id })
    .where(sql`listing_id = ${listing.id} and position = 1`);
  const { token } = await signInByEmail(leaving.email);
  await expectStatus(
    app.request(paths.authMe(), {
      method: "DELETE",
      json: { password: PASSWORD },
      ...bearer(token),
    }),
    200,
  );
  const log = await db.query.auditLog.findMany({
    where: (row, { eq: is }) => is(row.subject, `listing:${pending.id}`),
  });
  expect(log).toMatchObject([{ action: "listing.approved", actorId: null }]);
  const owners = await listRows(listingImages, { listingId: listing.id });
  expect(owners.map(({ ownerId }) => ownerId)).toEqual([teacher.id, teacher.id]);
});

test("a payment that arrives after its buyer was erased is refunded, without a mail, a name or a failure", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { stripe, teacher, teacherToken, openCheckoutSession } = await createTwoUsers();
  // The buyer is on the payment page: Stripe can't expire a completed checkout.
  const session = stripe.pay(openCheckoutSession);
  await expectStatus(
    app.request(paths.authMe(), {
      method: "DELETE",
      json: { password: PASSWORD },
      ...bearer(teacherToken),
    }),
    200,
  );
  const mails = (await mailsTo(teacher.email)).length;
  const order = async () => (await listRows(orders, { checkoutSessionId: session.id }))[0];
  expect(await order()).toMatchObject({ state: "expired", buyerId: null, closedTs: app.clock.now });

  const completed = stripe.event("checkout.session.completed", {
    ...session,
    customer_details: { email: teacher.email, name: "Zvonka" },
  });
  for (let n = 0; n < 2; n++) await expectStatus(stripe.send(completed), 200);
  const orderRefunds = stripe.refunds
    .all()
    .filter((refund) => refund.payment_intent === session.payment_intent);
  expect(orderRefunds).toMatchObject([{ amount: session.amount_total }]);
  expect(await order()).toMatchObject({
    state: "refunded",
    refundedAmount: session.amount_total,
    billing: null,
  });
  // Only its invoice and credit note name the buyer.
  const documents = await listRows(invoices, { orderId: (await order())?.id ?? "" });
  expect(documents.map(({ kind, buyer }) => [kind, buyer?.name])).toEqual([
    ["invoice", "Wqbilledname"],
    ["credit_note", "Wqbilledname"],
  ]);
  await stripe.send(stripe.event("charge.refunded", stripe.charge(session, session.amount_total ?? 0)));
  expect((await mailsTo(teacher.email)).length).toBe(mails);
  const events = await listPaymentEvents((await order())?.id ?? "");
  expect(events).toHaveLength(2);
  for (const { payload } of events) expect(payload).not.toMatch(/zvonka/i);
});

test("erased buyers' paid orders still follow refunds and disputes, and the jobs skip them", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const { stripe, teacherToken, paid } = await createTwoUsers();
  await app.request(paths.authMe(), {
    method: "DELETE",
    json: { password: PASSWORD },
    ...bearer(teacherToken),
  });
  const order = async () => (await listRows(orders, { checkoutSessionId: paid.id }))[0];
  expect(await order()).toMatchObject({ state: "partially_refunded", buyerId: null });
  const dispute = {
    id: "dp_1",
    object: "dispute",
    payment_intent: paid.payment_intent,
    status: "needs_response",
  };
  await expectStatus(stripe.send(stripe.event("charge.dispute.created", dispute)), 200);
  expect(await order()).toMatchObject({ state: "disputed" });
  const won = stripe.event("charge.dispute.closed", { ...dispute, status: "won" });
  await expectStatus(stripe.send(won), 200);
  expect(await order()).toMatchObject({ state: "partially_refunded", refundedAmount: 500 });
  await stripe.send(stripe.event("charge.refunded", stripe.charge(paid, 900)));
  expect(await order()).toMatchObject({ state: "partially_refunded", refundedAmount: 900 });
  const lost = stripe.event("charge.dispute.closed", { ...dispute, id: "dp_2", status: "lost" });
  await stripe.send(lost);
  expect(await order()).toMatchObject({ state: "refunded" });
  // The event of the lost dispute is kept without personal data.
  await stripe.send(
    stripe.event("refund.failed", { id: "re_9", amount: 900, payment_intent: paid.payment_intent }),
  );
  expect(await order()).toMatchObject({ state: "refunded" });
  expect((await listRows(paymentEvents, { id: lost.id }))[0]?.payload).toContain('"lost"');

  app.clock.now += 2 * 3_600_000;
  for (const job of ["reconcile-orders", "reconcile-events"]) {
    await runSchedule(job, app.bindings, { waitUntil: () => {} });
  }
});
