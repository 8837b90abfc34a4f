import { expect, it } from "vitest";
import { createGuestToken } from "@/auth/guest-token";
import { type enquiries, reviews } from "@/db/schema";
import { runSchedule } from "@/jobs";
import { toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { createUserWithPassword, PASSWORD } from "../../helpers/accounts";
import { app, db, expectStatus, newJar, quickHasher, type TestRequest } from "../../helpers/app";
import { expectDerivedColumns } from "../../helpers/derived-columns";
import { createListing, createUser, findUser, listRows, signIn } from "../../helpers/factories";
import { newGuestEmail } from "../../helpers/guests";
import { pngBytes } from "../../helpers/pictures";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { type Bearer, call, createBearer, readStoredFile } from "../../helpers/storage-fixture";
import { DAY_MS, insertAnsweredEnquiry, REVIEW, sendReview } from "../reviews/contact";
import { createSite } from "../verifications/setup";

const REFUSAL = { reason: "off_topic", text: "Textul nu este despre lecții." };

it("every derived column equals a recount after each step of a teacher's history", async () => {
  const site = await createSite();
  const { listing, as, asAdmin } = site;
  const teacher = await createUserWithPassword({ role: "t", firstName: "Ana", lastName: "Pop" });
  const asOther = await createBearer(teacher);
  const other = await createListing(teacher, { subject: "ro" });

  /** Expects a call to succeed, and what follows from its changes to be stored. */
  async function take(who: Bearer, method: string, path: string, init: TestRequest = {}) {
    app.clock.now += 1000;
    const answer = await call(who, method, path, init);
    expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300);
    await expectAll();
    return answer;
  }
  async function expectAll() {
    await expectDerivedColumns(app.clock.now);
    await expectConsistentIndex(app.clock.now);
  }
  const readCard = async () => {
    const [row] = await db.all<{ card: string }>(
      `select card from search_entries where num = ${listing.num}`,
    );
    return JSON.parse(row?.card ?? "null");
  };

  // Reviews of two learners and a guest.
  const learners = [await createUserWithPassword(), await createUser()];
  const createEnquiry = (values: Partial<typeof enquiries.$inferInsert>) =>
    insertAnsweredEnquiry({ listingId: listing.id, teacherId: site.teacher.id, ...values });
  const written: string[] = [];
  for (const learner of learners) {
    const id = await createEnquiry({ learnerId: learner.id });
    await sendReview(paths.enquiryReview(id), await signIn(learner), { rating: "4" });
    written.push(id);
    await expectAll();
  }
  const email = newGuestEmail();
  const guest = { guestEmail: email, guestName: "Ilinca", guestLocale: "ro", confirmedTs: 1 } as const;
  const guestEnquiry = await createEnquiry(guest);
  const token = createGuestToken(servicesAt(app.clock.now, app.bindings), { id: guestEnquiry, email });
  await sendReview(paths.enquiryReview(guestEnquiry), newJar(), { token });
  await expectAll();
  expect(await findUser(site.teacher.id)).toMatchObject({ reviewCount: 3, starCounts: [0, 0, 0, 2, 1] });
  expect(await readCard()).toMatchObject({ reviewCount: 3, ratingSum: 13 });
  const [first, second] = await Promise.all(
    written.map(async (id) => (await listRows(reviews, { enquiryId: id }))[0]?.id ?? ""),
  );
  await take(asAdmin, "POST", paths.apiAdminReviewAction(first ?? "", "remove"), { json: REFUSAL });
  const asAuthor = learners[0] as (typeof learners)[0];
  await sendReview(paths.enquiryReview(written[0] ?? ""), asAuthor, { version: "2", rating: "2" });
  await take(asAdmin, "POST", paths.apiAdminReviewAction(first ?? "", "publish"));
  await take(asAdmin, "POST", paths.apiAdminReviewAction(second ?? "", "remove"), { json: REFUSAL });
  await sendReview(paths.enquiryReview(guestEnquiry), newJar(), {
    ...REVIEW,
    token,
    version: "1",
    rating: "1",
  });
  await expectAll();

  // Badges and names.
  const [diploma, integrity] = [await site.request(), await site.request("integrity")];
  await site.approve(diploma);
  await site.approve(integrity, { document_date: toDay(app.clock.now) });
  await expectAll();
  const rename = (last_name: string) => take(as, "PUT", paths.authMe(), { json: { last_name } });
  await rename("Ionescu");
  expect((await readCard()).checkedUntilTs).toBeNull();
  await rename("Popa");
  expect(await readCard()).toMatchObject({
    checkedUntilTs: Number.MAX_SAFE_INTEGER,
    checkedKinds: ["diploma"],
  });
  await take(as, "DELETE", paths.apiVerification(diploma));
  const teaching = { experience: { teaching: 7 }, qualifications: ["Gradul I"] };
  await take(as, "PUT", paths.authMe(), { json: { teacher_information: teaching } });

  // Pictures.
  const put = async (path: string) =>
    (await readStoredFile(await take(as, "PUT", `/storage/${path}`, { body: await pngBytes(400, 300) })))
      .path;
  const profilePicture = await put(`images/profile-pictures/${site.teacher.id}.png`);
  expect((await readCard()).pictureTs).not.toBeNull();
  await take(as, "DELETE", `/storage/${profilePicture}`);
  const [tabla, caiet] = [
    await put(`images/listings/${listing.id}/tabla.png`),
    await put(`images/listings/${listing.id}/caiet.png`),
  ];
  const order = async (...pictures: string[]) =>
    take(as, "PUT", paths.apiListingImages(listing.id), {
      json: {
        version: (
          await db.all<{ version: number }>(`select version from listings where id = '${listing.id}'`)
        )[0]?.version,
        images: pictures.map((path) => ({ path, alt: "" })),
      },
    });
  await order(tabla, caiet);
  await order(caiet, tabla);
  expect((await readCard()).picture).toBe("caiet.webp");
  await take(as, "PUT", `/storage/${caiet}`, { body: await pngBytes(500, 300) });
  await take(as, "DELETE", `/storage/${caiet}`);
  expect((await readCard()).picture).toBe("tabla.webp");

  // Reply times: the fifth answer gives the median.
  for (let n = 0; n < 2; n++) await createEnquiry({});
  const unanswered = await createEnquiry({
    state: "new",
    answeredTs: null,
    learnerId: learners[0]?.id ?? null,
  });
  await take(as, "POST", paths.apiEnquiryMessages(unanswered), {
    json: { message: "Da, am locuri libere." },
  });
  expect((await readCard()).replyMedianS).not.toBeNull();

  // The end of a badge, removed listings, and erasures.
  app.clock.now += 200 * DAY_MS;
  await db.run(
    "update listings set expires_ts = expires_ts + 86400000 * 300, published_ts = published_ts + 1",
  );
  await runSchedule(
    "reindex-ended-badges",
    app.bindings,
    { waitUntil: () => {} },
    undefined,
    () => app.clock.now,
  );
  expect((await findUser(site.teacher.id))?.checkedUntilTs).toBeNull();
  await app.post(paths.enquiry(guestEnquiry), { form: { token, intent: "erase" } });
  await expectDerivedColumns(app.clock.now);
  expect((await findUser(site.teacher.id))?.reviewCount).toBe(1);
  const erase = async (user: { id: string; role: "u" | "t" | "a" }) => {
    const who = await createBearer(user);
    await expectStatus(call(who, "DELETE", paths.authMe(), { json: { password: PASSWORD } }), 200);
    await expectDerivedColumns(app.clock.now);
  };
  await erase(learners[0] as (typeof learners)[0]);
  expect((await findUser(site.teacher.id))?.reviewCount).toBe(0);
  await call(asOther, "DELETE", paths.apiListing(other.id));
  await erase(teacher);
  const passwordHash = await quickHasher.hash(PASSWORD);
  await db.run(`update users set password_hash = '${passwordHash}' where id = '${site.teacher.id}'`);
  await erase(site.teacher);
  expect(await db.all("select num from search_entries")).toEqual([]);
});
