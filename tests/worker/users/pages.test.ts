import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  auditLog,
  contactMessages,
  disputes,
  enquiries,
  followUpNotes,
  mailOutbox,
  reports,
} from "@/db/schema";
import { DAY_MS, startOfDay } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import {
  app,
  createTestApp,
  db,
  expectNoText,
  expectPage,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createAdmin, createListing, createTeacher, createUser, type User } from "../../helpers/factories";
import { createOrder } from "../../helpers/orders";
import { insertRequest } from "../requests/setup";
import { createReview } from "../reviews/create-review";
import { insertVerification } from "../verifications/setup";

let admin: User;
beforeEach(async () => {
  admin = await createAdmin();
});

const page = async (path: string, jar = admin) => {
  const answer = await app.get(path, { as: jar });
  expect(answer.status, path).toBe(200);
  return answer.text();
};
/** Every id that a list links to, over all its pages. */
async function listUserIds(path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | undefined = path; next; ) {
    const html: string = await page(next);
    ids.push(
      ...[...html.matchAll(/class="entry__title"><a href="\/admin\/users\/(\w+)"/g)].map(
        ([, id]) => id ?? "",
      ),
    );
    next = html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&");
  }
  return ids;
}

describe("GET /admin/users", () => {
  it("matches prefixes of name and address, in any spelling, newest first", async () => {
    const user = await createUser({
      firstName: "Sorina",
      lastName: "Țăranu",
      email: "s.taranu@scoala.test",
    });
    const two = await createUser({
      firstName: "Ştefania",
      lastName: "TARAN",
      signupTs: app.clock.now + 1,
    });
    expect(await listUserIds(paths.adminUsers({ q: "taran" }))).toEqual([two.id, user.id]);
    expect(await listUserIds(paths.adminUsers({ q: "ȚĂRAN sor" }))).toEqual([user.id]);
    expect(await listUserIds(paths.adminUsers({ q: "s.taranu@scoala" }))).toEqual([user.id]);
    expect(await listUserIds(paths.adminUsers({ q: "stefan țaran" }))).toEqual([two.id]);
    expect(await listUserIds(paths.adminUsers({ q: "aran" })), "no middles of words").toEqual([]);
  });

  it("lists an exact address before prefix matches, once", async () => {
    const ownUser = await createUser({ email: "ion@scoala.test", signupTs: 1 });
    const others: string[] = [];
    for (let n = 0; n < 45; n++) {
      const { id } = await createUser({ firstName: "Ion", email: `p${n}@scoala.test`, signupTs: 2 + n });
      others.unshift(id);
    }
    expect(await listUserIds(paths.adminUsers({ q: " Ion@scoala.test " }))).toEqual([ownUser.id, ...others]);
    expect(await listUserIds(paths.adminUsers({ q: "ion@scoala.test", role: "a" }))).toEqual([]);
    expect(await listUserIds(paths.adminUsers({ q: "ion@scoala" }))).toEqual([...others, ownUser.id]);
  });

  it("follows a change of name, and does not list erased users", async () => {
    const user = await createUser({ firstName: "Zenobia" });
    await db.run(sql`update users set first_name = 'Aurelian' where id = ${user.id}`);
    expect(await listUserIds(paths.adminUsers({ q: "zenobia" }))).toEqual([]);
    expect(await listUserIds(paths.adminUsers({ q: "aurelian" }))).toEqual([user.id]);
    await db.run(sql`delete from users where id = ${user.id}`);
    expect(await listUserIds(paths.adminUsers({ q: "aurelian" }))).toEqual([]);
  });

  it("finds the same by every filter, page by page", async () => {
    const word = "Wanda";
    const newUsers: { id: string; role: string; disabled: boolean }[] = [];
    for (let n = 0; n < 70; n++) {
      const role = n % 9 === 0 ? "a" : n % 4 === 0 ? "t" : "u";
      const disabled = n % 5 === 0;
      const closed = disabled ? { disabledTs: 1, disabledBy: "admin" as const } : {};
      const signupTs = app.clock.now - 1000 + n;
      const { id } = await createUser({ firstName: word, role, signupTs, ...closed });
      newUsers.unshift({ id, role, disabled });
    }
    for (const role of [null, "u", "t", "a"]) {
      for (const disabled of [null, true, false]) {
        const wanted = newUsers.filter(
          (user) =>
            (role === null || user.role === role) && (disabled === null || user.disabled === disabled),
        );
        const filters = { q: "wan", role, disabled: disabled === null ? null : String(disabled) };
        expect(await listUserIds(paths.adminUsers(filters)), JSON.stringify(filters)).toEqual(
          wanted.map(({ id }) => id),
        );
        const all = await listUserIds(paths.adminUsers({ ...filters, q: "" }));
        expect(all.filter((id) => newUsers.some((user) => user.id === id))).toEqual(
          wanted.map(({ id }) => id),
        );
      }
    }
  });

  it.each(['"', "*", "a AND", "NEAR(a b)", "name:a", "-a", "^a", "%", "'; drop", " ", "a".repeat(300)])(
    "accepts %j as a query",
    async (q) => {
      await page(paths.adminUsers({ q }));
    },
  );
});

