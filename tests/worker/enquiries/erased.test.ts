import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { enquiries, messages, users } from "@/db/schema";
import { paths } from "@/shared/paths";
import { createTestApp, db, expectPage, expectStatus } from "../../helpers/app";
import {
  createListing,
  createTeacher,
  createUser,
  listRows,
  mailsTo,
  signIn,
  updateRow,
} from "../../helpers/factories";
import { readEnquiryId } from "../../helpers/guests";

/** A conversation with one side erased: its id and messages are deleted. */
async function createHalfErased(side: "teacher" | "learner") {
  const app = createTestApp();
  const teacher = await createTeacher(app, { locale: "ro" });
  const learner = await createUser(app, { firstName: "Daria", lastName: "Neagu" });
  const listing = await createListing(app, teacher);
  const [asTeacher, asLearner] = [await signIn(app, teacher), await signIn(app, learner)];
  const form = { message: "Întreb ceva" };
  const id = readEnquiryId(await app.post(paths.enquire(listing.id), { as: asLearner, form }));
  await app.post(paths.enquiry(id), { as: asTeacher, form: { message: "Răspund ceva" } });
  await updateRow(
    enquiries,
    id,
    side === "learner" ? { learnerId: null } : { teacherId: null, listingId: null },
  );
  await db.delete(messages).where(eq(messages.author, side));
  return { app, id, teacher, learner, as: side === "learner" ? asTeacher : asLearner };
}

test("GET shows that the learner was erased, and the teacher's own messages; the teacher can still archive it", async () => {
  const { app, id, as } = await createHalfErased("learner");
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

test("GET shows that the teacher was erased with the listing, without a link", async () => {
  const { app, id, as } = await createHalfErased("teacher");
  const page = await app.read(paths.enquiry(id), { as });
  expect(page).toContain("<h1>Deleted account</h1>");
  expect(page).toContain("A deleted listing");
  expect(page).toContain("Întreb ceva");
  expect(page).toContain(`href="${paths.listings({ select: true })}"`);
  expect(page).not.toMatch(/Ștefan|Țepeș|Răspund|\/tutoring\/[a-z0-9]{16}/);
  const inbox = await app.read(paths.inbox({ box: "sent" }), { as });
  expect(inbox).toContain("A deleted listing");
});

test("POST to an erased user returns 409 with the text kept; nothing is stored or mailed", async () => {
  for (const side of ["teacher", "learner"] as const) {
    const { app, id, as, teacher, learner } = await createHalfErased(side);
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

test("a closed account: the other side reads that it is closed, and cannot write until it is reopened", async () => {
  for (const side of ["teacher", "learner"] as const) {
    const app = createTestApp();
    const people = { teacher: await createTeacher(app), learner: await createUser(app) };
    const listing = await createListing(app, people.teacher);
    const jars = { teacher: await signIn(app, people.teacher), learner: await signIn(app, people.learner) };
    const id = readEnquiryId(
      await app.post(paths.enquire(listing.id), { as: jars.learner, form: { message: "Întreb ceva" } }),
    );
    const as = jars[side === "teacher" ? "learner" : "teacher"];
    const setClosed = (disabledTs: number | null) =>
      db.update(users).set({ disabledTs }).where(eq(users.id, people[side].id));
    const before = await mailsTo(people[side].email);
    await setClosed(app.clock.now);
    const page = await app.read(`/ro${paths.enquiry(id)}`, { as });
    expect(page).toContain("contul este închis");
    expect(page).toContain("Întreb ceva");
    expect(page).not.toContain("<textarea");
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
