import { sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { enquiries, mailOutbox, messages, pushOutbox, reports, users } from "@/db/schema";
import { composeOffer, composeTeacherLeft, offerTeachers } from "@/features/enquiries";
import { eraseGuest } from "@/features/enquiries/guests/erase-guest-data";
import { createOfferToken, listOffered } from "@/features/enquiries/offers/find-offer";
import type { ComparedListing } from "@/features/listings";
import { deliverMail } from "@/features/mail";
import type { County, Subject } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, bindings, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  findUser,
  listRows,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../../helpers/guests";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { insertPushDevice } from "../../helpers/push";

const endpoint = stubMailEndpoint();
const { now: start } = app.clock;
const TEXT = "Bună ziua, mai aveți locuri marți?";

beforeEach(async () => {
  app.clock.now = start;
  for (const table of [messages, reports, enquiries, mailOutbox]) await db.delete(table);
});

/** A message without an answer, written at the present time. */
async function insertEnquiry(
  values: Partial<typeof enquiries.$inferInsert> = {},
  county: County = "tl",
  { firstName = "Anca", subject = "c" }: { firstName?: string; subject?: Subject } = {},
) {
  const id = newId();
  const teacher = await createTeacher({ firstName, lastName: "Tăcută" });
  const listing = await createListing(teacher, { title: "Chimie pentru bac", subject, county });
  const { now } = app.clock;
  await db.insert(enquiries).values({
    id,
    listingId: listing.id,
    teacherId: teacher.id,
    state: "new",
    createdTs: now,
    lastMessageTs: now,
    ...(values.guestEmail ? {} : { learnerId: (await createUser()).id }),
    ...values,
  });
  await db
    .insert(messages)
    .values({ id: newId(), enquiryId: id, author: "learner", text: TEXT, createdTs: now });
  return { id, listing, teacher };
}

/** Another conversation of the same two, with a message of the teacher at that time (ms) after the start. */
async function insertOther(id: string, ts: number) {
  const [row] = await listRows(enquiries, { id });
  const { email = "" } = (await findUser(row?.learnerId ?? "")) ?? {};
  const other = newId();
  const times = { createdTs: 0, answeredTs: 0, offeredTs: 0 };
  const guest = { guestEmail: email, guestName: "Ilinca", learnerId: null, confirmedTs: 0 };
  if (row) await db.insert(enquiries).values({ ...row, id: other, state: "answered", ...times, ...guest });
  const message = { id: newId(), author: "teacher" as const, text: "Da.", createdTs: start + ts };
  await db.insert(messages).values({ ...message, enquiryId: other });
}

/** The link to the only conversation about a listing. */
const findConversation = async (listingId: string) => {
  const [enquiry] = await listRows(enquiries, { listingId });
  return `href="${paths.enquiry(enquiry?.id ?? "")}"`;
};

/** The link to the offer in a learner's conversation. */
async function findOfferLink(id: string, learner: Parameters<typeof signIn>[0]) {
  const page = await app.read(paths.enquiry(id), { as: await signIn(learner) });
  return page.match(/href="(?:\/ro)?(\/enquiries\/[^"]*\/teachers\?[^"]*)"/)?.[1] ?? "";
}

const offers = () => listRows(mailOutbox, { template: "enquiry_offer" });
const deliver = (ts: number) =>
  deliverMail(jobContextAt(ts), { enquiry_offer: composeOffer, enquiry_teacher_left: composeTeacherLeft });

it("offers other teachers once, only for messages that wait for an answer", async () => {
  const spam = { state: "spam" as const };
  const insertReport = (id: string, reportedSide: "learner" | "teacher", isAutomatic = false) =>
    db
      .insert(reports)
      .values({ id, enquiryId: id, reportedSide, isAutomatic, reason: "unsafe", createdTs: start });
  const cases: [string, boolean, (id: string, listingId: string) => Promise<unknown>, object?][] = [
    ["waiting", true, async () => {}],
    [
      "waiting, of a guest",
      true,
      async () => {},
      { guestEmail: "g@example.test", guestName: "I", confirmedTs: 1 },
    ],
    [
      "sender blocked by the teacher",
      true,
      (id) => updateRow(enquiries, id, { teacherBlockedTs: 1, awaitsAnswer: false }),
    ],
    ["answered", false, (id) => updateRow(enquiries, id, { state: "answered", answeredTs: 1 })],
    ["spam", false, (id) => updateRow(enquiries, id, spam)],
    ["taken out of the list of its teacher", true, (id) => updateRow(enquiries, id, { awaitsAnswer: false })],
    [
      "reported",
      false,
      async (id, listingId) => {
        const [row] = await listRows(enquiries, { id });
        const reporterId = row?.learnerId ?? null;
        await db
          .insert(reports)
          .values({ id, listingId, reporterId, reason: "unsafe", createdTs: start + 1 });
      },
    ],
    ["reported by the teacher", false, (id) => insertReport(id, "learner")],
    [
      "with a refused text of the teacher, reported by the site",
      true,
      (id) => insertReport(id, "teacher", true),
    ],
    ["reported by a parent without an address", false, (id) => insertReport(id, "teacher")],
    ["withdrawn", false, (id) => updateRow(enquiries, id, { learnerId: null })],
    ["answered in another conversation, as a guest", false, (id) => insertOther(id, 1)],
    [
      "answered by a proposal in an older conversation",
      false,
      (id) => updateRow(enquiries, id, { fullAnswerTs: start }),
    ],
    ["answered in another conversation before", true, (id) => insertOther(id, -1)],
    ["unconfirmed", false, async () => {}, { guestEmail: "u@example.test", guestName: "I", teacherId: null }],
    ["three weeks old", false, async () => {}, { createdTs: start - 19 * DAY_MS }],
  ];
  const expected: string[] = [];
  for (const [, isOffered, change, values] of cases) {
    const { id, listing } = await insertEnquiry(values);
    await change(id, listing.id);
    if (isOffered) expected.push(`enquiry:${id}`);
  }
  await offerTeachers(jobContextAt(start + 2 * DAY_MS - 1));
  expect((await offers()).map(({ about }) => about)).toEqual([]);
  for (const late of [0, 1, DAY_MS]) await offerTeachers(jobContextAt(start + 2 * DAY_MS + late));
  expect((await offers()).map(({ about }) => about).sort()).toEqual(expected.sort());
});

it("names up to three teachers who fit; the link sends the text to those who are ticked, without a session", async () => {
  const learner = await createUser({ firstName: "Daria", lastName: "Neagu", locale: "en" });
  // Of age since the first message: no copies for a parent.
  const parentEmail = "mama@example.test";
  const { id, listing } = await insertEnquiry({ learnerId: learner.id, parentEmail }, "gl");
  const offer = async (firstName: string, values = {}, user = {}) => {
    const teacher = await createTeacher({ firstName, lastName: "Bun", ...user });
    const own = await createListing(teacher, {
      title: `Chimie cu ${firstName}`,
      subject: "c",
      county: "gl",
      ...values,
    });
    return { teacher, listing: own };
  };
  const fitting = await offer("Bianca", {}, { replies: { answered: 4, of: 5 } });
  const online = await offer("Carmen", { online: true });
  const misfits = [
    await offer("Dana", { price: 20_000 }),
    await offer("Elena", { subject: "p" }),
    await offer("Florin", { county: "sv" }),
    await offer("Geta", {}, { replies: { answered: 3, of: 5 } }),
    await offer("Horia", { state: "paused" }),
    await offer("Ioana", { levels: ["kg"] }),
  ];
  // Many newer rows that are too expensive.
  const [dear] = misfits;
  const expensive = { title: "Chimie scumpă", subject: "c", county: "gl", price: 20_000 } as const;
  for (let n = 0; n < 30; n++) if (dear) await createListing(dear.teacher, expensive);
  const written = await offer("Jana");
  await insertEnquiry({ learnerId: learner.id, listingId: written.listing.id, state: "answered" });
  const blocking = await offer("Kira");
  await insertEnquiry({
    learnerId: blocking.teacher.id,
    teacherId: learner.id,
    teacherBlockedTs: 1,
    state: "spam",
  });

  app.clock.now = start + 2 * DAY_MS;
  await offerTeachers(jobContextAt(app.clock.now));
  await deliver(app.clock.now);
  const [mail] = endpoint.requests;
  const shown = ["Chimie cu Bianca", "Chimie cu Carmen", "We suggest 2 other teachers"];
  for (const text of [...shown, "Replies: New on Catedra"]) expect(mail?.text).toContain(text);
  expect(mail?.text).toMatch(/Where: Galați\b.*, only in person/);
  for (const { listing: other } of [...misfits, written, blocking])
    expect(mail?.text).not.toContain(other.title);
  const filters = { subject: "c", level: listing.levels, county: "gl", max: 108 };
  const link = mail?.text.match(/https:\/\/catedra\.test(\/enquiries\/\S+token=\S+)/)?.[1] ?? "";
  const token = new URL(link, "https://catedra.test").searchParams.get("token") ?? "";

  // The conversation leads there too, and says that the teacher was reminded.
  await updateRow(enquiries, id, { remindedTs: start + DAY_MS });
  const as = await signIn(learner);
  const conversation = await app.read(paths.enquiry(id), { as });
  for (const text of ["Two days have passed.", "We reminded the teacher on", link.replaceAll("&", "&amp;")])
    expect(conversation).toContain(text);
  expect(conversation.match(/Report this conversation/g)).toHaveLength(1);
  expect(conversation).not.toContain("in two days");

  const count = () => db.$count(enquiries);
  const before = await count();
  const page = await expectPage(app.get(link), 200);
  expect(page).toContain(TEXT);
  for (const text of ["Chimie cu Bianca", "Only in person · New on Catedra"]) expect(page).toContain(text);
  expect(await count()).toBe(before);
  const send = (form: Record<string, string | string[]>) =>
    app.post(paths.enquiryOffer(id), { form: { token, ...form } });
  await expectPage(send({ message: "Altfel", token: "x", listing_ids: fitting.listing.id }), 400);
  const unticked = await expectPage(send({ message: "Un text schimbat" }), 422);
  for (const text of ["Un text schimbat", "Select at least one teacher."]) expect(unticked).toContain(text);
  // Only those who fit can be chosen; the others are named.
  const misfitIds = misfits.map((misfit) => misfit.listing.id);
  const unfit = await expectPage(send({ message: "Un text schimbat", listing_ids: misfitIds }), 422);
  for (const text of ["no longer fits", "Chimie cu Elena", "Un text schimbat"]) expect(unfit).toContain(text);
  const mixed = { message: "", listing_ids: [fitting.listing.id, misfits[1]?.listing.id ?? ""] };
  const refused = await expectPage(send(mixed), 422);
  expect(refused).toContain("Chimie cu Elena");
  expect(refused).toMatch(new RegExp(`<input[^>]*checked[^>]*value="${fitting.listing.id}"`));
  expect(await count()).toBe(before);
  const chosen = [fitting, online];
  const listing_ids = chosen.map((one) => one.listing.id);
  for (let press = 0; press < 2; press++) {
    const done = await expectPage(send({ message: "Un text schimbat", listing_ids }), 200);
    expect(done).toContain("After two days without an answer, we email you");
    for (const listingId of listing_ids) expect(done).toContain(await findConversation(listingId));
  }
  expect(await count()).toBe(before + 2);
  // Another text does not reach them again.
  const changed = await expectPage(
    send({ message: "Un text schimbat!", listing_ids: fitting.listing.id }),
    422,
  );
  for (const text of ["already written", "Un text schimbat!"]) expect(changed).toContain(text);
  expect(await count()).toBe(before + 2);
  for (const { teacher } of [fitting, online])
    expect((await mailsTo(teacher.email)).map(({ text }) => text.includes("Un text schimbat"))).toEqual([
      true,
    ]);
  expect((await listRows(enquiries, { listingId: fitting.listing.id }))[0]).toMatchObject({
    learnerId: learner.id,
  });
  // Written to since, they are offered no more, but named. The page says which rules leave others out.
  await updateRow(enquiries, (await listRows(enquiries, { listingId: online.listing.id }))[0]?.id ?? "", {
    answeredTs: app.clock.now,
  });
  const reopened = await expectPage(app.get(link), 200);
  for (const text of ["also wrote to", "at most 108 lei an hour", "will look for: Chemistry, ", "Galați"])
    expect(reopened).toContain(text);
  expect(reopened.match(/has answered/g)).toHaveLength(1);
  expect(reopened).toContain(`href="${paths.listings(filters)}">Change the filters`.replaceAll("&", "&amp;"));
  for (const { listing: other } of chosen) {
    expect(reopened).toContain(await findConversation(other.id));
    expect(reopened).toContain(other.title);
  }
  // A fourth one is not offered.
  for (const firstName of ["Lia", "Mara", "Nora", "Oana"]) await offer(firstName);
  expect((await app.read(link)).match(/name="listing_ids"/g)).toHaveLength(3);
  const composed = await composeOffer(jobContextAt(app.clock.now), {
    payload: { enquiryIds: [id] },
    recipient: learner.email,
  });
  expect(composed?.tables).toHaveLength(3);
  await updateRow(enquiries, id, { state: "answered", answeredTs: 1 });
  expect(await expectPage(app.get(link), 200)).toContain("closed or reported");
  expect(await expectPage(send({ message: "Încă un text" }), 422)).toContain("Încă un text");
  await updateRow(users, learner.id, { email: "alta@example.test" });
  await expectPage(app.get(link), 400);
  expect(listing.title).toBe("Chimie pentru bac");
});

it("names teachers to whom a learner wrote within an hour in one mail, without those who answered", async () => {
  const learner = await createUser({ locale: "ro" });
  await insertPushDevice(learner.id);
  const insert = (firstName: string, minutes: number, subject: Subject = "c", user = learner) =>
    insertEnquiry({ learnerId: user.id, createdTs: start + minutes * 60_000 }, "vn", { firstName, subject });
  const [first, second] = [await insert("Anca", 0), await insert("Dan", 50), await insert("Elena", 55, "p")];
  await insert("Florin", 200);
  const { id: answered } = await insert("Geta", 55);
  await insert("Horia", 0, "c", await createUser());
  const run = async (minutes: number) => {
    const now = start + 2 * DAY_MS + minutes * 60_000;
    endpoint.requests.length = 0;
    await offerTeachers(jobContextAt(now));
    await deliver(now);
    return endpoint.requests.map(({ to, subject }) => [to === learner.email, subject.split(":")[0]]);
  };
  // Anca's waits for Dan's. That of another sender does not.
  expect(await run(0)).toEqual([[false, "No answer from Horia Tăcută yet"]]);
  expect(await run(49)).toEqual([]);
  await updateRow(enquiries, answered, { state: "answered", answeredTs: start + DAY_MS });
  expect((await run(56)).sort()).toEqual([
    [true, "Încă niciun răspuns de la Anca Tăcută și Dan Tăcută"],
    [true, "Încă niciun răspuns de la Elena Tăcută"],
  ]);
  // Nobody else teaches physics there.
  const aboutElena = endpoint.requests.find(({ subject }) => subject.includes("Elena"));
  expect(aboutElena?.text).toContain("Anunțați-mă despre profesori noi");
  expect(await run(200)).toEqual([[true, "Încă niciun răspuns de la Florin Tăcută"]]);
  // One of the teachers may answer before a push message is delivered.
  const pushes = (await db.select().from(pushOutbox)).map(({ payload }) => JSON.parse(payload).title);
  expect(pushes).toEqual(Array(3).fill("Încă așteptați un răspuns?"));
  const offered = await listRows(enquiries, { learnerId: learner.id });
  expect(offered.filter(({ state, offeredTs }) => state === "new" && offeredTs === null)).toEqual([]);
  const link = await findOfferLink(first.id, learner);
  // As many teachers as the mail names, none of whom is in the heading.
  expect(await app.read(link)).toContain("No answer yet: ");
  // Anca answers: the link of the mail leads to the offer for Dan.
  await updateRow(enquiries, first.id, { state: "answered", answeredTs: app.clock.now });
  const moved = (await expectStatus(app.get(link), 303)).headers.get("location") ?? "";
  expect(moved).toContain(paths.enquiryOffer(second.id));
  expect(await app.read(moved)).toContain("No answer yet: ");
});

it("tells all learners who wait that the teacher left, with other teachers, before the account is erased", async () => {
  const teacher = await createUserWithPassword({ role: "t", firstName: "Zoe", lastName: "Plecată" });
  const listing = await createListing(teacher, { subject: "c", county: "mh" });
  const place = { subject: "c", county: "mh", title: "Chimie fără grabă" } as const;
  const other = await createListing(await createTeacher(), place);
  const write = async (values: Partial<typeof enquiries.$inferInsert> = {}) => {
    const learner = await createUser({ locale: "en" });
    const to = { listingId: listing.id, teacherId: teacher.id, learnerId: learner.id };
    return { learner, ...(await insertEnquiry({ ...to, ...values }, "vn")) };
  };
  for (let n = 0; n < 20; n++) await write();
  const waiting = await write();
  // One whose offer was not sent yet, one whose offer was, one who has an answer, and one of an erased conversation.
  const queued = await write({ createdTs: start - 2 * DAY_MS });
  const sibling = await insertEnquiry({ learnerId: queued.learner.id, createdTs: start - 2 * DAY_MS }, "mh");
  await offerTeachers(jobContextAt(start));
  const link = await findOfferLink(queued.id, queued.learner);
  await write({ offeredTs: start });
  await write({ state: "answered", answeredTs: start });
  const auth = bearer(await createAccessToken(teacher));
  const erase = { method: "DELETE", json: { password: PASSWORD }, ...auth };
  await expectStatus(app.request(paths.authMe(), erase), 200);
  endpoint.requests.length = 0;
  await deliver(start);
  const left = endpoint.requests.filter(({ subject }) => subject.startsWith("Zoe Plecată has left"));
  expect(left).toHaveLength(22);
  expect(left.map(({ to }) => to)).toContain(waiting.learner.email);
  for (const text of [
    `> ${TEXT}`,
    "Chimie fără grabă",
    paths.enquireSeveral({ listing_ids: [sibling.listing.id, other.id] }),
  ])
    expect(left.find(({ to }) => to === waiting.learner.email)?.text).toContain(text);
  const toQueued = endpoint.requests.filter(({ to }) => to === queued.learner.email);
  expect(toQueued.map(({ subject }) => subject.split(":")[0]).sort()).toEqual([
    "No answer from Anca Tăcută yet",
    expect.stringMatching(/^Zoe Plecată has left/),
  ]);
  expect(await listRows(mailOutbox, { template: "enquiry_teacher_left" })).toEqual([]);

  // The mail's link may be that of the erased teacher's enquiry. It leads to the other one, and then says what happened.
  const moved = await expectStatus(app.get(link), 303);
  expect(moved.headers.get("location")).toContain(paths.enquiryOffer(sibling.id));
  await updateRow(enquiries, sibling.id, { state: "answered", answeredTs: start });
  const erased = await expectStatus(app.get(link), 410);
  expect(await erased.text()).toContain("no answer will come");
  const form = { token: link.split("token=")[1] ?? "", message: "Schimbat", listing_ids: other.id };
  const kept = await expectStatus(app.post(paths.enquiryOffer(queued.id), { form }), 410);
  expect(await kept.text()).toContain("Schimbat</textarea>");
});

it("a conversation leads to its offer until the sender reports the teacher, then to the list", async () => {
  const learner = await createUser();
  const { id, listing } = await insertEnquiry({ learnerId: learner.id, offeredTs: start });
  const as = await signIn(learner);
  const link = `${paths.enquiryOffer(id)}?token=`;
  expect(await app.read(paths.enquiry(id), { as })).toContain(link);
  await db.insert(reports).values({
    id: newId(),
    listingId: listing.id,
    reporterId: learner.id,
    reason: "unsafe",
    createdTs: start,
  });
  const reported = await app.read(paths.enquiry(id), { as });
  expect(reported).not.toContain(link);
  expect(reported).toMatch(/href="[^"]*tutoring[^"]*select=1/);
  // So does the mail's link, which does not say that the teacher answered.
  const mailed = paths.enquiryOffer(id, {
    token: createOfferToken(jobContextAt(start), { id, email: learner.email }),
  });
  expect(await app.read(mailed)).toContain("closed or reported");
});

it("a guest sends by the same link, and the limits hold", async () => {
  const { listing } = await insertEnquiry({}, "gj");
  const email = newGuestEmail();
  await writeAsGuest(listing.id, { email, message: TEXT });
  const { id } = await confirmAsGuest(email);
  const other = await createListing(await createTeacher(), {
    subject: "c",
    county: "gj",
    title: "Chimie nouă",
  });
  app.clock.now += 2 * DAY_MS;
  await offerTeachers(jobContextAt(app.clock.now));
  await deliver(app.clock.now);
  const text =
    endpoint.requests.find((mail) => mail.to === email && mail.text.includes("/teachers?"))?.text ?? "";
  const token = decodeURIComponent(text.match(/teachers\?token=(\S+)/)?.[1] ?? "");
  const form = { token, message: TEXT, listing_ids: other.id };
  await db.run(`insert into limit_counters (name, key, window_start_ts, hits) select name, key, ${app.clock.now}, 99
    from limit_counters where name = 'enquiries_hour' limit 1 on conflict do update set hits = 99, window_start_ts = ${app.clock.now}`);
  const send = (message: string) => app.post(paths.enquiryOffer(id), { form: { ...form, message } });
  const limited = await expectPage(send("Text schimbat"), 429);
  expect(limited).toContain("Text schimbat");
  expect(limited).toContain(`value="${other.id}"`);
  app.clock.now += 2 * HOUR_MS;
  // One enquiry, also beyond the ten minutes of a repeated form. No answer leads to a conversation of the guest.
  for (const [message, status] of [
    [TEXT, 200],
    [TEXT, 200],
    ["Text schimbat", 422],
  ] as const) {
    const page = await expectPage(send(message), status);
    expect(page).toContain("Chimie nouă");
    // The browser has not proved the guest's address.
    expect(page).not.toContain("token=");
    app.clock.now += 11 * 60_000;
  }
  await updateRow(enquiries, id, { state: "answered", answeredTs: 1 });
  const answered = await expectPage(app.get(paths.enquiryOffer(id, { token })), 200);
  expect(answered).toContain("closed or reported");
  expect(answered).not.toContain(`href="${paths.enquiry(id)}`);
  expect(await listRows(enquiries, { listingId: other.id })).toMatchObject([
    { guestEmail: email, state: "new" },
  ]);
});

it("keeps an offer for several messages when the guest erases the one that it is about", async () => {
  const guest = { guestEmail: newGuestEmail(), guestName: "Ilinca", confirmedTs: start };
  for (const firstName of ["Anca", "Dan"]) await insertEnquiry(guest, "vn", { firstName });
  await offerTeachers(jobContextAt(start + 2 * DAY_MS));
  const [offer] = await offers();
  const erased = offer?.about?.replace("enquiry:", "") ?? "";
  const { enquiryIds } = (offer?.payload ?? { enquiryIds: [] }) as { enquiryIds: string[] };
  expect(enquiryIds).toHaveLength(2);
  const other = enquiryIds.find((enquiryId) => enquiryId !== erased) ?? "";
  await eraseGuest(jobContextAt(start + 2 * DAY_MS), erased, guest.guestEmail);
  expect(await offers()).toMatchObject([{ about: `enquiry:${other}`, payload: { enquiryIds: [other] } }]);
  await eraseGuest(jobContextAt(start + 2 * DAY_MS), other, guest.guestEmail);
  expect(await offers()).toEqual([]);
});

it("offers teachers of one of the levels, in the county of lessons in person or online", async () => {
  const publish = async (title: string, values: object) =>
    createListing(await createTeacher(), { title, subject: "mu", levels: ["h"], ...values });
  await publish("În județ", { county: "ot" });
  await publish("În județ și online", { county: "ot", online: true });
  await publish("Online din alt județ", { county: "sv", online: true, locations: [] });
  await publish("Alt județ", { county: "sv" });
  await publish("Alt nivel", { county: "ot", online: true, levels: ["kg"] });
  const county = ["În județ", "În județ și online"];
  const online = ["În județ și online", "Online din alt județ"];
  const cases: [object, number | null, string[]][] = [
    [{}, null, [...county, "Online din alt județ"]],
    [{ online: true }, null, [...county, "Online din alt județ"]],
    [{ online: true, locations: [] }, null, online],
    [{}, 10, [...county, "Online din alt județ"]],
    [{}, 6, []],
  ];
  const listing = { subject: "mu", levels: ["m", "h"], county: "ot", locations: ["t"], online: false };
  const person = { sender: null, guestEmail: "g@example.test", email: "g@example.test" };
  for (const [values, learnerGrade, titles] of cases) {
    const compared = { ...listing, pricePerHour: 10_000, ...values } as ComparedListing;
    const offered = await listOffered(
      jobContextAt(start),
      { ...person, learnerGrade, listing: compared },
      { max: 9 },
    );
    expect(offered.map(({ title }) => title).sort(), JSON.stringify(values)).toEqual(titles.sort());
  }
});

it("queues one offer for each message when the job is killed 20 times, runs twice, and late", async () => {
  // Two batches.
  const { id: first } = await insertEnquiry({ guestEmail: "g@example.test", guestName: "I", confirmedTs: 1 });
  await db.run(sql`
    insert into enquiries (id, listing_id, teacher_id, guest_email, guest_name, confirmed_ts, state, created_ts, last_message_ts)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < 130)
    select printf('%016d', n), listing_id, teacher_id, n || guest_email, 'I', 1, 'new', created_ts, created_ts
    from row, enquiries where id = ${first}`);
  const ids = (await db.select({ id: enquiries.id }).from(enquiries)).map(({ id }) => id);
  let kills = 0;
  for (let n = 0; kills < 20; n++) {
    const ts = start + 2 * DAY_MS + (n % 3) * DAY_MS;
    // Each run finds some due again, as if they had just become due.
    await db.update(enquiries).set({ offeredTs: null });
    await db.delete(mailOutbox);
    for (let run = 0; run < 3; run++) {
      const database = killDb(bindings.DB, { call: (n + run) % 4, isExecuted: (n + run) % 2 === 0 });
      await offerTeachers(jobContextAt(ts, { DB: database })).catch(() => kills++);
    }
    await Promise.all([offerTeachers(jobContextAt(ts)), offerTeachers(jobContextAt(ts + DAY_MS))]);
    expect((await offers()).map(({ about }) => about).sort()).toEqual(
      ids.map((id) => `enquiry:${id}`).sort(),
    );
  }
});
