import type { enquiries, reviewReports, reviews } from "@/db/schema";
import type { ReviewHoldRule, ReviewLessons, ReviewState } from "@/shared/codes";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { formatInitial } from "@/shared/format";
import type { DemoListings } from "./demo-listings";
import type { ListingRow } from "./listings";
import { createDeck, type Random } from "./random";
import type { SeedTeacher, UserRow } from "./teachers";
import { fill } from "./texts/fill";
import { HELD_REVIEW, REPORTED_REVIEW, REVIEW_REPLIES, REVIEW_TEXTS } from "./texts/reviews";
import { getSubjectTexts } from "./texts/subjects";

type ReviewRow = typeof reviews.$inferInsert;
type ReviewReportRow = typeof reviewReports.$inferInsert;
type Gender = SeedTeacher["name"]["gender"];

type ReviewsInput = {
  learners: readonly UserRow[];
  teachers: readonly SeedTeacher[];
  listings: readonly ListingRow[];
  demo: DemoListings;
  demoTeacher: UserRow;
  enquiries: readonly (typeof enquiries.$inferInsert)[];
};

/** Published reviews of the demo teacher. */
const DEMO_RATINGS = [5, 5, 4, 5, 3, 5, 4] as const;

/**
 * Reviews of about a third of the teachers, most of them with five stars, some with an answer. Of the demo teacher's, one
 * is under report, one was reported in vain, and one is held. Most authors are guests, whose enquiries are erased by now.
 */
export function createReviews(
  random: Random,
  { learners, teachers, listings, demo, demoTeacher, enquiries }: ReviewsInput,
  now: number,
) {
  const deck = createDeck(random);
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
      daysAgo,
      state = "published",
      holdRule = null,
      isGuest = true,
    }: {
      rating: number;
      text: string;
      locale?: "en" | "ro";
      daysAgo: number;
      state?: ReviewState;
      holdRule?: ReviewHoldRule | null;
      isGuest?: boolean;
    },
  ): ReviewRow {
    const createdTs = random.daysAgo(now, daysAgo);
    const enquiry = enquiries.find(
      ({ learnerId, teacherId, answeredTs }) =>
        learnerId === author.id && teacherId === listing.ownerId && answeredTs,
    );
    const showsName = random.chance(65);
    const review: ReviewRow = {
      id: random.id(),
      enquiryId: isGuest ? null : (enquiry?.id ?? null),
      teacherId: listing.ownerId,
      listingId: listing.id,
      ...(isGuest ? { guestKey: random.id() } : { learnerId: author.id }),
      subject: listing.subject,
      level: listing.levels?.[0] ?? null,
      rating,
      text: fill(text, { gender, s: getSubjectTexts(listing.subject).names[0] ?? "" }),
      locale,
      lessons: random.weighted<ReviewLessons>([
        ["1", 8],
        ["2-5", 27],
        ["6-20", 40],
        ["20+", 25],
      ]),
      authorName: showsName ? `${author.firstName} ${formatInitial(author.lastName ?? "")}` : null,
      authorRole: random.chance(70) ? "parent" : "learner",
      state,
      holdRule,
      createdTs,
      publishedTs: state === "published" ? createdTs : null,
    };
    reviewRows.push(review);
    return review;
  }

  const addReply = (review: ReviewRow): void => {
    const replyCreatedTs = Math.min(now - HOUR_MS, review.createdTs + random.int(10, 90) * HOUR_MS);
    Object.assign(review, { replyText: deck("reply", REVIEW_REPLIES), replyCreatedTs });
  };

  const drawText = (rating: number) =>
    deck(
      `rating${rating}`,
      REVIEW_TEXTS.filter((text) => text.rating === rating),
    );

  for (const teacher of teachers) {
    const own = publicListings.get(teacher.user.id) ?? [];
    if (own.length === 0 || !random.chance(34)) continue;
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
      const daysAgo = random.int(2, 320);
      const review = addReview(random.pick(own), teacher.name.gender, random.pick(learners), {
        ...drawText(rating),
        daysAgo,
      });
      if (random.chance(22) && rating > 2) addReply(review);
    }
  }

  for (const [n, rating] of DEMO_RATINGS.entries()) {
    const listing = n % 3 === 2 ? demo.physics : demo.mathematics;
    const author = learners[n] as UserRow;
    const review = addReview(listing, "m", author, {
      ...drawText(rating),
      daysAgo: 9 + n * 17,
      // The first learners have enquiries with the demo teacher.
      isGuest: !enquiries.some((row) => row.learnerId === author.id && row.teacherId === demoTeacher.id),
    });
    if (n % 3 === 0) addReply(review);
  }
  const critical = reviewRows.findLast(({ rating }) => rating < 4) as ReviewRow;
  const [reportAuthor, heldAuthor] = learners.slice(-2) as [UserRow, UserRow];
  const reported = addReview(demo.mathematics, "m", reportAuthor, { ...REPORTED_REVIEW, daysAgo: 4 });
  addReview(demo.physics, "m", heldAuthor, {
    ...HELD_REVIEW,
    daysAgo: 1,
    state: "pending",
    holdRule: "contact_data",
  });
  const reports: ReviewReportRow[] = [
    {
      id: random.id(),
      reviewId: reported.id,
      reporterId: demoTeacher.id,
      reason: "not_a_client",
      text: REPORTED_REVIEW.report,
      createdTs: now - 2 * DAY_MS,
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
