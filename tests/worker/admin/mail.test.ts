import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, enquiries, mailOutbox, reports } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { type Actor, app, db, expectRedirect, expectStatus, expectText, resetApp } from "../../helpers/app";
import { countRows, createAdmin, createListing, createTeacher, listRows } from "../../helpers/factories";

const MINUTE = 60_000;
let admin: Actor;

type Mail = typeof mailOutbox.$inferInsert;

beforeEach(async () => {
  admin = await createAdmin();
  await db.delete(mailOutbox);
  await db.delete(auditLog);
});

/** A mail that failed an hour ago, with overrides. Returns its id. */
async function insertMail(overrides: Partial<Mail> = {}): Promise<string> {
  const id = newId();
  const { now } = app.clock;
  await db.insert(mailOutbox).values({
    id,
    template: "verify_email",
    recipient: "ana@example.test",
    subject: `Confirm ${id}`,
    text: "text",
    html: "html",
    createdTs: now - 25 * 60 * MINUTE,
    nextAttemptTs: now - 60 * MINUTE,
    attempts: 14,
    state: "dead",
    lastError: "mail endpoint answered 503",
    ...overrides,
  });
  return id;
}
const row = async (id: string) => (await listRows(mailOutbox, { id }))[0];
const page = async (path = "/admin/mail") => (await app.get(path, { as: admin })).text();
const retry = (id: string, as: Actor = admin) => app.post(`/admin/mail/${id}/retry`, { as });
const subjects = (html: string) =>
  [...html.matchAll(/entry__title">([^<]*)</g)].map(([, subject]) => subject);

describe("GET /admin/mail", () => {
  it("lists failed and late mails, newest first, with all their details", async () => {
    const dead = await insertMail();
    const late = await insertMail({
      state: "waiting",
      createdTs: app.clock.now - 11 * MINUTE,
      nextAttemptTs: app.clock.now + 3 * MINUTE,
      recipient: "ion@example.test",
      attempts: 1,
      lastError: "<b>503</b>",
    });
    await insertMail({ state: "waiting", createdTs: app.clock.now - 9 * MINUTE });
    await insertMail({ state: "sent" });
    const html = await page();
    expect(subjects(html)).toEqual([`Confirm ${late}`, `Confirm ${dead}`]);
    expectText(
      html,
      "ana@example.test",
      "ion@example.test",
      "14 tries",
      "1 try",
      "Last response: mail endpoint answered 503",
      "&lt;b&gt;503&lt;/b&gt;",
      `action="/admin/mail/${dead}/retry"`,
    );
  });

  it("shows twenty per page, each once", async () => {
    const ids = [];
    // Mails are created in pairs at the same time: the cursor must tell them apart.
    for (let n = 0; n < 41; n++) ids.push(await insertMail({ createdTs: 1000 + Math.floor(n / 2) }));
    const seen: (string | undefined)[] = [];
    let path: string | undefined = "/admin/mail";
    let pages = 0;
    while (path) {
      const html: string = await page(path);
      seen.push(...subjects(html));
      path = html.match(/rel="next" href="([^"]+)"/)?.[1];
      pages++;
    }
    expect(pages).toBe(3);
    expect(seen.sort()).toEqual(ids.map((id) => `Confirm ${id}`).sort());
    expect(subjects(await page("/admin/mail?after=nonsense"))).toHaveLength(20);
  });

  it("offers no retry for a mail whose link has expired, and says so", async () => {
    const over = await insertMail({ linkExpiresTs: app.clock.now });
    const good = await insertMail({ linkExpiresTs: app.clock.now + 1 });
    const html = await page();
    expect(html).not.toContain(`/admin/mail/${over}/retry`);
    expect(html).toContain(`/admin/mail/${good}/retry`);
    expect(html.match(/so it cannot be sent again/g)).toHaveLength(1);
    await expectStatus(retry(over), 409);
    expect(await row(over)).toMatchObject({ state: "dead", attempts: 14 });
    await expectStatus(retry(good), 303);
  });

  it("lists all mails to an address, with links to the recipient and to what they are about", async () => {
    const user = await createTeacher();
    const listing = await createListing(user);
    const enquiry = { id: newId(), listingId: listing.id, teacherId: user.id, state: "new" } as const;
    await db.insert(enquiries).values({ ...enquiry, createdTs: 1, lastMessageTs: 1 });
    const { now } = app.clock;
    const to = { recipient: user.email, lastError: "" };
    const sent = await insertMail({ ...to, state: "sent", createdTs: now, sentTs: now });
    const order = await insertMail({ ...to, about: "order:0000000000000001" });
    const about = await insertMail({ ...to, about: `enquiry:${enquiry.id}`, createdTs: 1 });
    const guest = { guestName: "Ilinca Pop", guestEmail: "ilinca@example.test", guestLocale: "ro" } as const;
    const asked = { ...enquiry, ...guest, id: newId(), createdTs: 1, lastMessageTs: 1 };
    await db.insert(enquiries).values(asked);
    await insertMail({ recipient: "nou@example.test", about: `user:${user.id}` });
    expect(await page(paths.adminMail({ to: "nou@example.test" }))).toContain(
      `href="${paths.adminUser(user.id)}">Account`,
    );
    const answer = await insertMail({ recipient: guest.guestEmail, about: `enquiry:${asked.id}` });
    const list = () => page(paths.adminMail({ to: user.email.toUpperCase() }));
    const html = await list();
    expect(subjects(html)).toEqual([sent, order, about].map((id) => `Confirm ${id}`));
    for (const path of [
      paths.adminUser(user.id),
      paths.adminOrder("0000000000000001"),
      paths.adminListing(listing.id),
      "tel:+40712345678",
    ])
      expect(html).toContain(`href="${path}"`);
    expect(html).not.toContain(`/admin/mail/${sent}/retry`);
    // A guest's mail names the guest and leads to the teacher. Its task is closed here.
    const ofGuest = () => page(paths.adminMail({ to: guest.guestEmail }));
    expectText(await ofGuest(), `To Ilinca Pop (${guest.guestEmail})`, `href="${paths.adminUser(user.id)}"`);
    const task = paths.followUpRow(`mail_undelivered:${answer}`);
    expect(await ofGuest()).toContain(`action="${task}"`);
    await expectStatus(app.post(task, { form: { intent: "done" }, as: admin }), 303);
    expect(await ofGuest()).not.toContain(`action="${task}"`);
    const report = { id: newId(), listingId: listing.id, enquiryId: enquiry.id, reason: "spam" } as const;
    await db.insert(reports).values({ ...report, text: "", createdTs: now });
    expect(await list()).toContain(`href="${paths.adminConversation(enquiry.id)}"`);
    expect(await page(paths.adminMail({ to: "nobody@example.test" }))).toContain("No emails to this address");
  });

  it("offers no retry to a mailbox that refuses mail", async () => {
    const suppressed = await insertMail({ lastError: "E_RECIPIENT_SUPPRESSED" });
    const html = await page();
    expect(html).not.toContain(`/admin/mail/${suppressed}/retry`);
    expect(html).toContain("another try does not help");
  });

  it("explains why a sent mail came back, without a code, and offers no retry of it", async () => {
    const id = await insertMail({ text: "", lastError: "COMPLAINT" });
    const html = await page();
    expect(html).not.toContain("COMPLAINT");
    expect(html).toContain("The recipient marked this email as spam");
    expect(html).not.toContain(`/admin/mail/${id}/retry`);
    await expectStatus(retry(id), 404);
  });

  it("stands on top of the admin home page, and has a badge in the menu", async () => {
    for (const state of ["dead", "dead", "waiting"] as const) await insertMail({ state });
    const html = await page("/admin");
    const title = html.indexOf("3 emails were not delivered, or are delayed");
    expect(title).toBeGreaterThan(0);
    expect(title).toBeLessThan(html.indexOf("<h2>"));
    expect(html).toMatch(/Emails <span class="admin-nav__count">3</);
  });
});

describe("POST /admin/mail/{id}/retry", () => {
  it("queues a failed mail for another day and records the admin", async () => {
    const id = await insertMail();
    await expectRedirect(retry(id), "/admin/mail?done=retried");
    const { now } = app.clock;
    expect(await row(id)).toMatchObject({
      state: "waiting",
      attempts: 0,
      nextAttemptTs: now,
      createdTs: now,
    });
    const [noted] = await db.select().from(auditLog);
    expect(noted).toMatchObject({ action: "mail.retried", subject: `mail:${id}` });
    expect(await page("/admin/mail?done=retried")).toContain("is being sent again");
    // The list of an address, which a task opened in a run, stays open.
    const query = { to: "ana@example.test", task: `mail_undelivered:${id}`, run: "0.1.x" };
    const again = await insertMail();
    const path = paths.adminMailRetry(again, query);
    expect(await page(paths.adminMail(query))).toContain(`action="${path.replaceAll("&", "&amp;")}"`);
    await expectRedirect(app.post(path, { as: admin }), paths.adminMail({ done: "retried", ...query }));
  });

  it("triggers the sender", async () => {
    const woken: unknown[] = [];
    const queue = { send: async (message: unknown) => void woken.push(message) };
    resetApp();
    Object.assign(app.bindings, { MAIL_QUEUE: queue });
    await retry(await insertMail());
    expect(woken).toEqual([{ wake: "outbox" }]);
  });

  it("reschedules a late mail, but not one that may be in transit", async () => {
    const { now } = app.clock;
    const late = await insertMail({ state: "waiting", nextAttemptTs: now + 5 * MINUTE });
    await retry(late);
    expect(await row(late)).toMatchObject({ attempts: 0, nextAttemptTs: now });
    const claimed = await insertMail({ state: "waiting", nextAttemptTs: now + 20_000 });
    await expectStatus(retry(claimed), 303);
    expect(await row(claimed)).toMatchObject({ attempts: 14, nextAttemptTs: now + 20_000 });
    expect(await countRows("audit_log")).toBe(1);
  });

  it("returns 404 for a sent mail, an unknown or a malformed id", async () => {
    await expectStatus(retry(await insertMail({ state: "sent" })), 404);
    await expectStatus(retry(newId()), 404);
    await expectStatus(retry("nonsense"), 404);
  });
});
