import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { enquiries, listings, messages, reports, users } from "@/db/schema";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectRedirect, expectStatus, type Jar } from "../../helpers/app";
import {
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  templatesTo,
  updateRow,
} from "../../helpers/factories";
import { createRacingApp } from "../../helpers/racing-app";
import { createParticipants, findListingEnquiry, joinedMailsTo, write } from "./participants";

describe("/enquiries/{id}", () => {
  async function conversation(more = {}) {
    const all = await createParticipants();
    await write(all.listing.id, all.asLearner, "Prima întrebare", more);
    const enquiry = await findListingEnquiry(all.listing.id);
    return { ...all, id: enquiry?.id ?? "" };
  }

  it("GET and POST return 404 for users outside the conversation, including admins, and for a malformed id", async () => {
    const { id } = await conversation();
    const stranger = await signIn(await createTeacher());
    for (const as of [stranger, await signIn(await createUser({ role: "a" }))]) {
      await expectStatus(app.get(paths.enquiry(id), { as }), 404);
      await expectStatus(app.post(paths.enquiry(id), { as, form: { message: "Eu" } }), 404);
      await expectStatus(app.post(paths.enquiryState(id), { as, form: { state: "spam" } }), 404);
    }
    await expectStatus(app.get("/enquiries/nope", { as: stranger }), 404);
    expect(await listRows(messages, { enquiryId: id })).toHaveLength(1);
  });

  it("POST by the teacher stores the answer, marks it unread and mails the learner once, in the learner's language", async () => {
    const { id, teacher, learner, asTeacher, asLearner, listing } = await conversation();
    app.clock.now += 60_000;
    await expectStatus(
      app.post(paths.enquiry(id), {
        as: asTeacher,
        form: { message: "Da, marți la 17." },
      }),
      303,
    );
    expect(await findListingEnquiry(listing.id)).toMatchObject({
      state: "answered",
      answeredTs: app.clock.now,
    });
    const [mail, ...others] = await mailsTo(learner.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ template: "enquiry_answered", subject: "Ștefan Țepeș replied to you" });
    expect(mail?.text).toContain("> Da, marți la 17.");
    expect(mail?.text).toContain(`${paths.enquiry(id)}#newest`);
    expect(mail?.text).not.toContain(teacher.email);

    expect(await app.read(paths.inbox(), { as: asLearner })).toContain("entry--unread");
    const thread = await app.read(paths.enquiry(id), { as: asLearner });
    expect(thread).toMatch(/Prima întrebare.*<li id="newest".*Da, marți la 17\./s);
    expect(await app.read(paths.inbox(), { as: asLearner })).not.toContain("entry--unread");

    await app.post(paths.enquiry(id), { as: asLearner, form: { message: "Mulțumesc" } });
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Cu drag" } });
    expect(await templatesTo(learner.email)).toEqual(["enquiry_answered", "enquiry_message"]);
    expect(await templatesTo(teacher.email)).toEqual(["enquiry_new", "enquiry_message"]);
    const times = (await listRows(messages, { enquiryId: id })).map(({ createdTs }) => createdTs);
    expect(new Set(times).size).toBe(4);
  });

  it("POST of the same form twice in parallel creates one message and one mail; another text creates another message", async () => {
    const { id, learner, asTeacher, asLearner, teacher } = await conversation();
    const page = await app.read(paths.enquiry(id), { as: asTeacher });
    const once = page.match(/name="once" value="([0-9a-z]{16})"/)?.[1] ?? "";
    const send = (message: string) => app.post(paths.enquiry(id), { as: asTeacher, form: { message, once } });
    const answers = await Promise.all([1, 2, 3].map(() => send("Da, marți după ora 17.")));
    answers.push(await send("Da, marți după ora 17."));
    for (const answer of answers) {
      await expectRedirect(answer, paths.enquiry(id, { done: "answered" }));
    }
    const texts = async () =>
      (await db.select().from(messages).where(eq(messages.enquiryId, id)).orderBy(messages.createdTs)).map(
        ({ text }) => text,
      );
    expect(await texts()).toEqual(["Prima întrebare", "Da, marți după ora 17."]);
    expect(await mailsTo(learner.email)).toHaveLength(1);
    const [counter] = (
      await app.bindings.DB.prepare(
        "select hits from limit_counters where name = 'messages_hour' and key = ?",
      )
        .bind(teacher.id)
        .all<{ hits: number }>()
    ).results;
    expect(counter?.hits).toBe(1);
    // The browser's back button may show the form with an old message id.
    await expectStatus(send("Sau joi."), 303);
    // The id belongs to another user's message: that message stays, and the new one is sent under a new id.
    const foreign = { message: "Joi, vă rog", once };
    await expectStatus(app.post(paths.enquiry(id), { as: asLearner, form: foreign }), 303);
    expect(await texts()).toEqual(["Prima întrebare", "Da, marți după ora 17.", "Sau joi.", "Joi, vă rog"]);
  });

  it("POST does not mark messages read that arrived after the page was opened", async () => {
    const { id, asTeacher, asLearner } = await conversation();
    const unread = async () => (await app.read(paths.inbox(), { as: asTeacher })).includes("entry--unread");
    await app.get(paths.enquiry(id), { as: asTeacher });
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Da" } });
    expect(await unread()).toBe(false);
    await app.post(paths.enquiry(id), { as: asLearner, form: { message: "Și marți?" } });
    await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Joi am loc" } });
    expect(await unread()).toBe(true);
    await app.get(paths.enquiry(id), { as: asTeacher });
    expect(await unread()).toBe(false);
  });

  it("POST state: the teacher archives it, the learner may not and does not see it; spam closes it for the learner", async () => {
    const { id, asTeacher, asLearner, listing, teacher } = await conversation();
    await expectStatus(app.post(paths.enquiryState(id), { as: asLearner, form: { state: "won" } }), 404);
    await expectStatus(app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "sold" } }), 422);
    for (const state of ["won", "lost", "spam"]) {
      await expectStatus(app.post(paths.enquiryState(id), { as: asTeacher, form: { state } }), 303);
      expect(await findListingEnquiry(listing.id)).toMatchObject({ state });
    }
    await expectStatus(app.post(paths.enquiry(id), { as: asLearner, form: { message: "Încă o dată" } }), 409);
    expect(await mailsTo(teacher.email)).toHaveLength(1);
    expect(await app.read(paths.inbox(), { as: asTeacher })).not.toContain(paths.enquiry(id));
    expect(await app.read(paths.inbox({ box: "spam" }), { as: asTeacher })).toContain(paths.enquiry(id));
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain("badge--danger");
    await app.post(paths.enquiryState(id), { as: asTeacher, form: { state: "answered" } });
    expect(await findListingEnquiry(listing.id)).toMatchObject({ state: "new" });
  });

  it("web addresses in messages are links, which search engines do not follow; mails and other text stay plain", async () => {
    const { id, teacher, asTeacher, asLearner } = await conversation();
    const message =
      'Vedeți (https://exemplu.test/a?b=1&c=ș), "HTTP://x.test/>". javascript:alert(1) http:// <b>www.y.test</b>';
    await app.post(paths.enquiry(id), { as: asLearner, form: { message } });
    const page = await app.read(paths.enquiry(id), { as: asTeacher });
    const links = [...page.matchAll(/<a href="([^"]*)" rel="nofollow noopener ugc">([^<]*)<\/a>/g)];
    expect(links.map(([, href, text]) => [href, text])).toEqual([
      ["https://exemplu.test/a?b=1&amp;c=ș", "https://exemplu.test/a?b=1&amp;c=ș"],
      ["HTTP://x.test/", "HTTP://x.test/"],
    ]);
    expect(page).toContain("&lt;b&gt;www.y.test&lt;/b&gt;");
    expect((await joinedMailsTo(teacher.email)).at(-1)?.html).not.toContain('href="https://exemplu.test');
  });

  it("both sides get a way to report, the learner advice too; stronger advice before the age of 18", async () => {
    app.clock.now = Date.UTC(2026, 10, 20, 9);
    const { id, teacher, listing, asTeacher, asLearner, learner } = await conversation();
    const report = `href="${paths.reportEnquiry(id)}"`;
    const open = (path: string, as: Jar) => app.read(path, { as });
    const [adult, minor] = ["Do not pay in advance", "You are under 18"];
    const page = await open(paths.enquiry(id), asLearner);
    for (const text of [report, adult, `href="${paths.safety()}"`]) expect(page).toContain(text);
    expect(page).not.toContain(minor);
    const teachers = await open(paths.enquiry(id), asTeacher);
    expect(teachers).toContain(report);
    for (const text of [adult, minor]) expect(teachers).not.toContain(text);

    const forms = [paths.enquiry(id), paths.listing(listing.id), paths.enquire(listing.id)];
    for (const [birthDate, advice] of [
      ["2008-11-20", adult],
      ["2008-11-21", minor],
    ] as const) {
      await updateRow(users, learner.id, { birthDate });
      for (const path of forms) expect(await open(path, asLearner), path).toContain(advice);
    }
    // The teacher is told that the learner is under 18.
    expect(await open(paths.enquiry(id), asTeacher)).toContain("This learner is under 18");

    // A report about the listing does not stand in for one about messages.
    await app.post(paths.reportListing(listing.id), { as: asLearner, form: { reason: "spam", text: "" } });
    // Also about a listing that is no longer public.
    await db.update(listings).set({ state: "paused" }).where(eq(listings.ownerId, teacher.id));
    expect(await open(paths.enquiry(id), asLearner)).toContain(report);
    const form = await open(paths.reportEnquiry(id), asLearner);
    for (const text of [
      'href="tel:112"',
      'href="tel:119"',
      "Our team will read this whole conversation",
      "Did not come to a lesson",
      `href="${paths.enquiry(id)}"`,
    ])
      expect(form).toContain(text);
    const reported = await open(paths.enquiry(id, { done: "reported" }), asLearner);
    for (const text of ['href="tel:112"', 'href="tel:119"']) expect(reported).toContain(text);
    // Once, next to the thanks.
    expect(reported.match(/>Block this person</g)).toHaveLength(2);
    expect(reported.indexOf("Block this person")).toBeLessThan(reported.indexOf('href="tel:112"'));
    const send = (as: Jar, more: Record<string, string>) =>
      app.post(paths.reportEnquiry(id), { as, form: { text: "Mi-a cerut poze", ...more } });
    const unfinished = await send(asLearner, { block: "1" });
    expect([unfinished.status, (await unfinished.text()).includes("Mi-a cerut poze")]).toEqual([422, true]);
    expect(form).not.toMatch(/name="reason"[^>]*checked/);
    await expectStatus(send(asLearner, { reason: "other", text: "" }), 422);
    // Report and block are one batch, the second after that of the reads.
    const failing = createRacingApp(3, () => Promise.reject(new Error("a batch after the report")));
    failing.clock.now = app.clock.now;
    const sent = await failing.post(paths.reportEnquiry(id), {
      as: asLearner,
      form: { text: "Mi-a cerut poze", reason: "no_show", block: "1" },
    });
    expect(sent.headers.get("location")).toBe(paths.enquiry(id, { done: "reported" }));
    expect(await listRows(reports, { listingId: listing.id, reporterId: learner.id })).toMatchObject([
      { reason: "spam", enquiryId: null, reportedSide: null },
      { reason: "no_show", enquiryId: id, reportedSide: "teacher", text: "Mi-a cerut poze" },
    ]);
    // One receipt for each report, with the words of the form.
    const receipts = (await mailsTo(learner.email)).filter(({ template }) =>
      template.endsWith("report_received"),
    );
    expect(receipts.map(({ template, text }) => [template, text.includes("Did not come")]).sort()).toEqual([
      ["conversation_report_received", true],
      ["report_received", false],
    ]);
    const later = await open(paths.enquiry(id), asLearner);
    for (const text of ["You blocked this person", "Write to more teachers"]) expect(later).toContain(text);
    const next = await open(paths.enquiry(id, { done: "reported" }), asLearner);
    for (const text of [
      "We email you our decision.",
      "Blocked. You will not get",
      "Tell a parent or another adult",
      `/tutoring?subject=${listing.subject}&amp;`,
    ])
      expect(next.slice(0, next.indexOf('href="tel:112"'))).toContain(text);
    expect(next.split("Write to more teachers")).toHaveLength(2);
  });

  it("warns the learner of a request for money in advance, on the page and by mail, and not of a level", async () => {
    const { id, asLearner, asTeacher, learner } = await conversation();
    const warning = "Do not pay before the first lesson";
    for (const [message, isWarned] of [
      ["Lucrăm la nivel avansat. Nu cer avans.", false],
      ["Rezervarea se face cu 200 lei avans.", true],
      ["Plătiți vă rog înainte de lecție", true],
    ] as const) {
      app.clock.now += 60_000;
      await expectStatus(app.post(paths.enquiry(id), { as: asTeacher, form: { message } }), 303);
      expect((await joinedMailsTo(learner.email)).at(-1)?.text.includes(warning), message).toBe(isWarned);
    }
    const page = await app.read(paths.enquiry(id), { as: asLearner });
    expect(page.split(warning)).toHaveLength(3);
    expect(await app.read(paths.enquiry(id), { as: asTeacher })).not.toContain(warning);
  });

  it("asks the teacher once about a way to a parent's child, and then warns the parent", async () => {
    const { id, asLearner, asTeacher, learner } = await conversation({ "learner.who": "child" });
    const send = (message: string, hint: object = { hint: "child" }) =>
      app.post(paths.enquiry(id), { as: asTeacher, form: { message, ...hint } });
    await expectStatus(send("Copilul să trimită o poză cu tema. Numărul meu: 0745 123 456"), 303);
    const unsafe = "Dați-mi numărul fetei, îi scriu direct.";
    const asked = await (await expectStatus(send(unsafe), 200)).text();
    for (const text of ["not sent yet</p><p>The message seems to ask", unsafe]) expect(asked).toContain(text);
    expect(asked).toContain('name="confirm_contact"');
    await expectStatus(send(unsafe, {}), 303);
    const warning = "A teacher writes to the parent, not to the child";
    const page = await app.read(paths.enquiry(id), { as: asLearner });
    expect(page.split(warning)).toHaveLength(2);
    expect(page.slice(page.indexOf(warning))).toContain("Report or block this person");
    const [harmless, warned] = (await joinedMailsTo(learner.email)).slice(-2);
    expect(harmless?.text).not.toContain(warning);
    for (const text of [warning, paths.reportEnquiry(id)]) expect(warned?.text).toContain(text);
    // Not of a message in which the team found nothing wrong.
    app.clock.now += 1000;
    await app.post(paths.reportEnquiry(id), { as: asLearner, form: { reason: "other", text: "Număr." } });
    expect(await app.read(paths.enquiry(id), { as: asLearner })).toContain(warning);
    await db.update(reports).set({ outcome: "dismissed" }).where(eq(reports.enquiryId, id));
    expect(await app.read(paths.enquiry(id), { as: asLearner })).not.toContain(warning);
  });

  it("the conversation about a deleted listing stays readable, without a link for the learner", async () => {
    const { id, asLearner, listing } = await conversation();
    const before = await app.read(paths.enquiry(id), { as: asLearner });
    expect(before).toContain(`href="${paths.listing(listing.id)}"`);
    app.clock.now = (listing.expiresTs ?? 0) + 1;
    const again = await signIn({ id: (await findListingEnquiry(listing.id))?.learnerId ?? "" });
    const after = await app.read(paths.enquiry(id), { as: again });
    expect(after).toContain(listing.title);
    expect(after).not.toContain(`href="${paths.listing(listing.id)}"`);
  });
});

