import type { enquiries, reviewReports, reviews } from "@/db/schema";
import type { Level, ReviewHoldRule, ReviewLessons, ReviewState } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { formatInitial } from "@/shared/format";
import type { DemoListings } from "./demo-listings";
import type { ListingRow } from "./listings";
import type { Random } from "./random";
import type { SeedTeacher, UserRow } from "./teachers";
import { fill } from "./texts/fill";
import { HELD_REVIEW, REPORTED_REVIEW, REVIEW_REPLIES, REVIEW_TEXTS, type ReviewText } from "./texts/reviews";
import { getSubjectTexts } from "./texts/subject-texts";

type ReviewRow = typeof reviews.$inferInsert;
type EnquiryRow = typeof enquiries.$inferInsert;
type ReviewReportRow = typeof reviewReports.$inferInsert;
type Gender = SeedTeacher["name"]["gender"];

type ReviewsInput = {
  learners: readonly UserRow[];
  teachers: readonly SeedTeacher[];
  listings: readonly ListingRow[];
  demo: DemoListings;
  demoTeacher: UserRow;
  enquiries: readonly EnquiryRow[];
};

/** A teacher has no review in the first weeks of the account: texts name up to two months of lessons. */
const FIRST_REVIEW_AFTER_DAYS = 70;
/** Levels of learners whose parents may write. */
const SCHOOL_LEVELS: readonly Level[] = ["kg", "e", "m", "h", "pe", "pb", "pu"];
/** Published reviews of the demo teacher. */
const DEMO_RATINGS = [5, 5, 4, 5, 3, 5, 4] as const;

/**
 * Reviews of about a third of the teachers, most of them with five stars, some with an answer. Of the demo teacher's,
 * one is under report, one was reported in vain, and one is held. Most authors are guests, without their enquiries.
 */
