import type { enquiries, listingDecisions } from "@/db/schema";
import type { ModerationReason } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { createDemoAccounts, createLearners } from "./accounts";
import { addBilling } from "./billing";
import { createDemoListings } from "./demo-listings";
import { createEnquiries } from "./enquiries";
import { createFollowUp } from "./follow-up";
import { createEInvoices, createInvoices } from "./invoices";
import { addTextLanguages } from "./languages";
import { addLessonOptions } from "./lesson-options";
import { createListings, type ListingRow } from "./listings";
import { createNames } from "./names";
import { createPaymentTasks } from "./payment-tasks";
import { createPictures } from "./pictures";
import { addPortraits } from "./portraits";
import { createPosts } from "./posts";
import { createPastPromotion, createPromotions } from "./promotions";
import { createRandom } from "./random";
import { createRequests } from "./requests";
import { createReviews } from "./reviews";
import { createSeller } from "./seller";
import { createStatistics } from "./statistics";
import { createTasks } from "./tasks";
import { createTeachers } from "./teachers";
import { createFeedback } from "./testimonials";
import { createMathematicsCertificate, createVerifications } from "./verifications";

/** Seed of the random numbers. Another value changes all rows. */
const RANDOM_SEED = 20_261_120;

/**
 * All rows of the demonstration site, the same on every machine; times count back from `now` (ms). Rows are under the
 * name of their table in the schema, after those that they refer to.
 * `passwordHash` is the hash of the password of all accounts.
 */
export function buildRows(now: number, passwordHash: string) {
  const random = createRandom(RANDOM_SEED);
  const names = createNames(random);
  const accounts = createDemoAccounts(random, now, passwordHash);
  const teachers = createTeachers(random, names, now, passwordHash);
  const portraits = addPortraits(teachers);
  const learners = createLearners(random, names, now, passwordHash);
  const demo = createDemoListings(random, accounts.teacher, now);
  const others = createListings(random, teachers, now);
  const listings = [...others, ...demo.rows].sort((a, b) => a.createdTs - b.createdTs);
  const demoIds = new Set(demo.rows.map(({ id }) => id));
  const { learner } = accounts;
  const pictures = createPictures(random, listings, demo);
  const listingsWithPictures = new Set(pictures.images.map(({ listingId }) => listingId));
  const isEligible = (id: string) => listingsWithPictures.has(id) && !demoIds.has(id);
  const current = createPromotions(random, listings, isEligible, now);
  const conversations = createEnquiries(random, { learner, learners, demo, listings: others }, now);
  const past = createPastPromotion(random, demo.physics, now);
  const promotions = [...current.promotions, ...past.promotions];
  const orders = [...current.orders, ...past.orders];
  const users = [accounts.admin, accounts.teacher, learner, ...teachers.map(({ user }) => user), ...learners];
  const statistics = createStatistics(
    random,
    { listings, promotions, enquiries: conversations.enquiries },
    now,
  );
  const feedback = createFeedback(random, { ...accounts, learners }, now);
  // Last, so that it does not change the random values of other rows.
  const blog = createPosts(random, accounts.admin.id, now);
  const followUp = createFollowUp(
    { adminId: accounts.admin.id, listings, ...conversations, ...feedback },
    now,
  );
  const reviewed = createReviews(
    random,
    { learners, teachers, listings, demo, demoTeacher: accounts.teacher, enquiries: conversations.enquiries },
    now,
  );
  const checked = createVerifications(
    random,
    { teachers, demoTeacher: accounts.teacher, adminId: accounts.admin.id },
    now,
  );
  const completeListings = addLessonOptions(random, listings, teachers);
  // Last, so that they do not change the random values of other rows.
  const tasks = createTasks(
    random,
    { learners, teachers, listings: others, enquiries: conversations.enquiries },
    now,
  );
  const paymentTasks = createPaymentTasks(random, { ...current, teachers }, now);
  const requested = createRequests(random, { learner, learners, demo, listings: others }, now);
  const verifications = [...checked.verifications, ...tasks.verifications];
  const certificates = createMathematicsCertificate(random, verifications, teachers, listings);
  const medians = computeReplyMedians(conversations.enquiries);
  const information = [accounts.information, ...teachers.map((teacher) => teacher.information)];
  addBilling(orders, users, information);
  const invoiceRows = createInvoices(orders);
  return {
    users: users.map((user) => ({ ...user, replyMedianS: medians.get(user.id) ?? null })),
    teacherInformation: information,
    listings: addTextLanguages(completeListings, information),
    listingImages: pictures.images,
    listingRevisions: tasks.listingRevisions,
    listingDecisions: createRejections(listings),
    orders,
    invoices: invoiceRows,
    eInvoices: createEInvoices(invoiceRows, now),
    promotions,
    disputes: paymentTasks.disputes,
    refunds: paymentTasks.refunds,
    paymentEvents: paymentTasks.paymentEvents,
    requests: requested.requests,
    enquiries: [...conversations.enquiries, ...requested.enquiries],
    messages: [...conversations.messages, ...tasks.messages, ...requested.messages],
    reports: tasks.reports,
    appointments: conversations.appointments,
    reviews: [...reviewed.reviews, ...tasks.reviews],
    reviewReports: reviewed.reviewReports,
    verifications: [...verifications, ...certificates],
    ...createSeller(accounts.admin.id, now - 90 * DAY_MS),
    blogCategories: blog.categories,
    posts: blog.posts,
    postSlugs: blog.postSlugs,
    pairs: blog.pairs,
    statisticsBatches: statistics,
    testimonials: [...feedback.testimonials, ...tasks.testimonials],
    contactMessages: [...feedback.contactMessages, ...paymentTasks.contactMessages],
    mailOutbox: tasks.mails,
    followUpNotes: followUp,
    copies: [...pictures.copies, ...portraits, ...blog.copies],
    documents: [...checked.documents, ...tasks.documents],
  };
}

/** The decisions about the rejected listings. Each has the id of its listing. */
const createRejections = (rows: readonly ListingRow[]) =>
  rows
    .filter(({ state }) => state === "rejected")
    .map(({ id, stateReasons, stateNote, updatedTs }): typeof listingDecisions.$inferInsert => ({
      id,
      listingId: id,
      restriction: "rejected",
      reasons: stateReasons as ModerationReason[],
      text: stateNote ?? "",
      origin: "check",
      decidedTs: updatedTs,
    }));

export type SeedRows = ReturnType<typeof buildRows>;

/** Same minimum as features/enquiries/threads/send-message. */
const MIN_ANSWERS = 5;

/** Median time (s) in which each teacher answers enquiries. Teachers with too few answers are left out. */
function computeReplyMedians(rows: readonly (typeof enquiries.$inferInsert)[]): Map<string, number> {
  const medians = new Map<string, number>();
  for (const [teacherId, teacherRows] of Map.groupBy(rows, (row) => row.teacherId)) {
    const seconds = teacherRows
      .flatMap(({ answeredTs, createdTs }) => (answeredTs ? [(answeredTs - createdTs) / 1000] : []))
      .sort((a, b) => a - b);
    if (!teacherId || seconds.length < MIN_ANSWERS) continue;
    const middle = [seconds[(seconds.length - 1) >> 1] ?? 0, seconds[seconds.length >> 1] ?? 0] as const;
    medians.set(teacherId, Math.round((middle[0] + middle[1]) / 2));
  }
  return medians;
}
