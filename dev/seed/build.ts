import type { enquiries } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { makeDemoAccounts, makeLearners } from "./accounts";
import { makeDemoListings } from "./demo-listings";
import { makeEnquiries } from "./enquiries";
import { makeFollowUp } from "./follow-up";
import { makeInvoices } from "./invoices";
import { makeListings } from "./listings";
import { createNames } from "./names";
import { makePictures } from "./pictures";
import { makePosts } from "./posts";
import { makePastPromotion, makePromotions } from "./promotions";
import { createRandom } from "./random";
import { makeSeller } from "./seller";
import { makeStatistics } from "./statistics";
import { makeTeachers } from "./teachers";
import { makeFeedback } from "./testimonials";

/** Any number would do; this one stays. */
const START = 20_261_120;

/**
 * All rows of the demonstration site, the same on every machine; times count back from `now` (ms).
 * `passwordHash` is the hash of the one password that all of its accounts have.
 */
export function buildRows(now: number, passwordHash: string) {
  const random = createRandom(START);
  const names = createNames(random);
  const accounts = makeDemoAccounts(random, now, passwordHash);
  const teachers = makeTeachers(random, names, now, passwordHash);
  const learners = makeLearners(random, names, now, passwordHash);
  const demo = makeDemoListings(random, accounts.teacher, now);
  const others = makeListings(random, teachers, now);
  const listings = [...others, ...demo.rows].sort((a, b) => a.createdTs - b.createdTs);
  const demoIds = new Set(demo.rows.map(({ id }) => id));
  const { learner } = accounts;
  const pictures = makePictures(random, listings, demo);
  const pictured = new Set(pictures.images.map(({ listingId }) => listingId));
  const suitable = (id: string) => pictured.has(id) && !demoIds.has(id);
  const bought = makePromotions(random, listings, suitable, now);
  const conversations = makeEnquiries(random, { learner, learners, demo, listings: others }, now);
  const past = makePastPromotion(random, demo.physics, now);
  const promotions = [...bought.promotions, ...past.promotions];
  const orders = [...bought.orders, ...past.orders];
  const medians = replyMedians(conversations.enquiries);
  const users = [accounts.admin, accounts.teacher, learner, ...teachers.map(({ user }) => user), ...learners];
  const statistics = makeStatistics(
    random,
    { listings, promotions, enquiries: conversations.enquiries },
    now,
  );
  const feedback = makeFeedback(random, { ...accounts, learners }, now);
  // Last, so that it moves no other draw.
  const blog = makePosts(random, accounts.admin.id, now);
  const followUp = makeFollowUp({ adminId: accounts.admin.id, listings, ...conversations, ...feedback }, now);
  return {
    users: users.map((user) => ({ ...user, replyMedianS: medians.get(user.id) ?? null })),
    teacherInformation: [accounts.information, ...teachers.map(({ information }) => information)],
    listings,
    ...pictures,
    orders,
    invoices: makeInvoices(orders, users),
    promotions,
    ...conversations,
    ...makeSeller(accounts.admin.id, now - 90 * DAY_MS),
    statistics,
    ...feedback,
    followUpNotes: followUp,
    ...blog,
    copies: [...pictures.copies, ...blog.copies],
  };
}

export type SeedRows = ReturnType<typeof buildRows>;

/** Same minimum as features/enquiries/threads/send-message. */
const LEAST = 5;

/** How soon each teacher of these enquiries usually answers, in seconds; those with too few answers are left out. */
function replyMedians(rows: readonly (typeof enquiries.$inferInsert)[]): Map<string, number> {
  const medians = new Map<string, number>();
  for (const [teacherId, theirs] of Map.groupBy(rows, (row) => row.teacherId)) {
    const seconds = theirs
      .flatMap(({ answeredTs, createdTs }) => (answeredTs ? [(answeredTs - createdTs) / 1000] : []))
      .sort((a, b) => a - b);
    if (!teacherId || seconds.length < LEAST) continue;
    const middle = [seconds[(seconds.length - 1) >> 1] ?? 0, seconds[seconds.length >> 1] ?? 0] as const;
    medians.set(teacherId, Math.round((middle[0] + middle[1]) / 2));
  }
  return medians;
}
