import type { enquiries } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import { createDemoAccounts, createLearners } from "./accounts";
import { createDemoListings } from "./demo-listings";
import { createEnquiries } from "./enquiries";
import { createFollowUp } from "./follow-up";
import { createInvoices } from "./invoices";
import { createListings } from "./listings";
import { createNames } from "./names";
import { createPictures } from "./pictures";
import { createPosts } from "./posts";
import { createPastPromotion, createPromotions } from "./promotions";
import { createRandom } from "./random";
import { createSeller } from "./seller";
import { createStatistics } from "./statistics";
import { createTeachers } from "./teachers";
import { createFeedback } from "./testimonials";

/** Any number would do; this one stays. */
const START = 20_261_120;

/**
 * All rows of the demonstration site, the same on every machine; times count back from `now` (ms).
 * `passwordHash` is the hash of the one password that all of its accounts have.
 */
export function buildRows(now: number, passwordHash: string) {
  const random = createRandom(START);
  const names = createNames(random);
  const accounts = createDemoAccounts(random, now, passwordHash);
  const teachers = createTeachers(random, names, now, passwordHash);
  const learners = createLearners(random, names, now, passwordHash);
  const demo = createDemoListings(random, accounts.teacher, now);
  const others = createListings(random, teachers, now);
  const listings = [...others, ...demo.rows].sort((a, b) => a.createdTs - b.createdTs);
  const demoIds = new Set(demo.rows.map(({ id }) => id));
  const { learner } = accounts;
  const pictures = createPictures(random, listings, demo);
  const pictured = new Set(pictures.images.map(({ listingId }) => listingId));
  const suitable = (id: string) => pictured.has(id) && !demoIds.has(id);
  const bought = createPromotions(random, listings, suitable, now);
  const conversations = createEnquiries(random, { learner, learners, demo, listings: others }, now);
  const past = createPastPromotion(random, demo.physics, now);
  const promotions = [...bought.promotions, ...past.promotions];
  const orders = [...bought.orders, ...past.orders];
  const medians = replyMedians(conversations.enquiries);
  const users = [accounts.admin, accounts.teacher, learner, ...teachers.map(({ user }) => user), ...learners];
  const statistics = createStatistics(
    random,
    { listings, promotions, enquiries: conversations.enquiries },
    now,
  );
  const feedback = createFeedback(random, { ...accounts, learners }, now);
  // Last, so that it moves no other draw.
  const blog = createPosts(random, accounts.admin.id, now);
  const followUp = createFollowUp(
    { adminId: accounts.admin.id, listings, ...conversations, ...feedback },
    now,
  );
  return {
    users: users.map((user) => ({ ...user, replyMedianS: medians.get(user.id) ?? null })),
    teacherInformation: [accounts.information, ...teachers.map(({ information }) => information)],
    listings,
    ...pictures,
    orders,
    invoices: createInvoices(orders, users),
    promotions,
    ...conversations,
    ...createSeller(accounts.admin.id, now - 90 * DAY_MS),
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