describe("GET /profile/enquiries", () => {
  it("lists the conversations newest first, in consecutive pages of twenty", async () => {
    const { teacher, learner, listing, asTeacher } = await createParticipants();
    const ids = Array.from({ length: 25 }, newId);
    for (const [n, id] of ids.entries()) {
      // Pairs have the same time, and are ordered by id.
      const ts = app.clock.now - Math.floor(n / 2) * 1000;
      const row = {
        listingId: listing.id,
        teacherId: teacher.id,
        learnerId: learner.id,
        state: "new",
      } as const;
      await db.insert(enquiries).values({ id, ...row, createdTs: ts, lastMessageTs: ts });
      const message = { id: newId(), enquiryId: id, author: "learner", text: "Bună", createdTs: ts } as const;
      await db.insert(messages).values(message);
    }
    const rows = await listRows(enquiries, { teacherId: teacher.id });
    const expected = rows
      .sort((a, b) => b.lastMessageTs - a.lastMessageTs || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    const open = async (path: string) => {
      const html = await app.read(path, { as: asTeacher });
      const listed = [...html.matchAll(/class="entry__title"><a href="\/enquiries\/([^"]+)"/g)].map(
        ([, id]) => id,
      );
      const follow = (rel: string) =>
        html.match(new RegExp(`rel="${rel}" href="([^"]+)"`))?.[1]?.replaceAll("&amp;", "&") ?? "";
      return { listed, follow };
    };
    const first = await open(paths.inbox());
    expect(first.listed).toEqual(expected.slice(0, 20));
    const last = await open(first.follow("next"));
    expect([last.listed, last.follow("next")]).toEqual([expected.slice(20), ""]);
    expect((await open(last.follow("prev"))).listed).toEqual(first.listed);
    await expectStatus(app.get(`${paths.inbox()}?after=damaged`, { as: asTeacher }), 200);
  });

  it("explains what to do when it is empty; redirects a visitor to sign-in", async () => {
    const { asTeacher, asLearner } = await createParticipants();
    expect(await app.read(paths.inbox(), { as: asTeacher })).toContain("No messages yet");
    expect(await app.read(`/ro${paths.inbox()}`, { as: asLearner })).toContain(
      "Nu ați scris încă niciunui profesor",
    );
    await expectRedirect(app.get(paths.inbox()), paths.signIn({ next: paths.inbox() }), 302);
  });
});
