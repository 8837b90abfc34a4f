import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { expect, it, vi } from "vitest";
import { appointments, enquiries, restores } from "@/db/schema";
import { HOUR_MS, toDay } from "@/shared/dates";
import { CRON_MINUTES } from "@/shared/job-crons";
import { paths } from "@/shared/paths";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, bindings, db, expectStatus } from "../../helpers/app";
import { emptyDatabase, restore, runJobs } from "../../helpers/backups";
import { findUser, signIn } from "../../helpers/factories";
import { confirmAsGuest, findGuestLink, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { queueTestMail, type SentMail } from "../../helpers/outbox";
import { pngBytes } from "../../helpers/pictures";
import { createPromotionFixture, listOrders, listPromotions } from "../../helpers/promotion-fixture";
import { call, createBearer, listKeys } from "../../helpers/storage-fixture";
import { insertAnsweredEnquiry } from "../reviews/contact";

/** Records the mails that leave, in front of the fake Stripe. */
function recordMails(): SentMail[] {
  const mails: SentMail[] = [];
  const stripe = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
    if (!String(input instanceof Request ? input.url : input).endsWith("/mail")) return stripe(input, init);
    mails.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 202 });
  });
  return mails;
}

it("after a restore, no mail leaves twice, payments and erasures are repeated, and orphans are found", async () => {
  const { stripe, teacher, id } = await createPromotionFixture();
  const mails = recordMails();
  // The bucket stores real times.
  app.clock.now = Date.now();
  const backedUp = app.clock.now;
  const runAll = async (changes = {}) => {
    for (const cron of Object.keys(CRON_MINUTES).filter((cron) => cron !== "*/5 1 * * *"))
      await runJobs(cron, app.clock.now, { ...bindings, ...changes });
  };
  const asTeacher = await createBearer(teacher);
  const putPicture = async (name: string) =>
    expectStatus(
      call(asTeacher, "PUT", `/storage/images/listings/${id}/${name}.png`, {
        body: await pngBytes(400, 300),
      }),
      201,
    );
  const leaver = await createUserWithPassword({ email: "leaver@mailuri.test" });
  const guest = newGuestEmail();
  await writeAsGuest(id, { email: guest });
  await confirmAsGuest(guest);
  const link = await findGuestLink(guest);
  const unanswered = { state: "new", answeredTs: null, createdTs: backedUp - 23 * HOUR_MS } as const;
  await insertAnsweredEnquiry({
    ...unanswered,
    listingId: id,
    teacherId: teacher.id,
    learnerId: (await createUserWithPassword()).id,
  });
  const lesson = await insertAnsweredEnquiry({
    listingId: id,
    teacherId: teacher.id,
    learnerId: leaver.id,
  });
  await db.insert(appointments).values({
    id: lesson,
    enquiryId: lesson,
    proposedBy: "learner",
    state: "accepted",
    times: [backedUp + 72 * HOUR_MS],
    time: backedUp + 72 * HOUR_MS,
    noticeTs: backedUp + 48 * HOUR_MS,
    minutes: 60,
    place: "online",
    createdTs: backedUp,
    updatedTs: backedUp,
  });
  await putPicture("before");
  await queueTestMail("waits@mailuri.test", backedUp);
  await runJobs("backup", backedUp);

  // A day of traffic.
  app.clock.now += HOUR_MS;
  await runAll();
  app.clock.now += HOUR_MS;
  const as = await signIn(teacher);
  await app.post(paths.promoteListing(id), { as, form: { package: "top7", immediate_start: "1" } });
  await stripe.report("checkout.session.completed", stripe.pay());
  await putPicture("after");
  const asLeaver = await createBearer(leaver);
  await expectStatus(call(asLeaver, "DELETE", paths.authMe(), { json: { password: PASSWORD } }), 200);
  await app.post(paths.enquiry(link.id), { form: { token: link.token, intent: "erase" } });
  app.clock.now += 16 * HOUR_MS;
  // What the jobs of a run queue leaves with the next.
  for (let run = 0; run < 2; run++) await runAll();
  const sent = [...mails];
  for (const to of ["waits@mailuri.test", leaver.email]) expect(sent.map((mail) => mail.to)).toContain(to);
  const [order] = await listOrders(id);
  expect(order?.state).toBe("fulfilled");
  const invoices = await db.all("select * from invoices");
  const ofLesson = sent.filter(({ text }) => text.includes(paths.enquiry(lesson)));
  expect(ofLesson.map(({ to }) => to)).toEqual([teacher.email]);
  expect(sent.filter(({ to }) => to === teacher.email).length).toBeGreaterThan(2);

  await emptyDatabase();
  await restore(app.clock.now, toDay(backedUp));
  expect(await findUser(leaver.id)).toBeDefined();
  await runAll({ MAINTENANCE: "1" });
  expect(await db.select().from(restores)).toMatchObject([{ resumedTs: null }]);

  // Maintenance has ended.
  for (let run = 0; run < 2; run++, app.clock.now += 10 * 60_000) await runAll();
  // A payment whose webhook is lost.
  await app.post(paths.promoteListing(id), {
    as: await signIn(teacher),
    form: { package: "top7", immediate_start: "1" },
  });
  const paid = stripe.event("checkout.session.completed", stripe.pay());
  await runAll();
  expect(mails.slice(sent.length)).toEqual([]);
  app.clock.now += HOUR_MS;
  for (let run = 0; run < 2; run++) await runAll();
  const { client_reference_id: laterOrder } = paid.data.object as Stripe.Checkout.Session;
  expect(mails.slice(sent.length).map(({ to, text }) => [to, text.includes(String(laterOrder))])).toEqual([
    [teacher.email, true],
  ]);
  expect((await listOrders(id)).map((row) => [row.id, row.state])).toEqual([
    [order?.id, "fulfilled"],
    [laterOrder, "fulfilled"],
  ]);
  expect(await listPromotions(id)).toHaveLength(2);
  expect((await db.all("select number from invoices order by number")).slice(0, invoices.length)).toEqual(
    invoices.map((row) => ({ number: (row as { number: number }).number })),
  );
  expect(await findUser(leaver.id)).toBeUndefined();
  expect(
    await db.select({ email: enquiries.guestEmail }).from(enquiries).where(sql`id = ${link.id}`),
  ).toEqual([{ email: null }]);

  const folder = `images/listings/${id}/`;
  const isOf = (name: string) => (key: string) => key.includes(name);
  expect(await db.select().from(restores)).toMatchObject([{ orphans: "counted", orphanFiles: 2 }]);
  expect((await listKeys(folder)).filter(isOf("after"))).toHaveLength(2);
  await db.run(sql`update restores set orphans = 'delete', orphan_files = 0, orphans_key = ''`);
  await runJobs("sweep-orphans", app.clock.now);
  expect(await db.select().from(restores)).toMatchObject([{ orphans: "deleted", orphanFiles: 2 }]);
  expect((await listKeys(folder)).filter(isOf("after"))).toEqual([]);
  expect((await listKeys(folder)).filter(isOf("before"))).toHaveLength(2);

  // The entry of an erasure that failed is removed.
  await db.delete(restores);
  await bindings.BACKUPS.put(`erased/user/${teacher.id}`, "");
  await runJobs("repeat-erasures", app.clock.now);
  expect(await findUser(teacher.id)).toBeDefined();
  expect(await bindings.BACKUPS.head(`erased/user/${teacher.id}`)).toBeNull();
});
