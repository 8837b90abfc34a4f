import { beforeEach, expect, it } from "vitest";
import { createGuestToken } from "@/auth/guest-token";
import { auditSubject } from "@/db/audit";
import { enquiries, reviewReports, reviews, users } from "@/db/schema";
import { sweepGuestEnquiries, toGuestKey } from "@/features/enquiries";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken, PASSWORD } from "../../helpers/accounts";
import { app, db, expectStatus, quickHasher } from "../../helpers/app";
import { createTeacher, createUser, findUser, listRows, mailsTo, updateRow } from "../../helpers/factories";
import { confirmAsGuest, createGuestEnquiry, findEnquiry } from "../../helpers/guests";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { createReview, setReviewState } from "./create-review";

let guest: Awaited<ReturnType<typeof createGuestEnquiry>>;
let reviewId: string;
const guestKey = (email: string) => toGuestKey(servicesAt(app.clock.now), email);
const findReview = async (id: string) => (await listRows(reviews, { id }))[0];
/** Runs the job when no guest can write a review any more. */
const sweep = () => sweepGuestEnquiries(servicesAt(app.clock.now + 181 * DAY_MS, app.bindings));

beforeEach(async () => {
  guest = await createGuestEnquiry();
  await confirmAsGuest(guest.email);
  const review = await createReview(guest.teacher, {
    enquiryId: guest.id,
    guestKey: guestKey(guest.email),
    rating: 3,
  });
  reviewId = review.id;
});

it("the guest's erasure deletes the review of the conversation and its reports", async () => {
  await db.insert(reviewReports).values({ id: newId(), reviewId, reason: "other", createdTs: app.clock.now });
  const { id: others } = await createReview(guest.teacher, { guestKey: guestKey("x@mailuri.test") });
  const { commit, ...ctx } = servicesAt(app.clock.now);
  const mail = { template: "contact_received", to: guest.email, locale: "ro", params: {} } as const;
  await commit([
    queueMailStatement({ ...ctx, commit }, { ...mail, about: auditSubject("review", reviewId) }),
  ]);
  await app.post(paths.enquiry(guest.id), { form: { token: guest.token, intent: "erase" } });
  expect(await findReview(reviewId)).toBeUndefined();
  expect(await findReview(others)).toBeDefined();
  expect(await mailsTo(guest.email)).toEqual([]);
  expect(await listRows(reviewReports, { reviewId })).toEqual([]);
  expect(await findUser(guest.teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 5 });
  await expectConsistentIndex(app.clock.now);
});

it("the guest's erasure deletes the review of the teacher, also by the link of another conversation", async () => {
  const { id: others } = await createReview(guest.teacher, { guestKey: guestKey("y@mailuri.test") });
  const written = await findEnquiry(guest.id);
  if (!written) throw new Error("no enquiry");
  const second = { ...written, id: newId() };
  await db.insert(enquiries).values(second);
  const token = createGuestToken(servicesAt(app.clock.now), { id: second.id, email: guest.email });
  await app.post(paths.enquiry(second.id), { form: { token, intent: "erase" } });
  expect(await findReview(reviewId)).toBeUndefined();
  expect(await findReview(others)).toBeDefined();
  expect(await findEnquiry(guest.id)).toMatchObject({ guestEmail: guest.email });
  expect(await findUser(guest.teacher.id)).toMatchObject({ reviewCount: 1, ratingSum: 5 });
  await expectConsistentIndex(app.clock.now);
});

it.each(["published", "pending", "rejected", "removed"] as const)(
  "a %s review keeps the guest's data",
  async (state) => {
    await setReviewState(reviewId, state);
    await sweep();
    expect(await findReview(reviewId)).toMatchObject({
      enquiryId: guest.id,
      guestKey: guestKey(guest.email),
      state,
    });
    expect(await findEnquiry(guest.id)).toMatchObject({ guestEmail: guest.email });
  },
);

it("the sweep erases the data after the review was withdrawn, with the review and its reports", async () => {
  await db.insert(reviewReports).values({ id: newId(), reviewId, reason: "other", createdTs: app.clock.now });
  await sweep();
  await setReviewState(reviewId, "withdrawn");
  const { id: other } = await createReview(guest.teacher, { state: "withdrawn" });
  await sweep();
  expect(await findReview(reviewId)).toBeUndefined();
  expect(await findReview(other)).toBeDefined();
  expect(await listRows(reviewReports, { reviewId })).toEqual([]);
  expect(await findEnquiry(guest.id)).toMatchObject({ guestEmail: null, guestName: null });
});

it("the sweep erases the data of a guest whose teacher deleted the account", async () => {
  const { teacher } = guest;
  const passwordHash = await quickHasher.hash(PASSWORD);
  await updateRow(users, teacher.id, { passwordHash });
  const caller = bearer(await createAccessToken(teacher));
  await app.request(paths.authMe(), { method: "DELETE", json: { password: PASSWORD }, ...caller });
  expect(await findReview(reviewId)).toBeUndefined();
  expect(await findEnquiry(guest.id)).toMatchObject({ guestEmail: guest.email });
  await sweep();
  expect(await findEnquiry(guest.id)).toBeUndefined();
});

it("the sweep moves a withdrawn review to the account with the address", async () => {
  const member = await createUser({ email: guest.email });
  await setReviewState(reviewId, "withdrawn");
  await sweep();
  expect(await findReview(reviewId)).toMatchObject({ guestKey: null, learnerId: member.id });
});

it("an account adopts the reviews of its mailbox, also after the sweep, but no second one about a teacher", async () => {
  const otherTeacher = await createTeacher();
  const { id: second } = await createReview(otherTeacher, { guestKey: guestKey(guest.email) });
  await sweep();
  const member = await createUser({ email: guest.email });
  const { id: own } = await createReview(otherTeacher, { learnerId: member.id });
  for (let visit = 0; visit < 2; visit++) {
    await expectStatus(app.get(paths.inbox(), { as: member }), 200);
    expect(await findReview(reviewId)).toMatchObject({ guestKey: null, learnerId: member.id });
    expect(await findReview(second)).toMatchObject({ guestKey: guestKey(guest.email), learnerId: null });
    expect(await findReview(own)).toMatchObject({ learnerId: member.id });
  }
});

it("an unverified account adopts nothing", async () => {
  const member = await createUser({ email: guest.email, emailVerifiedTs: null });
  await app.get(paths.inbox(), { as: member });
  expect(await findReview(reviewId)).toMatchObject({ learnerId: null });
});
