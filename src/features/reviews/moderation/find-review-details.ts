import { eq, inArray, lte, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { enquiries, listings, reviewReports, users } from "@/db/schema";
import { selectHistory } from "@/features/moderation";
import { formatFullName } from "@/shared/format";
import { findReviewToDecide, type ReviewToDecide } from "./find-review-to-decide";

/** Reports of one review that are shown, open ones first. The others follow once these are decided. */
const MAX_REPORTS = 100;

/** The reports of each review, the open ones first, then the newest. For admins only. */
export function listReviewReports(ctx: Ctx, reviewIds: readonly string[]) {
  requireAdmin(ctx);
  const { id, reviewId, outcome, createdTs } = reviewReports;
  const ranked = ctx.db
    .select({
      id,
      position:
        sql<number>`row_number() over (partition by ${reviewId} order by ${outcome} is null desc, ${createdTs} desc, ${id} desc)`.as(
          "position",
        ),
    })
    .from(reviewReports)
    .where(inArray(reviewId, reviewIds))
    .as("ranked");
  return ctx.db
    .select({
      report: reviewReports,
      /** Null for visitors and erased users. */
      reporter: { id: users.id, firstName: users.firstName, lastName: users.lastName },
    })
    .from(ranked)
    .innerJoin(reviewReports, eq(id, ranked.id))
    .leftJoin(users, eq(users.id, reviewReports.reporterId))
    .where(lte(ranked.position, MAX_REPORTS))
    .orderBy(sql`${ranked.position}`);
}

/** Everything that an admin needs to decide about a review, without the messages of its enquiry. */
export async function findReviewDetails(ctx: Ctx, id: string) {
  const review = await findReviewToDecide(ctx, id);
  if (!review) return null;
  const { enquiryId, listingId, learnerId, teacherId } = review;
  // Drizzle leaves out table names in a query of one table, but the subquery needs them.
  const countMessagesSql = (author: "learner" | "teacher") =>
    sql<number>`(select count(*) from messages where messages.enquiry_id = enquiries.id and messages.author = ${author})`;
  const authorId = learnerId ?? review.enquiry?.learnerId ?? "";
  const [[contact], [listing], people, history, reports] = await Promise.all([
    ctx.db
      .select({
        createdTs: enquiries.createdTs,
        answeredTs: enquiries.answeredTs,
        lastMessageTs: enquiries.lastMessageTs,
        state: enquiries.state,
        learnerMessages: countMessagesSql("learner"),
        teacherMessages: countMessagesSql("teacher"),
      })
      .from(enquiries)
      .where(eq(enquiries.id, enquiryId ?? "")),
    ctx.db
      .select({ id: listings.id, title: listings.title })
      .from(listings)
      .where(eq(listings.id, listingId ?? "")),
    ctx.db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
      .from(users)
      .where(inArray(users.id, [authorId, teacherId])),
    selectHistory(ctx, auditSubject("review", id)),
    listReviewReports(ctx, [id]),
  ]);
  const author = people.find((person) => person.id === authorId);
  const openReports = reports.flatMap(({ report }) => (report.outcome === null ? [report] : []));
  const objected = reports.find(
    ({ report }) => report.objectionTs !== null && report.objectionDecidedTs === null,
  );
  const teacherObjection = isPublicOrPending(review) ? (objected?.report ?? null) : null;
  return {
    ...review,
    /** The dates and numbers of the conversation; null once it was erased. */
    contact: contact ?? null,
    listing: listing ?? null,
    /** The account; null for a guest. */
    author: author ? { id: author.id, name: formatFullName(author), email: author.email } : null,
    history,
    reports,
    openReports,
    /** The report whose dismissal the teacher objected to. */
    teacherObjection,
    waiting: findWaiting(review, { openReports, teacherObjection }),
    canApprove: review.state === "pending",
  };
}

export type ReviewDetails = NonNullable<Awaited<ReturnType<typeof findReviewDetails>>>;

type Report = typeof reviewReports.$inferSelect;

const isPublicOrPending = ({ state }: ReviewToDecide): boolean =>
  state === "published" || state === "pending";

/** The list in which a review waits, with its time there; null if it does not wait. */
function findWaiting(
  review: ReviewToDecide,
  { openReports, teacherObjection }: { openReports: readonly Report[]; teacherObjection: Report | null },
): { list: string; ts: number } | null {
  const { state, objectionTs, editedTs, createdTs } = review;
  if (state === "pending") return { list: "pending", ts: editedTs ?? createdTs };
  const objectedTs = isPublicOrPending(review) ? teacherObjection?.objectionTs : objectionTs;
  const isObjectionOpen = isPublicOrPending(review) ? teacherObjection !== null : review.hasOpenObjection;
  if (isObjectionOpen && objectedTs) return { list: "objections", ts: objectedTs };
  if (!isPublicOrPending(review) || openReports.length === 0) return null;
  return { list: "reported", ts: Math.min(...openReports.map((report) => report.createdTs)) };
}
