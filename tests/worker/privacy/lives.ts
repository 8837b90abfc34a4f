import { sql } from "drizzle-orm";
import { vi } from "vitest";
import {
  followUpNotes,
  listingEdits,
  listingImages,
  listings,
  paymentEvents,
  posts,
  settingVersions,
  teacherInformation,
  testimonials,
  uploads,
  users,
} from "@/db/schema";
import { issueToken } from "@/features/accounts";
import { deliverMail } from "@/features/mail";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { makeListing, makeTeacher, signedIn } from "../../helpers/factories";
import { makeMember, signInBy } from "../accounts/people";
import { confirmAsGuest, newGuestEmail, writeAsGuest } from "../enquiries/guests";
import { servicesAt } from "../listings/services";
import { fakeStripe } from "../promotions/stripe";

const DAY_MS = 86_400_000;
let lives = 0;
export type Person = Awaited<ReturnType<typeof makeMember>>;

/**
 * A teacher and a learner who have used everything there is, and two bystanders: a teacher whom the learner wrote to as
 * well, and an admin. Whatever the two said has a word of its own, to be looked for.
 */
export async function twoLives() {
  const app = createTestApp();
  const stripe = fakeStripe(app);
  const mailed = mailbox();
  const teacher = await makeMember(app, {
    email: `zvonka${++lives}.teacher@mailuri.test`,
    role: "t",
    firstName: "Zvonka",
    lastName: "Țzmeura",
    birthDate: "1981-07-19",
  });
  const learner = await makeMember(app, {
    email: `xilofon${lives}.learner@mailuri.test`,
    firstName: "Xilofon",
    lastName: "Șkwarna",
    birthDate: "1993-11-23",
  });
  const bystander = await makeTeacher(app, { firstName: "Mara", lastName: "Trece" });
  const admin = await makeMember(app, { role: "a", canCreateAdmin: true });

  const listing = await teach(app, teacher, admin);
  const { jar: asTeacher, token: teacherToken } = await signInBy(app, teacher.email);
  const { jar: asLearner, token: learnerToken } = await signInBy(app, learner.email);

  const enquiryId = newId();
  await app.post(paths.enquire(listing.id), {
    as: asLearner,
    form: { message: "Întrebarea mea: wqlearnerone", once: enquiryId },
  });
  await app.post(paths.enquiry(enquiryId), { as: asTeacher, form: { message: "Răspuns: wqteacherone" } });
  await app.post(paths.enquiryState(enquiryId), { as: asTeacher, form: { state: "won" } });
  const elsewhere = await makeListing(app, bystander);
  const otherEnquiryId = newId();
  await app.post(paths.enquire(elsewhere.id), {
    as: asLearner,
    form: { message: "Altă întrebare: wqlearnertwo", once: otherEnquiryId },
  });
  await app.post(paths.enquiry(otherEnquiryId), {
    as: await signedIn(app, bystander),
    form: { message: "Răspuns de la bystanderword" },
  });

  await app.get(paths.listing(listing.id), { as: asLearner });
  // The picture of a shared link, which is drawn when somebody asks for it.
  await (await app.get(paths.listingShareImage(listing.id, 1))).arrayBuffer();

  await guestsWrite(app, listing.id, learner);

  await app.post(paths.reportListing(elsewhere.id), {
    as: asTeacher,
    form: { reason: "wrong_data", text: "Raportul meu: wqreportone" },
  });
  await app.post(paths.reportListing(listing.id), {
    as: asLearner,
    form: { reason: "other", text: "Raportul meu: wqreporttwo" },
  });

  await speak(app, { teacher, asTeacher, learner, admin });

  const paid = await pay(app, stripe, listing.id, asTeacher, teacher);
  await app.post(paths.adminOrderAction(String(paid.client_reference_id), "refund"), {
    as: await signedIn(app, admin),
    form: { amount: "5", reason: "Am greșit: wqrefundone", seen: "1900" },
  });
  // A second checkout, still open.
  await app.post(paths.promoteListing(listing.id), {
    as: asTeacher,
    form: { package: "home7", immediate_start: "1" },
  });
  const openSession = stripe.last();

  for (const person of [teacher, learner]) await belongings(app, person);
  return {
    app,
    stripe,
    mailed,
    teacher,
    learner,
    bystander,
    admin,
    listing,
    enquiryId,
    otherEnquiryId,
    paid,
    openSession,
    teacherToken,
    learnerToken,
    asTeacher,
    asLearner,
  };
}

