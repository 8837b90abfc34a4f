import { eq } from "drizzle-orm";
import { beforeEach, expect, it, vi } from "vitest";
import { auditSubject } from "@/db/audit";
import { reviewReports, reviews } from "@/db/schema";
import { sweepGuestEnquiries, toGuestKey } from "@/features/enquiries";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, type TestApp } from "../../helpers/app";
import { createTeacher, createUser, findUser, mailsTo, signIn } from "../../helpers/factories";
import { confirmAsGuest, createGuestEnquiry } from "../../helpers/guests";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { createReview } from "./create-review";

let app: TestApp;
let guest: Awaited<ReturnType<typeof createGuestEnquiry>>;
let reviewId: string;
const guestKey = (email: string) => toGuestKey(servicesAt(app.clock.now), email);
const findReview = async (id: string) => (await db.select().from(reviews).where(eq(reviews.id, id)))[0];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  app = createTestApp();
  guest = await createGuestEnquiry(app);
  await confirmAsGuest(app, guest.email);
  const review = await createReview(app, guest.teacher, {
    enquiryId: guest.id,
    guestKey: guestKey(guest.email),
    rating: 3,
  });
  reviewId = review.id;
});

it("the guest's erasure deletes the review of the conversation and its reports", async () => {
  await db.insert(reviewReports).values({ id: newId(), reviewId, reason: "other", createdTs: app.clock.now });
  const { id: others } = await createReview(app, guest.teacher, { guestKey: guestKey("x@mailuri.test") });
  const { commit, ...ctx } = servicesAt(app.clock.now);
  const mail = { template: "contact_received", to: guest.email, locale: "ro", params: {} } as const;
  await commit([
    queueMailStatement({ ...ctx, commit }, { ...mail, about: auditSubject("review", reviewId) }),
  ]);
  await app.post(paths.enquiry(guest.id), { form: { token: guest.token, intent: "erase" } });
  expect(await findReview(reviewId)).toBeUndefined();
  expect(await findReview(others)).toBeDefined();
  expect(await mailsTo(guest.email)).toEqual([]);
  expect(await db.select().from(reviewReports).where(eq(reviewReports.reviewId, reviewId))).toEqual([]);
  expect(await findUser(guest.teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 5 });
  await expectConsistentIndex(app.clock.now);
});

it("the sweep of guest data keeps the review", async () => {
  await sweepGuestEnquiries(servicesAt(app.clock.now + 120 * DAY_MS, app.bindings));
  expect(await findReview(reviewId)).toMatchObject({
    enquiryId: guest.id,
    guestKey: guestKey(guest.email),
    learnerId: null,
    state: "published",
  });
});

it("the sweep moves the review to the account with the address", async () => {
  const member = await createUser(app, { email: guest.email });
  await sweepGuestEnquiries(servicesAt(app.clock.now + 120 * DAY_MS, app.bindings));
  expect(await findReview(reviewId)).toMatchObject({ guestKey: null, learnerId: member.id });
});

it("an account adopts the reviews of its mailbox, also after the sweep, but no second one about a teacher", async () => {
  const otherTeacher = await createTeacher(app);
  const { id: second } = await createReview(app, otherTeacher, { guestKey: guestKey(guest.email) });
  await sweepGuestEnquiries(servicesAt(app.clock.now + 120 * DAY_MS, app.bindings));
  const member = await createUser(app, { email: guest.email });
  const { id: own } = await createReview(app, otherTeacher, { learnerId: member.id });
  const as = await signIn(app, member);
  for (let visit = 0; visit < 2; visit++) {
    expect((await app.get(paths.inbox(), { as })).status).toBe(200);
    expect(await findReview(reviewId)).toMatchObject({ guestKey: null, learnerId: member.id });
    expect(await findReview(second)).toMatchObject({ guestKey: guestKey(guest.email), learnerId: null });
    expect(await findReview(own)).toMatchObject({ learnerId: member.id });
  }
});

it("an unverified account adopts nothing", async () => {
  const member = await createUser(app, { email: guest.email, emailVerifiedTs: null });
  await app.get(paths.inbox(), { as: await signIn(app, member) });
  expect(await findReview(reviewId)).toMatchObject({ learnerId: null });
});
