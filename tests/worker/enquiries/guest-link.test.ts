import { describe, expect, it, onTestFinished, vi } from "vitest";
import { messages, settings, users } from "@/db/schema";
import { sweepGuestEnquiries } from "@/features/enquiries";
import { DEFAULT_LIMITS, LIMITS_PATH } from "@/shared/default-limits";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectRedirect, expectStatus } from "../../helpers/app";
import {
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import {
  confirmAsGuest,
  createGuestEnquiry,
  findEnquiry,
  findGuestLink,
  listSenderTokens,
  newGuestEmail,
  openMailbox,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";
import { createRacingApp } from "../../helpers/racing-app";
import { servicesAt } from "../../helpers/services";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe("guest link", () => {
  it("GET asks for confirmation and changes nothing; it is not cached, indexed or logged, and no referrer has it", async () => {
    const log = vi.spyOn(console, "log");
    const { teacher, path, id, token, listing } = await createGuestEnquiry();
    for (let n = 0; n < 2; n++) {
      const answer = await expectStatus(app.get(path), 200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
      const page = await answer.text();
      expect(page).toContain('content="noindex"');
      expect(page).toContain("Prima întrebare");
      expect(page).toContain(listing.title);
      // The sign-in link does not carry the token.
      expect(page).toContain(`href="${paths.signIn()}"`);
    }
    const asUser = await signIn(await createUser());
    const page = await app.get(path, { as: asUser });
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    expect((await findEnquiry(id))?.confirmedTs).toBeNull();
    expect(await mailsTo(teacher.email)).toEqual([]);
    await app.post(paths.enquiry(id), { form: { token } });
    await app.get(path);
    expect(log).toHaveBeenCalled();
    expect(JSON.stringify(log.mock.calls)).not.toContain(token);
  });

  it("POST delivers the enquiry to the teacher once: mail, inbox, count; then the link shows the conversation", async () => {
    const { teacher, asTeacher, path, id, token, listing } = await createGuestEnquiry();
    app.clock.now += HOUR_MS;
    const answers = await Promise.all([1, 2].map(() => app.post(paths.enquiry(id), { form: { token } })));
    for (const answer of answers) {
      await expectRedirect(answer, paths.enquiry(id, { token, done: "confirmed" }));
    }
    await expectRedirect(
      app.post(paths.enquiry(id), { form: { token } }),
      paths.enquiry(id, { token, done: "confirmed" }),
    );
    await expectStatus(app.post(paths.enquiry(id), { form: { token, message: "" } }), 422);
    const [mail, ...others] = await mailsTo(teacher.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      template: "enquiry_new",
      subject: `Ilinca v-a scris despre „${listing.title}”`,
    });
    expect(mail?.text).toContain("> Prima întrebare");
    expect(await findEnquiry(id)).toMatchObject({
      teacherId: teacher.id,
      confirmedTs: app.clock.now,
      createdTs: app.clock.now,
      state: "new",
    });
    const inbox = await app.read(paths.inbox(), { as: asTeacher });
    expect(inbox).toContain(">Ilinca</a>");
    expect(inbox).toContain("1 conversation unread or waiting");
    const page = await app.read(path);
    expect(page).toContain("Prima întrebare");
    expect(page).toContain("<textarea");
    expect(page).toContain("Ștefan Țepeș");
    expect(page).toContain(`href="${paths.reportEnquiry(id, { token })}"`);
  });

  it("POST leads to a page with 400 while the sender changes the address: nothing is delivered", async () => {
    const { teacher, listing } = await publishListing();
    const [proved, other] = [newGuestEmail(), newGuestEmail()];
    const sent = await writeAsGuest(listing.id, { email: proved });
    const sender = listSenderTokens(await (await openMailbox(sent)).text());
    const { id, token } = await findGuestLink(proved);
    const racing = createRacingApp(1, () =>
      app.post(paths.pendingEnquiries(), { form: { token: sender, email: other } }),
    );
    const answer = await racing.post(paths.enquiry(id), { form: { token } });
    await expectStatus(app.get(answer.headers.get("location") ?? ""), 400);
    expect(answer.headers.getSetCookie().join()).not.toContain("confirmed_address");
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: other, confirmedTs: null, teacherId: null });
    expect(await mailsTo(teacher.email)).toEqual([]);
  });

  it("both sides write; each mail to the guest contains the link, valid until the guest's data is erased", async () => {
    const { teacher, email, id, token } = await createGuestEnquiry();
    await confirmAsGuest(email);
    app.clock.now += DAY_MS;
    const as = await signIn(teacher);
    await app.post(paths.enquiry(id), { as, form: { message: "Da, marți." } });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ template: "enquiry_answered", subject: "Ștefan Țepeș replied to you" });
    const { path } = await findGuestLink(email);

    app.clock.now += 179 * DAY_MS;
    await sweepGuestEnquiries(servicesAt(app.clock.now, app.bindings));
    expect(await app.read(path)).toContain("Da, marți.");
    const answer = await app.post(paths.enquiry(id), { form: { token, message: "Mulțumesc!" } });
    expect(answer.headers.get("location")).toBe(paths.enquiry(id, { token, done: "answered" }));
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_new", "enquiry_message"]);
    expect(await expectPage(app.post(paths.enquiry(id), { form: { token, message: " " } }), 422)).toContain(
      `name="token" value="${token}"`,
    );
    app.clock.now += 181 * DAY_MS;
    await expectStatus(app.get(path), 200);
    await sweepGuestEnquiries(servicesAt(app.clock.now, app.bindings));
    await expectStatus(app.get(path), 400);
  });

  it("returns 400 with the text kept for an invalid link; the account that claimed the enquiry can still send", async () => {
    const { listing, email, id, token } = await createGuestEnquiry();
    await confirmAsGuest(email);
    const form = { token, message: "Nu mă pierdeți <b>" };
    const message = "Nu mă pierdeți &lt;b&gt;</textarea>";
    const user = await createUser({ email });
    const as = await signIn(user);
    await app.get(paths.inbox(), { as });

    expect(await expectPage(app.post(paths.enquiry(id), { form }), 400)).toContain(message);
    const stranger = await signIn(await createUser());
    expect(await expectPage(app.post(paths.enquiry(id), { form, as: stranger }), 400)).toContain(message);

    const texts = async () => (await listRows(messages, { enquiryId: id })).map(({ text }) => text);
    expect(await texts()).toEqual(["Prima întrebare"]);
    expect(await expectPage(app.post(paths.enquiry(id), { form: { token }, as }), 200)).toContain(
      listing.title,
    );
    await expectStatus(app.post(paths.enquiry(id), { form, as }), 303);
    expect(await texts()).toEqual(["Prima întrebare", form.message]);
  });

  it("returns 400 for any other token, including another enquiry's, and for an enquiry of an account", async () => {
    const { email, listing, id, token } = await createGuestEnquiry();
    await writeAsGuest(listing.id, { email, message: "A doua întrebare" });
    const second = await findGuestLink(email);
    expect(second.id).not.toBe(id);
    for (const wrong of ["", "x", `${token}x`, token.slice(0, -2), second.token]) {
      await expectStatus(app.get(`${paths.enquiry(id)}?token=${encodeURIComponent(wrong)}`), 400);
      if (wrong) await expectStatus(app.post(paths.enquiry(id), { form: { token: wrong } }), 400);
    }
    expect((await findEnquiry(id))?.confirmedTs).toBeNull();
    await expectStatus(app.get(paths.enquiry(id)), 302);
    const learner = await createUser();
    const as = await signIn(learner);
    const answer = await app.post(paths.enquire(listing.id), { as, form: { message: "Cu cont" } });
    const ownId = answer.headers.get("location")?.match(/enquiries\/([0-9a-z]{16})/)?.[1] ?? "";
    await expectStatus(app.get(paths.enquiry(ownId, { token })), 400);
  });

  it("returns 410 for a deleted listing and 403 for the teacher's own address; no mail is sent", async () => {
    const { teacher, listing, id, token } = await createGuestEnquiry();
    await writeAsGuest(listing.id, { email: teacher.email });
    const teacherGuest = await confirmAsGuest(teacher.email);
    expect(teacherGuest.answer.status).toBe(403);
    await app.post(paths.listingAction(listing.id, "pause"), { as: await signIn(teacher) });
    expect(await expectPage(app.post(paths.enquiry(id), { form: { token } }), 410)).toContain(
      "Prima întrebare",
    );
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_confirm"]);
  });

  it("an account with the verified address receives the enquiry when its owner opens the inbox", async () => {
    const { email, id, token } = await createGuestEnquiry();
    await confirmAsGuest(email);
    const user = await createUser({ email, emailVerifiedTs: null });
    const as = await signIn(user);
    expect(await app.read(paths.inbox(), { as })).not.toContain(paths.enquiry(id));
    await app.bindings.DB.prepare("update users set email_verified_ts = 1 where id = ?").bind(user.id).run();
    expect(await app.read(paths.inbox(), { as })).toContain(paths.enquiry(id));
    expect(await findEnquiry(id)).toMatchObject({ learnerId: user.id, guestEmail: null, guestName: null });
    await expectStatus(app.get(paths.enquiry(id, { token }), { as }), 200);
    await expectStatus(app.get(paths.enquiry(id, { token })), 400);
  });

  it("a teacher receives their enquiries in either box; an enquiry to their own listing is never claimed", async () => {
    const { email, id, listing } = await createGuestEnquiry();
    await confirmAsGuest(email);
    const otherTeacher = await createTeacher({ email });
    await app.get(paths.inbox({ box: "received" }), { as: await signIn(otherTeacher) });
    expect(await findEnquiry(id)).toMatchObject({ learnerId: otherTeacher.id, guestEmail: null });

    const ownEmail = newGuestEmail();
    await writeAsGuest(listing.id, { email: ownEmail });
    const link = await confirmAsGuest(ownEmail);
    await updateRow(users, listing.ownerId, { email: ownEmail });
    const as = await signIn({ id: listing.ownerId });
    await app.get(paths.inbox({ box: "sent" }), { as });
    expect(await findEnquiry(link.id)).toMatchObject({ learnerId: null, guestEmail: ownEmail });
  });
});

