import { sql } from "drizzle-orm";
import { vi } from "vitest";
import { followUpNotes, posts, refunds, reviewReports, reviews, testimonials } from "@/db/schema";
import { DELIVERY_CONDITIONS, toGuestKey } from "@/features/enquiries";
import { deliverMail } from "@/features/mail";
import { MAIL_COMPOSERS } from "@/jobs/mail-composers";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createUserWithPassword, signInWithPassword } from "../../helpers/accounts";
import { app, db, type Jar } from "../../helpers/app";
import { createListing, createTeacher, type signIn } from "../../helpers/factories";
import { fakeStripe } from "../../helpers/fake-stripe";
import { confirmAsGuest, newGuestEmail, readEnquiryId, writeAsGuest } from "../../helpers/guests";
import { createBrowser, insertPushDevice } from "../../helpers/push";
import { BILLING } from "../../helpers/rows";
import { ensureSeller } from "../../helpers/sellers";
import { servicesAt } from "../../helpers/services";
import { insertVerification } from "../verifications/setup";
import { addTeacherData, addUserData, type StoredUser } from "./user-data";

let lives = 0;

/**
 * A teacher and a learner who used every feature, and two others: a second teacher the learner wrote to, and an
 * admin. Each of the first two writes a distinctive word that tests search for.
 */
export async function createTwoUsers() {
  const stripe = fakeStripe();
  const mailed = interceptMail();
  const teacher = await createUserWithPassword({
    email: `zvonka${++lives}.teacher@mailuri.test`,
    role: "t",
    firstName: "Zvonka",
    lastName: "Țzmeura",
    birthDate: "1981-07-19",
    billing: { ...BILLING, name: "Wqbilledname", street: "Strada wqbilledstreet" },
  });
  await ensureSeller();
  const learner = await createUserWithPassword({
    email: `xilofon${lives}.learner@mailuri.test`,
    firstName: "Xilofon",
    lastName: "Șkwarna",
    birthDate: "1993-11-23",
  });
  const bystander = await createTeacher({ firstName: "Mara", lastName: "Trece" });
  const admin = await createUserWithPassword({ role: "a", canCreateAdmin: true });

  const listing = await addTeacherData(teacher, admin);
  const { jar: asTeacher, token: teacherToken } = await signInWithPassword(teacher.email);
  const { jar: asLearner, token: learnerToken } = await signInWithPassword(learner.email);

  const write = async (listingId: string, message: string) =>
    readEnquiryId(await app.post(paths.enquire(listingId), { as: asLearner, form: { message } }));
  const enquiryId = await write(listing.id, "Întrebarea mea: wqlearnerone");
  await app.post(paths.enquiry(enquiryId), { as: asTeacher, form: { message: "Răspuns: wqteacherone" } });
  await app.post(paths.enquiryState(enquiryId), { as: asTeacher, form: { state: "won" } });
  for (const [as, place] of [
    [asLearner, "Acasă: wqplaceone"],
    [asTeacher, "La mine: wqplacetwo"],
  ] as const)
    await app.post(paths.enquiryAppointments(enquiryId), {
      as,
      form: { times: "2026-12-05T10:00", minutes: "60", where: "place", place },
    });
  const foreignListing = await createListing(bystander);
  const otherEnquiryId = await write(foreignListing.id, "Altă întrebare: wqlearnertwo");
  await app.post(paths.enquiry(otherEnquiryId), {
    as: bystander,
    form: { message: "Răspuns de la bystanderword" },
  });

  await app.post(paths.enquiryBlock(otherEnquiryId), { as: asLearner, form: { blocked: "1" } });

  await app.get(paths.listing(listing.id), { as: asLearner });
  // The share image, which is rendered at its first request.
  await (await app.get(paths.listingShareImage(listing.id, 1))).arrayBuffer();

  await writeGuestMessages(listing.id, learner);

  await app.post(paths.reportListing(foreignListing.id), {
    as: asTeacher,
    form: { reason: "wrong_data", text: "Raportul meu: wqreportone" },
  });
  await app.post(paths.reportListing(listing.id), {
    as: asLearner,
    form: { reason: "other", text: "Raportul meu: wqreporttwo" },
  });
  await app.post(paths.reportListing(foreignListing.id), {
    form: {
      reason: "illegal",
      text: "Raportul meu: wqreportguest",
      name: "Wqreporter",
      email: learner.email,
      good_faith: "1",
    },
  });

  await app.post(paths.reportEnquiry(enquiryId), { as: asTeacher, form: { reason: "spam", text: "" } });

  await insertVerification(teacher.id, { proves: "Licență: wqdocumentone", decidedBy: admin.id });
  await addReviews({ teacher, learner, bystander, enquiryId });
  await publishTexts({ teacher, asTeacher, learner, admin });

  const paid = await payPromotion(stripe, listing.id, asTeacher, teacher);
  await app.post(paths.adminOrderAction(String(paid.client_reference_id), "refund"), {
    as: admin,
    form: {
      amount: "5",
      reason_code: "other",
      reason: "Am greșit: wqrefundone",
      expected: "1900",
      step: "confirm",
    },
  });
  // Once a bank returned it.
  await db.update(refunds).set({ transferReference: "OP 1 wqtransferone" });
  // A second checkout, still open.
  await app.post(paths.promoteListing(listing.id), {
    as: asTeacher,
    form: { package: "home7", immediate_start: "1" },
  });
  const openCheckoutSession = stripe.last();

  for (const person of [teacher, learner]) await addUserData(person, lives);
  return {
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
    openCheckoutSession,
    teacherToken,
    learnerToken,
    asTeacher,
    asLearner,
  };
}