/** The teacher says something of the site and writes to its operator; the learner writes without signing in. */
async function speak(
  app: TestApp,
  {
    teacher,
    asTeacher,
    learner,
    admin,
  }: Record<"teacher" | "learner" | "admin", Person> & { asTeacher: Jar },
) {
  await app.post(paths.testimonials(), {
    as: asTeacher,
    form: { text: "Mi-a fost de mare folos: wqsaidone", name: "Zvonka", role: "wqroleone", consent: "1" },
  });
  const [said] = await db.select().from(testimonials).where(sql`user_id = ${teacher.id}`);
  await app.post(paths.adminTestimonialAction(said?.id ?? "", "publish"), {
    as: await signedIn(app, admin),
    form: {},
  });
  await db.insert(posts).values({
    id: newId(),
    locale: "ro",
    slug: `scris-candva-${newId()}`,
    title: "Scris când mai era admin",
    authorId: teacher.id,
    createdTs: app.clock.now,
    updatedTs: app.clock.now,
  });
  await db.insert(followUpNotes).values({
    key: `mail_undelivered:${newId()}`,
    sinceTs: app.clock.now,
    note: "Adresa nu mai există",
    ownerId: teacher.id,
    updatedTs: app.clock.now,
  });
  await app.post(paths.contact(), {
    as: asTeacher,
    form: { name: "Zvonka", email: teacher.email, subject: "Întrebare", message: "Mesaj: wqcontactone" },
  });
  await app.post(paths.contact(), {
    form: { name: "Xilofon", email: learner.email, subject: "Fără cont", message: "Mesaj: wqcontactguest" },
  });
}

/** The learner, signed out, writes twice and confirms the first; somebody else writes and confirms nothing. */
async function guestsWrite(app: TestApp, listingId: string, learner: Person) {
  const write = (email: string, name: string, message: string) =>
    writeAsGuest(app, listingId, { email, name, message });
  await write(learner.email, learner.firstName, "Fără cont: wqguestone");
  await confirmAsGuest(app, learner.email);
  await write(learner.email, learner.firstName, "Fără cont: wqguesttwo");
  await write(newGuestEmail(), "Cineva", "Nimeni nu știe de mine");
}

/** What the teacher offers: a listing with waiting words and pictures, a deleted one, and what is said of the person. */
async function teach(app: TestApp, teacher: Person, admin: Person) {
  await db.insert(teacherInformation).values({
    userId: teacher.id,
    phoneNumber: "+40722334455",
    county: "cj",
    neighbourhood: "Wqstreet",
    qualifications: ["Diploma wqdiploma"],
    job: "Wqjob",
    employer: "Wqemployer",
    highSchool: "Wqschool",
    bachelors: "Wqbachelor",
    masters: "Wqmaster",
    doctorate: "Wqdoctor",
    experienceJob: 7,
    experienceTeaching: 9,
  });
  const listing = await makeListing(app, teacher, {
    title: "Lecții wqtitleone pe înțeles",
    description: "Descrierea mea conține wqdescriptionone și exerciții din toate capitolele.",
    neighbourhood: "Wqquarter",
    latitude: 46.77123,
    longitude: 23.59123,
    stateNote: "Nota wqnoteone",
  });
  await db.insert(listingEdits).values({
    listingId: listing.id,
    title: "Titlu nou wqtitletwo",
    description: "Descriere nouă wqdescriptiontwo",
    submittedTs: app.clock.now,
    stateNote: "Nota wqnotetwo",
    stateReason: "unclear",
  });
  await makeListing(app, teacher, {
    state: "deleted",
    deletedTs: app.clock.now,
    title: "Anunț șters wqtitlethree",
    subject: "p",
  });
  await app.post(paths.listingAction(listing.id, "pause"), { as: await signedIn(app, teacher) });
  await app.post(paths.listingAction(listing.id, "resume"), { as: await signedIn(app, teacher) });
  // One picture of the listing, one that an admin put there, one of a form that was never saved.
  await picture(app, { listingId: listing.id, ownerId: teacher.id, alt: "Poza wqalt", position: 0 });
  await picture(app, { listingId: listing.id, ownerId: admin.id, alt: "", position: 1 });
  await picture(app, { listingId: newId(), ownerId: teacher.id, alt: "", position: null });
  return listing;
}

async function picture(
  app: TestApp,
  given: { listingId: string; ownerId: string; alt: string; position: number | null },
) {
  const name = newId();
  await db.insert(listingImages).values({
    id: newId(),
    file: `${name}.webp`,
    width: 640,
    height: 480,
    createdTs: app.clock.now,
    ...given,
  });
  for (const file of [`${name}.webp`, `${name}-480.webp`]) {
    await app.bindings.MEDIA.put(
      `images/listings/${given.listingId}/${file}`,
      `picture of ${given.listingId}`,
    );
  }
}