describe("a new link", () => {
  const countLinkMails = async (email: string) =>
    (await mailsTo(email)).filter(({ template }) => template === "enquiry_link").length;

  it("is offered on the page of an invalid link, and mailed to the guest at most three times a day", async () => {
    const { email, id, token } = await createGuestEnquiry();
    await confirmAsGuest(email);
    expect(await expectPage(app.get(paths.enquiry(id, { token: token.slice(0, -3) })), 400)).toContain(
      `action="${paths.enquiryLink(id)}"`,
    );

    const request = () => app.post(paths.enquiryLink(id), { form: {} });
    const answer = await expectStatus(request(), 200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    const text = await answer.text();
    expect(text).toContain("Check your email");
    expect(text).not.toContain(email);
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ template: "enquiry_link" });
    expect(mail?.text).not.toContain("Prima întrebare");
    await expectStatus(app.get((await findGuestLink(email)).path), 200);

    for (let n = 0; n < 3; n++) await expectStatus(request(), 200);
    expect(await countLinkMails(email)).toBe(3);
    app.clock.now += DAY_MS;
    await Promise.all([1, 2, 3, 4, 5].map(request));
    expect(await countLinkMails(email)).toBe(6);
  });

  it("is mailed up to the limit of a network, with the same response", async () => {
    const value = { guest_link_network: { ...DEFAULT_LIMITS.guest_link_network, max: 1 } };
    onTestFinished(async () => {
      await db.delete(settings);
    });
    await db.insert(settings).values({ path: LIMITS_PATH, value, version: 1, updatedTs: 0 });
    const guests = [await createGuestEnquiry(), await createGuestEnquiry()];
    const headers = { "cf-connecting-ip": "2001:db8:7::1" };
    const pages: string[] = [];
    for (const { email, id } of guests) {
      await confirmAsGuest(email);
      const answer = await app.post(paths.enquiryLink(id), { form: {}, headers });
      pages.push((await answer.text()).replaceAll(id, "ID"));
    }
    expect(pages[1]).toBe(pages[0]);
    const counts = await Promise.all(guests.map(({ email }) => countLinkMails(email)));
    expect(counts).toEqual([1, 0]);
  });

  it("is mailed by the JSON call, in the guest's language", async () => {
    const { listing } = await createGuestEnquiry();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email }, { locale: "/ro" });
    const { id } = await confirmAsGuest(email);
    const answer = await app.post(paths.apiEnquiryLink(id), {});
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      template: "enquiry_link",
      subject: "Linkul către conversația cu Ștefan Țepeș",
    });
  });

  it("is mailed to a typed address: one for its conversations, one for a message that waits; others get no mail", async () => {
    const email = newGuestEmail();
    const [first, second, waiting] = [await publishListing(), await publishListing(), await publishListing()];
    for (const { listing } of [first, second]) {
      await writeAsGuest(listing.id, { email });
      const { id } = await confirmAsGuest(email);
      if (listing === second.listing)
        await app.post(paths.enquiry(id), {
          as: await signIn(second.teacher),
          form: { message: "Da" },
        });
    }
    await writeAsGuest(waiting.listing.id, { email });
    const before = (await mailsTo(email)).length;
    const request = async (typed: string) => {
      const form = { email: typed };
      const headers = { "cf-connecting-ip": "2001:db8:9::1" };
      return (await expectStatus(app.post(paths.guestLinks(), { form, headers }), 200)).text();
    };
    expect(await request(email)).toBe(await request(newGuestEmail()));
    const mails = (await mailsTo(email)).slice(before);
    expect(mails.map(({ template }) => template).sort()).toEqual(["enquiry_confirm", "enquiry_links"]);
    const mail = mails.find(({ template }) => template === "enquiry_links");
    expect(mail?.subject).toContain("Your link to the conversations with ");
    const page = await app.read(mail?.text.match(/\/enquiries\/confirm\?\S+/)?.[0] ?? "");
    expect(page).toContain("<h1>Your conversations</h1>");
    expect(page).not.toContain("was sent");
    for (const { teacher } of [first, second])
      expect(page).toContain(`>${teacher.firstName} ${teacher.lastName}</a>`);
    expect(page.match(/Sent on Nov \d+, 20\d\d\. [^<]*/g)?.map((text) => text.split(". ")[1])).toEqual([
      "The teacher replied.",
      "No reply yet.",
    ]);

    expect(await request("bunic@gmial.com")).toContain("We filled in bunic@gmail.com");
    await expectStatus(app.post(paths.guestLinks(), { form: { email: "bunic" } }), 422);
    for (const path of [paths.signIn(), paths.contact()])
      expect(await app.read(path)).toContain(`href="${paths.guestLinks()}"`);
  });

  it("is not mailed for other enquiries, with the same response, and not for another site", async () => {
    const unconfirmed = await createGuestEnquiry();
    const moved = await createGuestEnquiry();
    await confirmAsGuest(moved.email);
    const user = await createUser({ email: moved.email });
    await app.get(paths.inbox(), { as: await signIn(user) });
    const guest = await createGuestEnquiry();
    await confirmAsGuest(guest.email);
    const pages = [];
    for (const id of [guest.id, unconfirmed.id, moved.id, "0000000000000000"]) {
      const answer = await app.post(paths.enquiryLink(id), { form: {} });
      pages.push([answer.status, (await answer.text()).replaceAll(id, "")]);
    }
    expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
    const emails = [guest.email, unconfirmed.email, moved.email];
    expect(await Promise.all(emails.map(countLinkMails))).toEqual([1, 0, 0]);
  });
});