describe("GET /admin/users/{id}", () => {
  it("shows the account, its listings and orders, its history, and who acted", async () => {
    const teacher = await createTeacher({ emailVerifiedTs: null });
    const listing = await createListing(teacher, { title: "Chimie organică" });
    await app.post(paths.adminUserAction(teacher.id, "disable"), {
      form: { category: "other", reason: "Din glumă." },
      as: admin,
    });
    const html = await page(paths.adminUser(teacher.id));
    expect(html).not.toContain('href="#suspend-listings"');
    expectText(
      html,
      'href="#enable-account"',
      'id="enable-account"',
      "Lessons that were canceled stay canceled",
      "also stay hidden after it is enabled again",
      teacher.email,
      "Chimie organică",
      paths.adminListing(listing.id),
      "not confirmed",
      "Account disabled",
      "Din glumă.",
      paths.adminUser(admin.id),
    );
  });

  it("says why a mail did not arrive, and shows what else concerns the user, but no private messages", async () => {
    const teacher = await createTeacher({ mailOff: ["reviews", "news"] });
    const listing = await createListing(teacher, { title: "Chimie organică" });
    const { now } = app.clock;
    const mail = {
      template: "verify_email",
      recipient: teacher.email,
      text: "",
      html: "",
      nextAttemptTs: now,
    };
    await db.insert(mailOutbox).values([
      { ...mail, id: newId(), subject: "Confirmați adresa", createdTs: 1, state: "sent", sentTs: 2 },
      {
        ...mail,
        id: newId(),
        subject: "Refuzat",
        createdTs: 2,
        state: "dead",
        lastError: "E_RECIPIENT_SUPPRESSED",
      },
      {
        ...mail,
        id: newId(),
        subject: "Întârziat",
        createdTs: 3,
        lastError: "mail endpoint returned status 503",
      },
    ]);
    const contact = {
      id: newId(),
      userId: teacher.id,
      name: "T",
      email: "t@example.test",
      message: "Bună ziua",
    };
    await db
      .insert(contactMessages)
      .values({ ...contact, subject: "Factura mea", locale: "ro", createdTs: now });
    await db
      .insert(reports)
      .values({ id: newId(), listingId: listing.id, reason: "unsafe", text: "", createdTs: now });
    const note = { key: `listings_pending:${listing.id}`, sinceTs: now, updatedTs: now, version: 1 };
    await db.insert(followUpNotes).values({ ...note, note: "Am sunat-o marți" });
    const learner = await createUser();
    const enquiry = { id: newId(), listingId: listing.id, teacherId: teacher.id, learnerId: learner.id };
    await db.insert(enquiries).values({ ...enquiry, state: "new", createdTs: now, lastMessageTs: now });
    const order = await createOrder({ listingId: listing.id, buyerId: teacher.id });
    const dispute = { id: "du_noted", orderId: order.id, status: "needs_response", reason: "general" };
    await db.insert(disputes).values({ ...dispute, amount: 1900, createdTs: now });
    await db.insert(followUpNotes).values([
      { ...note, key: `payments:${dispute.id}`, note: "Banca cere dovezi" },
      { ...note, key: `listing_objections:${listing.id}`, note: "Are dreptate" },
    ]);
    const request = await insertRequest(learner, { state: "pending", openedTs: null });
    const review = await createReview(teacher, { learnerId: learner.id, rating: 2 });
    const document = await insertVerification(teacher.id, { kind: "diploma", state: "pending" });

    const html = await page(paths.adminUser(teacher.id));
    for (const label of [
      "so they are not sent: Reviews, Offers.",
      `href="${paths.adminMail({ to: teacher.email })}"`,
      "Sent</span>",
      "Not delivered",
      "The mailbox refused earlier emails",
      "Delayed",
      "The mail service did not answer.",
      "Factura mea",
      paths.followUpRow(`contact:${contact.id}`),
      paths.adminReport(listing.id),
      "Not safe for learners",
      "Am sunat-o marți",
      "Banca cere dovezi",
      "Are dreptate",
      "Received – New: 1",
      paths.adminOrder(order.id),
      paths.adminUserAction(teacher.id, "suspend-listings"),
      'href="#suspend-listings"',
      "agreed lessons are canceled",
      paths.adminReview(review.id),
      paths.adminVerification(document),
    ]) {
      expect(html, label).toContain(label);
    }
    expect(html).not.toMatch(/E_RECIPIENT|status 503/);
    expect(html).not.toContain(enquiry.id);
    // One of the mails is late.
    const sent = await page(paths.adminUser(teacher.id, { done: "verify_email" }));
    expectText(sent, "The user will get an email with the link.", "Emails are delayed at the moment");
    expect(sent).not.toContain("within a minute");
    const other = await page(paths.adminUser(learner.id));
    expect(other).toContain("Started – New: 1");
    expect(other).toMatch(new RegExp(`${paths.adminRequest(request.id)}.*Waiting for approval`, "s"));
    // Today's conversations, with the answers to requests apart.
    await db.insert(enquiries).values({
      ...enquiry,
      id: newId(),
      requestId: request.id,
      state: "answered",
      createdTs: now,
      lastMessageTs: now,
    });
    expect(await page(paths.admin())).toMatch(/New conversations<.*?>2<.*?answers to requests<.*?>1</s);
    expect(other).not.toContain("Not safe for learners");
  });

  it("offers no actions on the admin's own account", async () => {
    const html = await page(paths.adminUser(admin.id));
    expectNoText(html, paths.adminUserAction(admin.id, "disable"), paths.adminUserAction(admin.id, "role"));
  });

  it("returns 404 for an unknown user", async () => {
    await expectStatus(app.get(paths.adminUser("0000000000000000"), { as: admin }), 404);
  });
});

