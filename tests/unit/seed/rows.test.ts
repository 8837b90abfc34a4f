import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findMarkdownError } from "@/features/blog/markdown/markdown-bounds";
import { findChangeRule } from "@/features/listings/revisions/text-rules";
import { COUNTY_CODES, LISTING_STATES, SUBJECTS } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { ID_PATTERN } from "@/shared/ids";
import { profileSchema } from "@/shared/schemas/accounts";
import { billingSchema } from "@/shared/schemas/billing";
import { validate } from "@/shared/schemas/field-errors";
import { draftListingSchema, listingSchema } from "@/shared/schemas/listing";
import { postSchema, toPostSlug } from "@/shared/schemas/post";
import { sellerSchema } from "@/shared/schemas/pricing";
import { replySchema, reviewSchema } from "@/shared/schemas/review";
import { buildRows } from "../../../dev/seed/build";

const NOW = Date.UTC(2026, 10, 20, 9, 0, 0);
const rows = buildRows(NOW, "hash");
const visible = rows.listings.filter(
  ({ state, expiresTs }) => state === "published" && (expiresTs ?? 0) > NOW,
);

const tally = <T>(all: readonly T[], key: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of all) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
};

describe("the demonstration site", () => {
  test("is the same each time", () => {
    expect(buildRows(NOW, "hash")).toEqual(rows);
  });

  test("covers every county and subject with about 400 listings", () => {
    expect(rows.listings.length).toBeGreaterThan(380);
    expect(new Set(visible.map(({ county }) => county)).size).toBe(COUNTY_CODES.length);
    expect(new Set(visible.map(({ subject }) => subject)).size).toBe(SUBJECTS.length);
    // Enough for a usual price.
    const english = visible.filter(
      ({ subject, county, levels }) => subject === "en" && county === "b" && levels?.includes("h"),
    );
    expect(new Set(english.map(({ ownerId }) => ownerId)).size).toBeGreaterThanOrEqual(10);
    for (const state of LISTING_STATES.filter(
      (listingState) => listingState !== "suspended" && listingState !== "deleted",
    )) {
      expect(rows.listings.filter((listing) => listing.state === state).length, state).toBeGreaterThan(1);
    }
  });

  test("has only listings that pass the site's validation", () => {
    for (const listing of rows.listings) {
      const schema = listing.state === "draft" ? draftListingSchema : listingSchema;
      const parsed = schema.safeParse({ ...listing, session_minutes: listing.sessionMinutes });
      expect(parsed.error?.issues ?? [], listing.title).toEqual([]);
    }
  });

  test("says in most listings when lessons are possible, and in many what else they offer", () => {
    const share = (matches: (listing: (typeof visible)[number]) => unknown) =>
      visible.filter(matches).length / visible.length;
    expect(share(({ availability }) => availability?.length)).toBeGreaterThan(0.6);
    expect(share(({ formats }) => formats?.includes("group"))).toBeGreaterThan(0.1);
    expect(share(({ trial }) => trial !== "none")).toBeGreaterThan(0.1);
    expect(share(({ receipt }) => receipt)).toBeGreaterThan(0.1);
  });

  test("has times, formats and first lessons that agree with the texts", () => {
    const listTexts = (matches: (listing: (typeof visible)[number]) => unknown) =>
      rows.listings.filter(matches).map(({ title, description }) => `${title} ${description}`);
    for (const text of listTexts(({ trial }) => trial !== "free"))
      expect(text).not.toContain("nu costă nimic");
    for (const text of listTexts(({ trial }) => trial === "none"))
      expect(text).not.toContain("lecție de probă");
    for (const text of listTexts(({ formats }) => !formats?.includes("group")))
      expect(text).not.toMatch(/în grupe|în doi/);
    for (const text of listTexts(({ availability }) => !availability?.some((slot) => slot.endsWith("e"))))
      expect(text).not.toMatch(/\bseara\b/i);
  });

  test("has portraits of two of five teachers, in each size", () => {
    const teachers = rows.users.filter(({ role, profilePicture }) => role === "t" && profilePicture);
    expect(teachers.length / rows.teacherInformation.length).toBeCloseTo(0.4, 1);
    for (const { id, pictureTs } of teachers)
      expect(rows.copies.map(({ key }) => key)).toContain(
        `images/profile-pictures/${id}/${pictureTs}/96.webp`,
      );
  });

  test("has reviews of about a third of the teachers, most of them good, two reported and two held", () => {
    const teachers = new Set(visible.map(({ ownerId }) => ownerId));
    const published = rows.reviews.filter(({ state }) => state === "published");
    const reviewed = new Set(published.map(({ teacherId }) => teacherId));
    expect(reviewed.size / teachers.size).toBeGreaterThan(0.25);
    expect(reviewed.size / teachers.size).toBeLessThan(0.45);
    const stars = tally(published, ({ rating }) => String(rating));
    expect([...stars.keys()].sort()).toEqual(["1", "2", "3", "4", "5"]);
    expect((stars.get("5") ?? 0) / published.length).toBeGreaterThan(0.6);
    expect(published.filter(({ replyText }) => replyText).length).toBeGreaterThan(20);
    expect(rows.reviews.filter(({ state }) => state === "pending")).toHaveLength(2);
    expect(rows.reviewReports.map(({ outcome }) => outcome ?? "open")).toEqual(["open", "dismissed"]);
    for (const { rating, text, lessons, replyText } of rows.reviews) {
      const input = { rating, text, lessons, name: "initial" };
      expect(reviewSchema.safeParse(input).error?.issues ?? [], text).toEqual([]);
      if (replyText) expect(replySchema.safeParse({ text: replyText }).error).toBeUndefined();
    }
  });

  test("has no facts that contradict each other: dates, exams, degrees, reviews", () => {
    const signUps = new Map(rows.users.map(({ id, signupTs }) => [id, signupTs]));
    const early = rows.reviews.filter(
      ({ teacherId, createdTs }) => createdTs < (signUps.get(teacherId) ?? NOW),
    );
    expect(early).toEqual([]);
    const listSubjects = (level: string) =>
      new Set(
        rows.listings.filter(({ levels }) => levels?.includes(level as never)).map(({ subject }) => subject),
      );
    expect(listSubjects("pe")).toEqual(new Set(["m", "ro"]));
    expect(listSubjects("pb").has("mu")).toBe(false);
    const years = new Map(rows.teacherInformation.map((row) => [row.userId, row.experienceTeaching ?? 0]));
    const withFirstDegree = [
      ...rows.teacherInformation.filter(({ qualifications }) =>
        qualifications?.includes("Gradul didactic I"),
      ),
      ...rows.listings
        .filter(({ description }) => description?.match(/gradul didactic I\b/))
        .map(({ ownerId }) => ({ userId: ownerId })),
    ].map(({ userId }) => years.get(userId) ?? 0);
    expect(withFirstDegree.length).toBeGreaterThan(10);
    expect(Math.min(...withFirstDegree)).toBeGreaterThanOrEqual(12);
    const published = rows.reviews.filter(({ state }) => state === "published");
    const texts = published.map(({ teacherId, locale, text }) =>
      locale === "en" ? text : `${teacherId} ${text}`,
    );
    expect(new Set(texts).size).toBe(texts.length);
    // Each author reviews a teacher once.
    const authors = published.flatMap(({ teacherId, authorName }) =>
      authorName ? [`${teacherId} ${authorName}`] : [],
    );
    expect(new Set(authors).size).toBe(authors.length);
    const isByParent = ({ text }: (typeof published)[number]) =>
      /fiul|fetița|băiatul|copil|daughter/i.test(text ?? "");
    expect(new Set(published.filter(isByParent).map(({ authorRole }) => authorRole))).toEqual(
      new Set(["parent"]),
    );
    for (const { text } of published.filter(({ lessons }) => lessons === "1"))
      expect(text).toMatch(/Nu s-a prezentat/);
    const certified = new Set(
      rows.verifications
        .filter(
          ({ kind, state, endsTs }) => kind === "integrity" && state === "approved" && (endsTs ?? 0) > NOW,
        )
        .map(({ userId }) => userId),
    );
    const isForExam = ({ subject, online, levels }: (typeof visible)[number]) =>
      subject === "m" && online && levels?.includes("m") && levels.includes("pe");
    expect(visible.some((listing) => isForExam(listing) && certified.has(listing.ownerId))).toBe(true);
    for (const { documentDate, decidedTs } of rows.verifications.filter(({ state }) => state === "approved"))
      expect((documentDate ?? "") <= toDay(decidedTs ?? 0)).toBe(true);
  });

  test("has only users that pass the site's validation", () => {
    const schema = profileSchema({ now: NOW, role: "t" });
    for (const { firstName, lastName } of rows.users) {
      expect(schema.safeParse({ first_name: firstName, last_name: lastName }).error).toBeUndefined();
    }
    for (const {
      neighbourhood,
      about,
      qualifications,
      job,
      employer,
      ...teacher
    } of rows.teacherInformation) {
      const { highSchool, bachelors, masters, doctorate } = teacher;
      const studies = { high_school: highSchool, bachelors, masters, doctorate };
      const { languages } = teacher;
      const teacher_information = { neighbourhood, about, qualifications, job, employer, studies, languages };
      expect(schema.safeParse({ teacher_information }).error).toBeUndefined();
    }
  });

  test("has an invoice for each paid order, numbered in sequence, with valid parties of both kinds", () => {
    const paid = rows.orders.filter(({ paidTs }) => paidTs);
    expect(rows.invoices.map(({ orderId }) => orderId).sort()).toEqual(paid.map(({ id }) => id).sort());
    expect(rows.invoices.map(({ number }) => number)).toEqual(paid.map((_, index) => index + 1));
    for (const { buyer } of rows.invoices)
      expect(validate(billingSchema, buyer)).toEqual({ ok: true, value: buyer });
    expect(new Set(rows.invoices.map(({ buyer }) => buyer?.kind)).size).toBe(2);
    const times = rows.invoices.map(({ issuedTs }) => issuedTs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { value } of rows.settings) expect(sellerSchema.parse(value)).toEqual(value);
  });

  test("keeps the limits of a teacher: five active, one for each subject and county", () => {
    const active = rows.listings.filter(
      ({ state, expiresTs }) =>
        state === "pending" || state === "paused" || (state === "published" && (expiresTs ?? 0) > NOW),
    );
    expect(Math.max(...tally(active, ({ ownerId }) => ownerId).values())).toBeLessThanOrEqual(5);
    const listingCounts = tally(active, ({ ownerId, subject, county }) => `${ownerId} ${subject} ${county}`);
    expect([...listingCounts].filter(([, n]) => n > 1)).toEqual([]);
  });

  test("has Romanian texts with diacritics, without placeholders, contact details or repeated titles", () => {
    const texts = [
      ...rows.listings.flatMap(({ title, description }) => [title ?? "", description ?? ""]),
      ...rows.messages.map(({ text }) => text),
    ];
    for (const text of texts) expect(text).not.toMatch(/[şţŞŢ{}[\]|]|undefined|@|https?:|\b0\d{9}\b/);
    expect([...tally(rows.listings, ({ title }) => title ?? "")].filter(([, n]) => n > 1)).toEqual([]);
  });

  test("has listings in Romanian and a few in English, each by a teacher of the language", () => {
    const complete = rows.listings.filter(({ state }) => state !== "draft");
    const english = complete.filter(({ textLanguage }) => textLanguage === "en");
    expect(english.map(({ title }) => title).sort()).toEqual([
      "English conversation in small steps, with corrections that help",
      "Romanian for foreigners: speak from the very first lesson",
    ]);
    expect(complete.filter(({ textLanguage }) => !textLanguage).map(({ title }) => title)).toEqual([]);
    const languages = new Map(rows.teacherInformation.map((teacher) => [teacher.userId, teacher.languages]));
    for (const { ownerId } of english) expect(languages.get(ownerId)).toContain("en");
  });

  test("has a blog in both languages that passes the site's validation", () => {
    for (const post of rows.posts) {
      const input = {
        ...post,
        category_id: post.categoryId,
        cover_alt: post.coverAlt,
        other_id: post.translationId,
        publish_at: null,
      };
      expect(postSchema.safeParse(input).error?.issues ?? [], post.title).toEqual([]);
      expect(findMarkdownError(post.body ?? ""), post.title).toBeNull();
      expect(post.body, post.title).not.toMatch(/[şţŞŢ]|PICTURE/);
      expect(toPostSlug(post.slug)).toBe(post.slug);
    }
    expect(Object.fromEntries(tally(rows.posts, ({ locale }) => locale))).toEqual({ ro: 5, en: 4 });
    expect(rows.pairs).toHaveLength(6);
    expect(new Set(rows.posts.map(({ categoryId }) => categoryId)).size).toBe(rows.blogCategories.length);
  });

  test("has the end of the last lesson in each enquiry with lessons, by which the calendar finds them", () => {
    const ends = rows.appointments.map(({ enquiryId, times, minutes }) => [
      enquiryId,
      Math.max(...times) + minutes * 60_000,
    ]);
    expect(ends).toHaveLength(2);
    const found = rows.enquiries.flatMap(({ id, lessonTs }) => (lessonTs ? [[id, lessonTs]] : []));
    expect(found).toEqual(ends);
  });

  test("has unique IDs in the site's format", () => {
    for (const all of [
      rows.users,
      rows.listings,
      rows.listingImages,
      rows.posts,
      rows.orders,
      rows.promotions,
      rows.enquiries,
      rows.messages,
    ]) {
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      for (const { id } of all) expect(id).toMatch(ID_PATTERN);
    }
    expect(new Set(rows.users.map(({ email }) => email)).size).toBe(rows.users.length);
  });

  test("has a file for every picture", () => {
    expect(new Set(rows.listingImages.map(({ listingId }) => listingId)).size).toBeGreaterThan(
      rows.listings.length * 0.55,
    );
    for (const { source } of rows.copies) {
      expect(existsSync(join(import.meta.dirname, "../../../dev/seed/pictures", source)), source).toBe(true);
    }
  });

  test("has consistent promotions: each with a paid order, some running", () => {
    const orders = new Map(rows.orders.map((order) => [order.id, order]));
    for (const { orderId, startsTs, endsTs, stoppedTs } of rows.promotions) {
      const order = orders.get(orderId);
      expect(order?.state).toBe(stoppedTs ? "disputed" : "fulfilled");
      expect(endsTs - startsTs).toBe((order?.days ?? 0) * 86_400_000);
      expect(startsTs).toBeLessThanOrEqual(NOW);
    }
    const running = rows.promotions.filter(({ endsTs }) => endsTs > NOW);
    expect(running.some(({ placement }) => placement === "home")).toBe(true);
    expect(running.some(({ placement }) => placement === "results")).toBe(true);
  });

  test("has 60 days of statistics for every published listing, including the demo teacher's promotion", () => {
    expect(rows.statisticsBatches).toHaveLength(60);
    expect(rows.statisticsBatches.at(-1)?.day).toBe("2026-11-20");
    const published = new Map(rows.listings.map(({ id, publishedTs }) => [id, publishedTs ?? Number.NaN]));
    const promotedImpressions = new Map<string, number>();
    for (const { day, createdTs, counts } of rows.statisticsBatches) {
      expect(createdTs).toBeLessThanOrEqual(NOW);
      for (const [id, [impressions = 0, promoted = 0, views = 0, reveals = 0]] of Object.entries(counts)) {
        expect(toDay(published.get(id) ?? Number.NaN) <= day).toBe(true);
        expect(views).toBeLessThanOrEqual(impressions + promoted);
        expect(reveals).toBeLessThanOrEqual(views);
        promotedImpressions.set(id, (promotedImpressions.get(id) ?? 0) + promoted);
      }
    }
    const demo = rows.users.find(({ email }) => email === "teacher@catedra.test")?.id;
    const demoListings = rows.listings.filter(({ ownerId }) => ownerId === demo);
    expect(demoListings.some(({ id }) => (promotedImpressions.get(id) ?? 0) > 50)).toBe(true);
    const enquiries = rows.statisticsBatches.flatMap(({ counts }) =>
      Object.values(counts).map((count) => count[4] ?? 0),
    );
    expect(enquiries.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(rows.enquiries.length / 2);
    // Where no listing is visible any more, searches of the last day find nothing.
    const scopes = new Set(visible.map(({ subject, county }) => `${subject}:${county}::0`));
    const searches = Object.entries(rows.statisticsBatches.at(-1)?.searches ?? {});
    const found = searches.filter(([scope, [all, empty]]) => !scopes.has(scope) && all > empty);
    const ended = searches.filter(([scope, [all]]) => !scopes.has(scope) && all > 1);
    expect([found, ended.length > 0]).toEqual([[], true]);
  });

  test("has open tasks of each kind that an admin decides", () => {
    const isOld = ({ createdTs }: { createdTs: number }) => createdTs <= NOW - 2 * 86_400_000;
    const count = {
      reports: Object.fromEntries(tally(rows.reports, ({ reason }) => reason)),
      disputes: rows.disputes.length,
      alerts: rows.paymentEvents.filter(({ outcome }) => outcome === "alert").length,
      revisions: rows.listingRevisions.length,
      documents: rows.verifications.filter(({ state }) => state === "pending").map(({ kind }) => kind),
      testimonials: rows.testimonials.filter(({ state }) => state === "pending").length,
      contact: rows.contactMessages.map(({ locale }) => locale).sort(),
      unanswered: rows.enquiries.filter((row) => row.state === "new" && row.awaitsAnswer && isOld(row))
        .length,
      mails: rows.mailOutbox.filter(({ state }) => state === "dead").length,
      incomplete: rows.teacherInformation.filter(({ county }) => !county).length,
    };
    expect(count).toEqual({
      reports: { unsafe: 2, wrong_data: 1, spam: 1 },
      disputes: 1,
      alerts: 1,
      revisions: 2,
      documents: ["diploma", "teaching_degree", "integrity"],
      testimonials: 3,
      contact: ["en", "ro", "ro", "ro"],
      unanswered: 5,
      mails: 1,
      incomplete: 1,
    });
    const listings = new Set(visible.map(({ id }) => id));
    const reported = rows.reports.map(({ listingId }) => listingId);
    expect(new Set(reported).size).toBe(reported.length);
    for (const id of [...reported, ...rows.listingRevisions.map(({ listingId }) => listingId)])
      expect(listings).toContain(id);
    for (const { key, pdf } of rows.documents) expect(pdf, key).toMatch(/^%PDF-1\.4[ -~\n]*%%EOF\n$/);
  });

  test("has changes of listings that the named rule holds", () => {
    const listings = new Map(rows.listings.map((listing) => [listing.id, listing]));
    for (const { listingId, title, description, holdRule } of rows.listingRevisions) {
      const before = listings.get(listingId);
      expect(
        findChangeRule(
          { title: before?.title ?? "", description: before?.description ?? "" },
          { title, description },
          [],
        ),
      ).toBe(holdRule);
    }
  });

  test("has no message in the future", () => {
    for (const { createdTs } of rows.messages) expect(createdTs).toBeLessThan(NOW);
  });
});
