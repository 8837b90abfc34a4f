import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { enquiries, messages, reports, users } from "@/db/schema";
import { sweepGuestEnquiries, sweepUnconfirmedEnquiries } from "@/features/enquiries";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { app, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createListing,
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
  newGuestEmail,
  readEnquiryId,
  writeAsGuest,
} from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";

/** A conversation with one side erased: its id and messages are deleted. */
async function createHalfErased(side: "teacher" | "learner") {
  const teacher = await createTeacher({ locale: "ro" });
  const learner = await createUser({ firstName: "Daria", lastName: "Neagu" });
  const listing = await createListing(teacher);
  const [asTeacher, asLearner] = [await signIn(teacher), await signIn(learner)];
  const form = { message: "Întreb ceva" };
  const id = readEnquiryId(await app.post(paths.enquire(listing.id), { as: asLearner, form }));
  await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Răspund ceva" } });
  await updateRow(
    enquiries,
    id,
    side === "learner" ? { learnerId: null } : { teacherId: null, listingId: null },
  );
  await db.delete(messages).where(eq(messages.author, side));
  return { id, teacher, learner, as: side === "learner" ? asTeacher : asLearner };
}

it("GET shows that the learner was erased, and the teacher's own messages; the teacher can still archive it", async () => {
  const { id, as } = await createHalfErased("learner");
  const page = await app.read(`/ro${paths.enquiry(id)}`, { as });
  expect(page).toContain("<h1>Cont șters</h1>");
  expect(page).toContain("Răspund ceva");
  expect(page).not.toContain("Întreb ceva");
  expect(page).not.toContain("Daria");
  expect(page).not.toContain("<textarea");
  const inbox = await app.read(paths.inbox(), { as });
  expect(inbox).toContain(`href="${paths.enquiry(id)}">Deleted account</a>`);
  await expectStatus(app.post(paths.enquiryState(id), { as, form: { state: "won" } }), 303);
});

it("GET shows that the teacher was erased with the listing, without a link", async () => {
  const { id, learner, as } = await createHalfErased("teacher");
  const reported = {
    enquiryId: id,
    reportedSide: "teacher",
    reporterId: learner.id,
    reason: "spam",
  } as const;
  await db.insert(reports).values({ id: newId(), ...reported, createdTs: app.clock.now });
  const page = await app.read(paths.enquiry(id), { as });
  expect(page).toContain("You reported");
  expect(page).not.toContain("another report");
  expect(page).toContain("<h1>Deleted account</h1>");
  expect(page).toContain("A deleted listing");
  expect(page).toContain("Întreb ceva");
  expect(page).toContain(`href="${paths.listings({ select: true })}"`);
  expect(page).not.toMatch(/Ștefan|Țepeș|Răspund|\/tutoring\/[a-z0-9]{16}/);
  const inbox = await app.read(paths.inbox({ box: "sent" }), { as });
  expect(inbox).toContain("A deleted listing");
});

it("POST to an erased user returns 409 with the text kept; nothing is stored or mailed", async () => {
  for (const side of ["teacher", "learner"] as const) {
    const { id, as, teacher, learner } = await createHalfErased(side);
    const mails = async () => [...(await mailsTo(teacher.email)), ...(await mailsTo(learner.email))].length;
    const before = await mails();
    const page = await expectPage(
      app.post(paths.enquiry(id), { as, form: { message: "Mai sunteți aici?" } }),
      409,
    );
    expect(page).toContain("This account was deleted, so your message cannot be delivered.");
    expect(page).toContain("Mai sunteți aici?");
    expect(await listRows(messages, { enquiryId: id })).toHaveLength(1);
    expect(await mails()).toBe(before);
  }
});

it("a closed account: the other side reads that it is closed, and cannot write until it is reopened", async () => {
  for (const side of ["teacher", "learner"] as const) {
    const people = { teacher: await createTeacher(), learner: await createUser() };
    const listing = await createListing(people.teacher);
    const jars = { teacher: await signIn(people.teacher), learner: await signIn(people.learner) };
    const id = readEnquiryId(
      await app.post(paths.enquire(listing.id), { as: jars.learner, form: { message: "Întreb ceva" } }),
    );
    const as = jars[side === "teacher" ? "learner" : "teacher"];
    const setClosed = (disabledTs: number | null) =>
      db.update(users).set({ disabledTs }).where(eq(users.id, people[side].id));
    const before = await mailsTo(people[side].email);
    await setClosed(app.clock.now);
    const page = await app.read(`/ro${paths.enquiry(id)}`, { as });
    expect(page).toContain("Contul este închis");
    expect(page.split("Scrieți și altor profesori").length - 1).toBe(side === "teacher" ? 1 : 0);
    expect(page).toContain("Întreb ceva");
    expect(page).not.toContain("<textarea");
    expect(page.includes("Nu trebuie să faceți nimic")).toBe(side === "learner");
    const refusedPage = await expectPage(
      app.post(paths.enquiry(id), { as, form: { message: "Mai sunteți aici?" } }),
      409,
    );
    expect(refusedPage).toContain("This account is closed, so your message cannot be delivered.");
    expect(refusedPage).toContain("Mai sunteți aici?");
    expect(await mailsTo(people[side].email)).toEqual(before);
    await setClosed(null);
    await expectStatus(app.post(paths.enquiry(id), { as, form: { message: "Bun venit" } }), 303);
  }
});