/** The learner reviews the teacher, and as a guest the second teacher. The teacher answers and reports the review. */
async function addReviews({
  teacher,
  learner,
  bystander,
  enquiryId,
}: Record<"teacher" | "learner" | "bystander", { id: string; email: string }> & { enquiryId: string }) {
  const review = {
    subject: "m",
    rating: 4,
    locale: "ro",
    lessons: "2-5",
    authorRole: "parent",
    state: "published",
    createdTs: app.clock.now,
    publishedTs: app.clock.now,
  } as const;
  const reviewId = newId();
  await db.insert(reviews).values([
    {
      ...review,
      id: reviewId,
      enquiryId,
      teacherId: teacher.id,
      learnerId: learner.id,
      text: "Am învățat mult: wqreviewone",
      replyText: "Mulțumesc: wqreplyone",
      replyCreatedTs: app.clock.now,
    },
    {
      ...review,
      id: newId(),
      teacherId: bystander.id,
      guestKey: toGuestKey(servicesAt(app.clock.now), learner.email),
      text: "Am învățat mult: wqreviewtwo",
    },
  ]);
  await db.insert(reviewReports).values({
    id: newId(),
    reviewId,
    reporterId: teacher.id,
    reason: "other",
    text: "Nu e corect: wqreviewreport",
    createdTs: app.clock.now,
  });
}

/** The teacher writes a testimonial and a contact message; the learner writes without signing in. */
async function publishTexts({
  teacher,
  asTeacher,
  learner,
  admin,
}: Record<"teacher" | "learner" | "admin", StoredUser> & { asTeacher: Jar }) {
  await app.post(paths.testimonials(), {
    as: asTeacher,
    form: { text: "Mi-a fost de mare folos: wqsaidone", name: "Zvonka", role: "wqroleone", consent: "1" },
  });
  const [testimonial] = await db.select().from(testimonials).where(sql`user_id = ${teacher.id}`);
  await app.post(paths.adminTestimonialAction(testimonial?.id ?? "", "publish"), {
    as: admin,
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
  await insertPushDevice(teacher.id, createBrowser(), { device: "Firefox, Windows" });
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

/** The learner, signed out, writes twice and confirms the first; another guest writes and confirms nothing. */
async function writeGuestMessages(listingId: string, learner: StoredUser) {
  const write = (email: string, name: string, message: string) =>
    writeAsGuest(listingId, { email, name, message });
  await write(learner.email, learner.firstName, "Fără cont: wqguestone");
  await confirmAsGuest(learner.email);
  await write(learner.email, learner.firstName, "Fără cont: wqguesttwo");
  await write(newGuestEmail(), "Cineva", "Nimeni nu știe de mine");
}

async function payPromotion(
  stripe: ReturnType<typeof fakeStripe>,
  listingId: string,
  as: Awaited<ReturnType<typeof signIn>>,
  buyer: StoredUser,
) {
  await app.post(paths.promoteListing(listingId), { as, form: { package: "top7", immediate_start: "1" } });
  const session = stripe.pay();
  const completedSession = {
    ...session,
    customer_details: { email: buyer.email, name: "Zvonka Țzmeura" },
  };
  await stripe.send(stripe.event("checkout.session.completed", completedSession));
  // An event of an unknown type, and one that names none of our orders.
  const charge = {
    id: "ch_1",
    object: "charge",
    billing_details: completedSession.customer_details,
    metadata: session.metadata,
  };
  await stripe.send(stripe.event("charge.succeeded", charge));
  await stripe.send(
    stripe.event("customer.created", {
      id: "cus_1",
      object: "customer",
      ...completedSession.customer_details,
    }),
  );
  return session;
}

/** Receives mail next to Stripe; `deliver` runs the job. */
function interceptMail() {
  const before = globalThis.fetch;
  const received: { to: string; subject: string; text: string }[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    if (!String(input).endsWith("/mail")) return before(input, init);
    received.push(JSON.parse(String(init?.body)));
    return new Response(null, { status: 202 });
  });
  return {
    received,
    deliver: (now: number) => deliverMail(servicesAt(now), MAIL_COMPOSERS, DELIVERY_CONDITIONS),
  };
}
