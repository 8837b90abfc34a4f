import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createGuestToken } from "@/auth/guest-token";
import { enquiries, messages, reviews, users } from "@/db/schema";
import { sweepGuestEnquiries, toGuestKey } from "@/features/enquiries";
import { paths } from "@/shared/paths";
import { bearer, createAccessToken } from "../../helpers/accounts";
import { app, db, expectPage, expectStatus, expectText, newJar } from "../../helpers/app";
import { createAdmin, createUser, listRows, mailsTo, updateRow } from "../../helpers/factories";
import {
  confirmAsGuest,
  findEnquiry,
  newGuestEmail,
  publishListing,
  writeAsGuest,
} from "../../helpers/guests";
import { servicesAt } from "../../helpers/services";
import { DAY_MS, insertAnsweredEnquiry, listTeacherReviews, REVIEW, sendReview } from "./contact";

/** A guest whose confirmed enquiry the teacher answered four days ago. */
async function createGuestContact(email = newGuestEmail(), name = "Maria Ioana Popescu") {
  const { teacher, listing } = await publishListing();
  await writeAsGuest(listing.id, { email, name });
  const { id, token } = await confirmAsGuest(email);
  const answeredTs = app.clock.now - 4 * DAY_MS;
  await updateRow(enquiries, id, { state: "answered", answeredTs });
  return { id, token, email, teacher, listing, path: paths.enquiryReview(id), link: `?token=${token}` };
}

describe("a guest", () => {
  it("writes, edits and withdraws a review by the mailed link", async () => {
    const { id, token, email, teacher, path, link } = await createGuestContact();
    const conversation = await app.read(paths.enquiry(id) + link);
    expect(conversation).toContain(`${path}?token=`);
    const page = await expectStatus(app.get(path + link), 200);
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    const text = await page.text();
    expectText(text, "noindex", "Maria P.");
    const written = await sendReview(path, newJar(), { token });
    expect(written.headers.get("location")).toBe(`${path}?token=${token}&done=published`);
    const guestKey = toGuestKey(servicesAt(app.clock.now), email);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([
      { guestKey, learnerId: null, authorName: "Maria P.", authorRole: "parent", state: "published" },
    ]);
    const form = await app.read(`${path}${link}&edit=1`);
    expect(form).toContain(REVIEW.text);
    await sendReview(path, newJar(), { token, version: "1", rating: "3" });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ rating: 3, version: 2 }]);
    await app.post(`${path}/withdraw`, { form: { token } });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ state: "withdrawn" }]);
  });

  it("gets the typed text back with an invalid link, and can request a new one", async () => {
    const { id, path, token, teacher } = await createGuestContact();
    const wrong = token.slice(0, -1);
    expect(await expectPage(app.get(`${path}?token=${wrong}`), 400)).toContain(
      `action="${paths.enquiryLink(id)}"`,
    );
    const kept = await expectPage(sendReview(path, newJar(), { token: wrong }), 400);
    expectText(kept, REVIEW.text, `action="${paths.enquiryLink(id)}"`);
    expect(await listTeacherReviews(teacher.id)).toEqual([]);
  });

  it("writes on day 179, edits, gets the rejection, objects and withdraws; then the data is erased", async () => {
    const { id, path, token, link, email, teacher } = await createGuestContact();
    const sweep = () => sweepGuestEnquiries(servicesAt(app.clock.now, app.bindings));
    const wait = async (days: number) => {
      app.clock.now += days * DAY_MS;
      await sweep();
    };
    await wait(179);
    await expectStatus(sendReview(path, newJar(), { token }), 303);
    await wait(25);
    const text = "Sunați la 0722 345 678, profesorul răspunde mereu.";
    await expectStatus(sendReview(path, newJar(), { token, version: "1", text }), 303);
    const [held] = await listTeacherReviews(teacher.id);
    expect(held).toMatchObject({ state: "pending", holdRule: "contact_data", text });

    await wait(100);
    const { headers } = bearer(await createAccessToken(await createAdmin()));
    const json = { reason: "personal_data", text: "Textul conține un număr de telefon." };
    await app.post(paths.apiAdminReviewAction(held?.id ?? "", "reject"), { headers, json });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail).toMatchObject({ template: "review_rejected" });
    expect(mail?.text).toContain(path + link);
    expect(await app.read(path + link)).toContain(json.text);

    await wait(200);
    const objection = "Numărul este public, pe site-ul profesorului.";
    await expectStatus(app.post(`${path}/object`, { form: { token, text: objection } }), 303);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ objectionText: objection }]);
    await expectStatus(app.post(`${path}/withdraw`, { form: { token } }), 303);
    await expectStatus(app.get(path + link), 200);

    await sweep();
    expect(await listTeacherReviews(teacher.id)).toEqual([]);
    expect(await findEnquiry(id)).toMatchObject({ guestEmail: null, guestName: null, guestLocale: null });
    expect(await listRows(messages, { enquiryId: id })).toEqual([]);
    await expectStatus(app.get(path + link), 400);
  });

  it("can't review with the teacher's address", async () => {
    const { id, path, teacher } = await createGuestContact();
    const email = newGuestEmail();
    await updateRow(users, teacher.id, { email });
    await updateRow(enquiries, id, { guestEmail: email });
    const token = createGuestToken(servicesAt(app.clock.now), { id, email });
    expect(await expectPage(sendReview(path, newJar(), { token }), 403)).toContain(
      "You cannot review yourself.",
    );
  });

  it("with one name shows only that", async () => {
    const { path, token, teacher } = await createGuestContact(newGuestEmail(), "  Ilinca  ");
    await sendReview(path, newJar(), { token });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ authorName: "Ilinca" }]);
  });
});

describe("an account and a guest of one verified address", () => {
  it.each([true, false])("are one author if the address is verified: %s", async (verified) => {
    const email = newGuestEmail();
    const { path, token, teacher, listing } = await createGuestContact(email);
    const account = await createUser({ email, emailVerifiedTs: verified ? app.clock.now : null });
    const id = await insertAnsweredEnquiry({
      listingId: listing.id,
      teacherId: teacher.id,
      learnerId: account.id,
    });
    await expectStatus(sendReview(path, newJar(), { token }), 303);
    await expectStatus(sendReview(paths.enquiryReview(id), account), verified ? 409 : 303);
    expect(await db.$count(reviews, eq(reviews.teacherId, teacher.id))).toBe(verified ? 1 : 2);
  });

  it("the account edits what the guest wrote, and keeps it after a change of address", async () => {
    const email = newGuestEmail();
    const { path, token, teacher } = await createGuestContact(email);
    await sendReview(path, newJar(), { token });
    const account = await createUser({ email });
    // The inbox moves the conversation to the account.
    await app.get(paths.inbox(), { as: account });
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ learnerId: account.id, guestKey: null }]);
    await updateRow(users, account.id, { email: newGuestEmail() });
    await expectStatus(sendReview(path, account, { version: "1", rating: "4" }), 303);
    expect(await listTeacherReviews(teacher.id)).toMatchObject([{ rating: 4, version: 2 }]);
  });
});