describe("erasure of guest data", () => {
  it("POST with intent=erase deletes an unconfirmed enquiry, and removes the guest from a confirmed conversation", async () => {
    const { teacher, asTeacher, listing, id, token, email } = await createGuestEnquiry();
    const erase = (of: { id: string; token: string }) =>
      app.post(paths.enquiry(of.id), { form: { token: of.token, intent: "erase" } });
    await expectStatus(erase({ id, token }), 200);
    expect(await findEnquiry(id)).toBeUndefined();
    expect(await mailsTo(email)).toEqual([]);

    await writeAsGuest(listing.id, { email, message: "wqsecret", name: "Xenofon" });
    const link = await confirmAsGuest(email);
    await app.post(paths.enquiry(link.id), { as: asTeacher, form: { message: "Răspuns" } });
    await app.post(paths.reportEnquiry(link.id), { form: { token: link.token, reason: "unsafe" } });
    expect(await templatesTo(email)).toContain("conversation_report_received");
    await expectStatus(erase(link), 200);
    expect(await findEnquiry(link.id)).toMatchObject({
      guestName: null,
      guestEmail: null,
      teacherId: teacher.id,
    });
    expect((await listRows(messages, { enquiryId: link.id })).map((message) => message.text)).toEqual([
      "Răspuns",
    ]);
    expect(await mailsTo(email)).toEqual([]);
    await expectStatus(app.get(paths.enquiry(link.id, { token: link.token })), 400);
    const thread = await app.read(paths.enquiry(link.id), { as: asTeacher });
    expect(thread).toContain("Deleted account");
    expect(thread).not.toMatch(/Xenofon|wqsecret/);
  });

  it("the guest is erased 180 days after the last message, or moved to the account with the address", async () => {
    const { listing, teacher, email, id } = await createGuestEnquiry();
    await confirmAsGuest(email);
    const member = await createUser({ email: newGuestEmail() });
    const unverified = await createUser({ email: newGuestEmail(), emailVerifiedTs: null });
    const left = newGuestEmail();
    const others = [];
    for (const to of [member.email, unverified.email, left]) {
      await writeAsGuest(listing.id, { email: to });
      others.push((await confirmAsGuest(to)).id);
    }
    // The teacher of this conversation is erased as well, so no side is left.
    await updateRow(enquiries, others[2] ?? "", { teacherId: null });
    app.clock.now += DAY_MS;
    const as = await signIn(teacher);
    await app.post(paths.enquiry(id), { as, form: { message: "Da, marți." } });
    const last = app.clock.now;
    const texts = async (of = id) => (await listRows(messages, { enquiryId: of })).map(({ text }) => text);

    await sweepGuestEnquiries(servicesAt(last + 180 * DAY_MS, app.bindings));
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: email, guestName: "Ilinca" });
    await sweepGuestEnquiries(servicesAt(last + 180 * DAY_MS + 1, app.bindings));
    expect(await findEnquiry(id)).toMatchObject({
      teacherId: teacher.id,
      guestEmail: null,
      guestName: null,
      guestLocale: null,
    });
    expect(await texts()).toEqual(["Da, marți."]);
    expect(await findEnquiry(others[0] ?? "")).toMatchObject({ guestEmail: null, learnerId: member.id });
    expect(await findEnquiry(others[1] ?? "")).toMatchObject({ guestEmail: null });
    expect(await findEnquiry(others[2] ?? "")).toBeUndefined();
    expect(await texts(others[2])).toEqual([]);
  });

  it("an unconfirmed enquiry is deleted after a week, a confirmed one is kept", async () => {
    const { listing, id } = await createGuestEnquiry();
    const email = newGuestEmail();
    await writeAsGuest(listing.id, { email });
    const confirmed = await confirmAsGuest(email);
    await sweepUnconfirmedEnquiries(servicesAt(app.clock.now + 7 * DAY_MS - 1));
    expect(await findEnquiry(id)).toBeDefined();
    await sweepUnconfirmedEnquiries(servicesAt(app.clock.now + 7 * DAY_MS));
    expect(await findEnquiry(id)).toBeUndefined();
    expect(await listRows(messages, { enquiryId: id })).toEqual([]);
    expect(await findEnquiry(confirmed.id)).toBeDefined();
  });
});