describe("GET /admin/audit", () => {
  const note = (action: string, subject: string, actorId: string | null, ts: number) =>
    db.insert(auditLog).values({ id: newId(), ts, actorId, action, subject, detail: {} });

  it("shows a label and a linked subject for each audit event, and the code of an unknown action", async () => {
    const post = newId();
    const { id: listing } = await createListing(await createTeacher(), { title: "Chimie „vie”" });
    await note("testimonial.rejected", `testimonial:${newId()}`, admin.id, app.clock.now + 1);
    await note("listing.approved", `listing:${listing}`, admin.id, app.clock.now + 1);
    await note("post.published", `post:${post}`, admin.id, app.clock.now + 2);
    await note("order.credited", `order:${newId()}`, null, app.clock.now + 3);
    const mail = { id: newId(), template: "verify_email", recipient: "r@example.test", text: "", html: "" };
    await db.insert(mailOutbox).values({ ...mail, subject: "Confirmați", createdTs: 1, nextAttemptTs: 1 });
    await note("mail.retried", `mail:${mail.id}`, admin.id, app.clock.now + 3);
    await note("moon.landed", "moon:1", admin.id, app.clock.now + 4);
    await note("user.erased", "user:erased", null, app.clock.now + 4);
    const html = await page(paths.adminAudit());
    const places = ["moon.landed", "Days added", "Post published", "Testimonial rejected"].map((label) =>
      html.indexOf(label),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain(`href="${paths.editPost(post)}"`);
    const sentences = html.replace(/<[^>]+>/g, "");
    expectText(
      sentences,
      "Approved: Listing “Chimie „vie””, by Olga Admin",
      "Days added: Order",
      "“Confirmați”",
    );
    expectText(
      await page(`/ro${paths.adminAudit()}`),
      "Articol publicat",
      "<p><strong>Cont șters</strong></p>",
    );
  });

  it("shows follow-up actions, translates every code, and has no broken links", async () => {
    const enquiry = newId();
    const tell = (action: string, subject: string, detail: Record<string, unknown>) =>
      db
        .insert(auditLog)
        .values({ id: newId(), ts: app.clock.now, actorId: admin.id, action, subject, detail });
    await tell("follow_up.done", `contact:${newId()}`, { queue: "contact", changed: ["outcome", "due"] });
    await tell("enquiry.state_set", `enquiry:${enquiry}`, { state: "won" });
    await tell("enquiry.state_set", `enquiry:${enquiry}`, { state: "open" });
    await tell("listing.edited", `listing:${newId()}`, { from: "published", to: "pending", rule: "phone" });
    await tell("listing.edited", `listing:${newId()}`, { from: "paused", to: "paused", rule: null });
    await tell("listing.renewed", `listing:${newId()}`, { by: "link" });
    await tell("document.saved", "document:settings/limits", { version: 2 });
    const html = await page(`/ro${paths.adminAudit()}`);
    for (const label of [
      "Sarcină rezolvată",
      "Mesaje de contact · Rezultat, Termen",
      "Am stabilit lecții",
      ">redeschis<",
      "Publicat → În verificare · număr de telefon în text",
      "cu un link primit pe e-mail",
      `href="/ro${paths.adminSettings()}"`,
    ]) {
      expect(html, label).toContain(label);
    }
    expect(html).not.toContain("În pauză → În pauză");
    // Only the two sides read an enquiry: its page is a 404 for an admin.
    expect(html).not.toContain(`href="/ro${paths.enquiry(enquiry)}"`);
    const narrowed = await page(paths.adminAudit({ action: "follow_up." }));
    expectText(
      narrowed,
      "<strong>Task marked as done</strong>",
      '<option value="follow_up." selected="">Task</option>',
    );
  });

  it("filters by kind, by actor and by subject", async () => {
    const listing = newId();
    const otherAdmin = await createAdmin();
    await note("listing.approved", `listing:${listing}`, otherAdmin.id, 1);
    await note("listing.paused", `listing:${listing}`, admin.id, 2);
    const has = async (filter: Parameters<typeof paths.adminAudit>[0]) => {
      const html = await page(paths.adminAudit(filter));
      return ["Approved", "Paused"].filter((label) => html.includes(`<strong>${label}</strong>`));
    };
    expect(await has({ actor: otherAdmin.id })).toEqual(["Approved"]);
    expect(await has({ actor: otherAdmin.email.toUpperCase() })).toEqual(["Approved"]);
    expect(await has({ subject: `listing:${listing}` })).toEqual(["Approved", "Paused"]);
    const review = newId();
    await note("review.published", `review:${review}`, admin.id, 3);
    expect(await page(paths.adminAudit({ subject: review }))).toContain("<strong>Review published</strong>");
    expect(await has({ subject: listing, action: "listing.p" })).toEqual(["Paused"]);
    expect(await has({ subject: listing, actor: admin.id })).toEqual(["Paused"]);
    expect(await has({ actor: "nobody@example.test" })).toEqual([]);
    const [day, at] = ["2026-03-14", startOfDay("2026-03-14")];
    await note("listing.approved", `listing:${listing}`, admin.id, at);
    await note("listing.paused", `listing:${listing}`, admin.id, at + DAY_MS);
    expect(await has({ from: day, to: day })).toEqual(["Approved"]);
    expect(await has({ from: "3/15/2026", to: "2026-03-20", actor: admin.id })).toEqual(["Paused"]);
    const wrong = await expectPage(app.get(paths.adminAudit({ from: "soon" }), { as: admin }), 422);
    expect(wrong).toContain('value="soon"');
    expect(await has({ subject: newId() })).toEqual([]);
  });

  it("reads a bounded part of a long log with any filter, page by page", async () => {
    await db.run(sql`insert into audit_log (id, ts, actor_id, action, subject, detail)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1200)
      select 'z' || substr('00000000000000' || n, -15), n, ${admin.id}, iif(n = 5, 'mail.retried', 'phone.revealed'),
        'listing:' || n, '{}' from numbers`);
    const { db: counted, ledger } = createCountingDb(app.bindings.DB as never);
    const watched = createTestApp({ DB: counted as never });
    for (const filter of [
      {},
      { actor: admin.id },
      { action: "mail." },
      { actor: admin.id, action: "mail." },
      { actor: admin.id, action: "mail.", from: "1970-01-01", to: "1970-01-01" },
    ]) {
      let seen = "";
      let path: string | undefined = paths.adminAudit(filter);
      for (let n = 0; path && n < 100; n++) {
        ledger.clear();
        const html: string = await watched.read(path, { as: admin });
        expect(ledger.rowsRead(), path).toBeLessThan(1000);
        seen += html;
        path = html.match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&");
      }
      expect(path).toBeUndefined();
      expect(seen, JSON.stringify(filter)).toContain("Email sent again");
    }
  });
});