export function createReviews(
  random: Random,
  { learners, teachers, listings, demo, demoTeacher, enquiries }: ReviewsInput,
  now: number,
) {
  /** Texts of reviews and replies that are not used again: by their teacher, and those in English. */
  const used = new Set<string>();
  const reviewRows: ReviewRow[] = [];
  const publicListings = Map.groupBy(
    listings.filter(({ state }) => state === "published"),
    ({ ownerId }) => ownerId,
  );

  function addReview(
    listing: ListingRow,
    gender: Gender,
    author: UserRow,
    {
      rating,
      text,
      locale = "ro",
      role,
      lessons,
      level = listing.levels?.[0],
      createdTs,
      state = "published",
      holdRule = null,
      enquiryId = null,
    }: Omit<ReviewText, "rating"> & {
      rating: number;
      createdTs: number;
      state?: ReviewState;
      holdRule?: ReviewHoldRule | null;
      /** The author's enquiry; without it the author is a guest. */
      enquiryId?: string | null;
    },
  ): ReviewRow {
    const showsName = random.chance(65);
    const review: ReviewRow = {
      id: random.id(),
      enquiryId,
      teacherId: listing.ownerId,
      listingId: listing.id,
      ...(enquiryId === null ? { guestKey: random.id() } : { learnerId: author.id }),
      subject: listing.subject,
      level: level ?? null,
      rating,
      text: fill(text, { gender, s: getSubjectTexts(listing.subject).names[0] ?? "" }),
      locale,
      lessons:
        lessons ??
        random.weighted<ReviewLessons>([
          ["6-20", 65],
          ["20+", 35],
        ]),
      authorName: showsName ? toDisplayedName(author) : null,
      authorRole: role ?? (isForSchool(listing) && random.chance(70) ? "parent" : "learner"),
      state,
      holdRule,
      createdTs,
      publishedTs: state === "published" ? createdTs : null,
    };
    reviewRows.push(review);
    return review;
  }

  /** Null if each of the texts was used. */
  function drawUnused<T>(texts: readonly T[], toKey: (text: T) => string): T | null {
    const unused = texts.filter((text) => !used.has(toKey(text)));
    if (unused.length === 0) return null;
    const text = random.pick(unused);
    used.add(toKey(text));
    return text;
  }

  function addReply(review: ReviewRow): void {
    const replies = REVIEW_REPLIES[review.rating === 5 ? "praise" : "criticism"];
    const replyText = drawUnused(replies, (text) => `${review.teacherId} ${text}`);
    const replyCreatedTs = Math.min(now - HOUR_MS, review.createdTs + random.int(10, 90) * HOUR_MS);
    if (replyText) Object.assign(review, { replyText, replyCreatedTs });
  }

  /** The key of a learner who has reviewed the teacher: each does so once, and no two have one displayed name. */
  const toAuthorKey = (teacherId: string, author: UserRow) => `${teacherId} by ${toDisplayedName(author)}`;
  const drawAuthor = (teacherId: string) => drawUnused(learners, (author) => toAuthorKey(teacherId, author));

  const drawText = (rating: number, listing: ListingRow) =>
    drawUnused(
      REVIEW_TEXTS.filter((text) => text.rating === rating && fitsListing(text, listing)),
      ({ text, locale }) => (locale === "en" ? text : `${listing.ownerId} ${text}`),
    );

  for (const teacher of teachers) {
    const own = publicListings.get(teacher.user.id) ?? [];
    if (own.length === 0 || !random.chance(34)) continue;
    const daysWithAccount = Math.floor((now - teacher.user.signupTs) / DAY_MS);
    const count = random.weighted([
      [random.int(1, 2), 40],
      [random.int(3, 8), 42],
      [random.int(9, 24), 18],
    ]);
    for (let n = 0; n < count; n++) {
      const rating = random.weighted([
        [5, 70],
        [4, 19],
        [3, 7],
        [2, 3],
        [1, 1],
      ]);
      const daysAgo = random.int(2, daysWithAccount - FIRST_REVIEW_AFTER_DAYS);
      const listing = random.pick(own);
      const text = drawText(rating, listing);
      const author = text && drawAuthor(listing.ownerId);
      if (!text || !author) continue;
      const review = addReview(listing, teacher.name.gender, author, {
        ...text,
        createdTs: random.daysAgo(now, daysAgo),
      });
      if (random.chance(22) && rating > 2) addReply(review);
    }
  }

  // By learners whose enquiries the demo teacher answered.
  const answered = enquiries
    .filter((row) => row.teacherId === demoTeacher.id && row.learnerId && row.answeredTs)
    .sort((x, y) => x.createdTs - y.createdTs);
  const findContact = (isMatch: (row: EnquiryRow) => boolean) => {
    const enquiry = answered.find(isMatch) as EnquiryRow;
    const listing = demo.rows.find(({ id }) => id === enquiry.listingId) ?? demo.mathematics;
    return { enquiry, listing, author: learners.find(({ id }) => id === enquiry.learnerId) as UserRow };
  };
  const long = findContact(
    ({ state, answeredTs }) => state === "answered" && (answeredTs ?? now) < now - 5 * DAY_MS,
  );
  const won = findContact(
    ({ state, learnerId }) => state === "won" && learners.some(({ id }) => id === learnerId),
  );
  for (const { author } of [long, won]) used.add(toAuthorKey(demoTeacher.id, author));

  for (const [n, rating] of DEMO_RATINGS.entries()) {
    const listing = n % 3 === 2 ? demo.physics : demo.mathematics;
    const text = drawText(rating, listing);
    const author = text && drawAuthor(listing.ownerId);
    if (!text || !author) continue;
    const review = addReview(listing, "m", author, {
      ...text,
      createdTs: random.daysAgo(now, 9 + n * 17),
    });
    if (n % 3 === 0) addReply(review);
  }
  const critical = reviewRows.findLast(({ rating }) => rating < 4) as ReviewRow;
  const reported = addReview(long.listing, "m", long.author, {
    ...REPORTED_REVIEW,
    createdTs: now - 30 * HOUR_MS,
    enquiryId: long.enquiry.id,
  });
  addReview(won.listing, "m", won.author, {
    ...HELD_REVIEW,
    createdTs: now - 2 * HOUR_MS,
    state: "pending",
    holdRule: "contact_data",
    enquiryId: won.enquiry.id,
  });
  const reports: ReviewReportRow[] = [
    {
      id: random.id(),
      reviewId: reported.id,
      reporterId: demoTeacher.id,
      reason: "not_a_client",
      text: REPORTED_REVIEW.report,
      createdTs: now - 20 * HOUR_MS,
    },
    {
      id: random.id(),
      reviewId: critical.id,
      reporterId: demoTeacher.id,
      reason: "off_topic",
      text: "",
      createdTs: now - 20 * DAY_MS,
      outcome: "dismissed",
      decidedTs: now - 19 * DAY_MS,
      decisionText: "Recenzia este despre lecții, așa că rămâne publică.",
    },
  ];
  return { reviews: reviewRows, reviewReports: reports };
}

/** "Maria P." */
const toDisplayedName = ({ firstName, lastName }: UserRow): string =>
  `${firstName} ${formatInitial(lastName ?? "")}`;

const isForSchool = ({ levels }: ListingRow): boolean =>
  levels?.some((level) => SCHOOL_LEVELS.includes(level)) === true;

const fitsListing = ({ role, level }: ReviewText, listing: ListingRow): boolean =>
  (role !== "parent" || isForSchool(listing)) && (!level || listing.levels?.includes(level) === true);