async function pay(
  app: TestApp,
  stripe: ReturnType<typeof fakeStripe>,
  listingId: string,
  as: Awaited<ReturnType<typeof signedIn>>,
  buyer: Person,
) {
  await app.post(paths.promoteListing(listingId), { as, form: { package: "top7", immediate_start: "1" } });
  const session = stripe.pay();
  const told = {
    ...session,
    customer_details: { email: buyer.email, name: "Zvonka Țzmeura" },
  };
  await stripe.send(stripe.event("checkout.session.completed", told));
  // One of the many kinds that mean nothing here, and one that names no order of ours.
  const charge = {
    id: "ch_1",
    object: "charge",
    billing_details: told.customer_details,
    metadata: session.metadata,
  };
  await stripe.send(stripe.event("charge.succeeded", charge));
  await stripe.send(
    stripe.event("customer.created", { id: "cus_1", object: "customer", ...told.customer_details }),
  );
  return session;
}

/** What anybody has: a picture, an upload under way, mailed links, a remembered answer. */
async function belongings(app: TestApp, person: Person) {
  await db
    .update(users)
    .set({ profilePicture: "webp", pictureTs: app.clock.now })
    .where(sql`id = ${person.id}`);
  await app.bindings.MEDIA.put(
    `images/profile-pictures/${person.id}/${app.clock.now}/480.webp`,
    person.email,
  );
  const uploadId = newId();
  await app.bindings.MEDIA.put(`uploads/${uploadId}/0`, `part of ${person.email}`);
  await db.insert(uploads).values({
    id: uploadId,
    userId: person.id,
    path: `images/profile-pictures/${person.id}.png`,
    filetype: "image/png",
    length: 100,
    received: 10,
    parts: [`uploads/${uploadId}/0`],
    createdTs: app.clock.now,
    expiresTs: app.clock.now + DAY_MS,
  });
  // As somebody who was an admin for a while.
  await db.insert(settingVersions).values({
    path: `settings/of-${lives}`,
    version: (await db.select().from(settingVersions)).length + 1,
    value: {},
    actorId: person.id,
    ts: app.clock.now,
  });
  const ctx = servicesAt(app.clock.now);
  await ctx.commit([issueToken(ctx, "change_email", person.id, `noua.${person.email}`).statement]);
  await app.get(`/auth/users/forgot-password/${encodeURIComponent(person.email)}`);
  await app.post(paths.authSignUp(), {
    headers: { "idempotency-key": newId() },
    json: {
      email: person.email,
      password: "o parolă destul de lungă",
      first_name: "Alt",
      last_name: "Om",
      birth_date: "1990-01-01",
    },
  });
}

/** Takes mail in beside Stripe; `deliver` runs the job. */
function mailbox() {
  const before = globalThis.fetch;
  const received: { to: string; subject: string; text: string }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith("/mail")) return before(input, init);
    received.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 202 });
  });
  return { received, deliver: (now: number) => deliverMail(servicesAt(now)) };
}

/** Every row of every table, and every object of the bucket, as text without marks on letters, by place. */
export async function everything(app: TestApp): Promise<Map<string, string>> {
  const { DB, MEDIA } = app.bindings;
  const { results } = await DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'd1\\_%' escape '\\'",
  ).all<{ name: string }>();
  const found = new Map<string, string>();
  for (const { name } of results) {
    // A contentless index has no columns to read; its words stand in the tables that it is kept in.
    if (["listings_fts", "listings_by_price", "promotions_fts"].includes(name)) continue;
    const { results: rows } = await DB.prepare(`select * from "${name}"`).all<Record<string, unknown>>();
    for (const [n, row] of rows.entries())
      found.set(`${name} ${n}`, plain(Object.values(row).map(textOf).join("\n")));
  }
  const { objects } = await MEDIA.list();
  for (const { key } of objects)
    found.set(`bucket ${key}`, plain(`${key}\n${await (await MEDIA.get(key))?.text()}`));
  return found;
}

const textOf = (value: unknown): string =>
  Array.isArray(value) || value instanceof ArrayBuffer
    ? new TextDecoder("latin1").decode(new Uint8Array(value as ArrayBuffer))
    : String(value);

export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Places where any of the words stands. */
export const placesOf = (all: Map<string, string>, words: readonly string[]): string[] =>
  [...all].flatMap(([place, text]) =>
    words.filter((word) => text.includes(plain(word))).map((word) => `${place}: ${word}`),
  );

export const eventsOf = (orderId: string) =>
  db.select().from(paymentEvents).where(sql`order_id = ${orderId}`);
export const listingIdsOf = async (userId: string) =>
  (await db.select({ id: listings.id }).from(listings).where(sql`owner_id = ${userId}`)).map(({ id }) => id);
