import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { enquiries, reviews, users } from "@/db/schema";
import { toGuestKey } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { createTestApp, db, newJar, type TestApp } from "../../helpers/app";
import { createUser, signIn } from "../../helpers/factories";
import { confirmAsGuest, newGuestEmail, publishListing, writeAsGuest } from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";
import { DAY_MS, insertAnsweredEnquiry, listReviewsOf, REVIEW, sendReview } from "./contact";

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

/** A guest whose confirmed enquiry the teacher answered four days ago. */
async function createGuestContact(email = newGuestEmail(), name = "Maria Ioana Popescu") {
  const { teacher, listing } = await publishListing(app);
  await writeAsGuest(app, listing.id, { email, name });
  const { id, token } = await confirmAsGuest(app, email);
  const answeredTs = app.clock.now - 4 * DAY_MS;
  await db.update(enquiries).set({ state: "answered", answeredTs }).where(eq(enquiries.id, id));
  return { id, token, email, teacher, listing, path: paths.enquiryReview(id), link: `?token=${token}` };
}

describe("a guest", () => {
  it("writes, edits and withdraws a review by the mailed link", async () => {
    const { id, token, email, teacher, path, link } = await createGuestContact();
    const conversation = await (await app.get(paths.enquiry(id) + link)).text();
    expect(conversation).toContain(`${path}?token=`);
    const page = await app.get(path + link);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const text = await page.text();
    expect(text).toContain("noindex");
    expect(text).toContain("Maria P.");
    const written = await sendReview(app, path, newJar(), { token });
    expect(written.headers.get("location")).toBe(`${path}?token=${token}&done=published`);
    const guestKey = toGuestKey(servicesAt(app.clock.now), email);
    expect(await listReviewsOf(teacher.id)).toMatchObject([
      { guestKey, learnerId: null, authorName: "Maria P.", authorRole: "parent", state: "published" },
    ]);
    const form = await (await app.get(`${path}${link}&edit=1`)).text();
    expect(form).toContain(REVIEW.text);
    await sendReview(app, path, newJar(), { token, version: "1", rating: "3" });
    expect(await listReviewsOf(teacher.id)).toMatchObject([{ rating: 3, version: 2 }]);
    await app.post(`${path}/withdraw`, { form: { token } });
    expect(await listReviewsOf(teacher.id)).toMatchObject([{ state: "withdrawn" }]);
  });

  it("gets the typed text back with an expired link", async () => {
    const { path, token, teacher } = await createGuestContact();
    app.clock.now += 100 * DAY_MS;
    expect((await app.get(`${path}?token=${token}`)).status).toBe(400);
    const answer = await sendReview(app, path, newJar(), { token });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(REVIEW.text);
    expect(await listReviewsOf(teacher.id)).toEqual([]);
  });

  it("can't review with the teacher's address", async () => {
    const { id, path, teacher } = await createGuestContact();
    const email = newGuestEmail();
    await db.update(users).set({ email }).where(eq(users.id, teacher.id));
    await db.update(enquiries).set({ guestEmail: email }).where(eq(enquiries.id, id));
    const { createGuestToken } = await import("@/features/enquiries/guests/guest-token");
    const token = createGuestToken(servicesAt(app.clock.now), { id, email });
    const answer = await sendReview(app, path, newJar(), { token });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("You cannot review yourself.");
  });

  it.each(["Ilinca", "  Ilinca  "])("with one name %j shows only that", async (name) => {
    const { path, token, teacher } = await createGuestContact(newGuestEmail(), name);
    await sendReview(app, path, newJar(), { token });
    expect(await listReviewsOf(teacher.id)).toMatchObject([{ authorName: "Ilinca" }]);
  });
});

describe("an account and a guest of one verified address", () => {
  it.each([true, false])("are one author if the address is verified: %s", async (verified) => {
    const email = newGuestEmail();
    const { path, token, teacher, listing } = await createGuestContact(email);
    const account = await createUser(app, { email, emailVerifiedTs: verified ? app.clock.now : null });
    const id = await insertAnsweredEnquiry(app, {
      listingId: listing.id,
      teacherId: teacher.id,
      learnerId: account.id,
    });
    expect((await sendReview(app, path, newJar(), { token })).status).toBe(303);
    const as = await signIn(app, account);
    const answer = await sendReview(app, paths.enquiryReview(id), as);
    expect(answer.status).toBe(verified ? 409 : 303);
    expect(await db.$count(reviews, eq(reviews.teacherId, teacher.id))).toBe(verified ? 1 : 2);
  });

  it("the account edits what the guest wrote, and keeps it after a change of address", async () => {
    const email = newGuestEmail();
    const { path, token, teacher } = await createGuestContact(email);
    await sendReview(app, path, newJar(), { token });
    const account = await createUser(app, { email });
    const as = await signIn(app, account);
    // The inbox moves the conversation to the account.
    await app.get(paths.inbox(), { as });
    expect(await listReviewsOf(teacher.id)).toMatchObject([{ learnerId: account.id, guestKey: null }]);
    await db.update(users).set({ email: newGuestEmail() }).where(eq(users.id, account.id));
    expect((await sendReview(app, path, as, { version: "1", rating: "4" })).status).toBe(303);
    expect(await listReviewsOf(teacher.id)).toMatchObject([{ rating: 4, version: 2 }]);
  });
});
