import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql, joinSql } from "@/db/bound-sql";
import type { PageCursors, PageResult } from "@/db/paginate-by-time";
import { reviews, users } from "@/db/schema";
import { defineSelection } from "@/db/selection";
import { formatFullName } from "@/shared/format";
import { summarizeRating } from "@/shared/rating";
import type { RatingJson } from "@/shared/schemas/review";
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from "@/shared/time-cursor";

export const REVIEWS_PER_PAGE = 10;

export const REVIEW_COLUMNS = {
  id: reviews.id,
  teacherId: reviews.teacherId,
  listingId: reviews.listingId,
  subject: reviews.subject,
  level: reviews.level,
  rating: reviews.rating,
  text: reviews.text,
  locale: reviews.locale,
  lessons: reviews.lessons,
  authorName: reviews.authorName,
  authorRole: reviews.authorRole,
  state: reviews.state,
  createdTs: reviews.createdTs,
  editedTs: reviews.editedTs,
  publishedTs: reviews.publishedTs,
  replyText: reviews.replyText,
  replyCreatedTs: reviews.replyCreatedTs,
  replyEditedTs: reviews.replyEditedTs,
};
const REVIEW = defineSelection(REVIEW_COLUMNS);
export type PublishedReview = ReturnType<typeof REVIEW.parse>;

/** A review in any state with its author's account, if any, and its teacher; null for an unknown id. */
export async function findReview({ db }: Ctx, id: string) {
  const [row] = await db
    .select({
      ...REVIEW_COLUMNS,
      version: reviews.version,
      learnerId: reviews.learnerId,
      teacher: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.teacherId))
    .where(eq(reviews.id, id));
  if (!row) return null;
  const { teacher, ...review } = row;
  return { ...review, teacherName: formatFullName(teacher) };
}

export type ReviewWithTeacher = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** `stars`: the numbers of published reviews with one to five stars. */
export type ReviewSummary = RatingJson & { stars: number[] };
export type PublishedReviewPage = PageResult<PublishedReview> & { summary: ReviewSummary };

/** 0 for reviews about the listing's subject, 1 for the others. */
type Rank = 0 | 1;
/** The position of a review: by rank, then newest first. */
type Position = TimeCursor & { rank: Rank };

/**
 * Published reviews of a listing's teacher, those about the listing's subject first, then newest first. An invalid
 * cursor means the first page. A single statement, which reads the summary and at most `size` reviews of each rank; the
 * listing is known by its id only, so that its page reads it in the same batch.
 */
export function listReviewsForListing(
  ctx: Ctx,
  listingId: string,
  cursors: PageCursors,
  size = REVIEWS_PER_PAGE,
): Promise<PublishedReviewPage> {
  const ofListing = (column: string) =>
    boundSql`(select ${constantSql(column)} from listings where id = ${listingId})`;
  return listReviews(ctx, {
    teacherId: ofListing("owner_id"),
    subject: ofListing("subject"),
    cursors,
    size,
  });
}

/** Published reviews of a teacher about all subjects, newest first. Otherwise as `listReviewsForListing`. */
export const listReviewsForTeacher = (
  ctx: Ctx,
  teacherId: string,
  cursors: PageCursors,
): Promise<PublishedReviewPage> =>
  listReviews(ctx, { teacherId: boundSql`${teacherId}`, subject: null, cursors, size: REVIEWS_PER_PAGE });

async function listReviews(
  { db }: Ctx,
  {
    teacherId,
    subject,
    cursors: { after, before },
    size,
  }: {
    teacherId: BoundSql;
    /** Reviews about it are first; null for one order of all. */
    subject: BoundSql | null;
    cursors: PageCursors;
    size: number;
  },
): Promise<PublishedReviewPage> {
  const ranks: readonly Rank[] = subject ? [0, 1] : [1];
  const older = parsePosition(after, ranks);
  const newer = older ? null : parsePosition(before, ranks);
  const slices = ranks
    .filter((rank) => (older ? rank >= older.rank : newer ? rank <= newer.rank : true))
    .map((rank) =>
      buildSlice({
        rank,
        teacherId,
        subject,
        cursor: [older, newer].find((cursor) => cursor?.rank === rank) ?? null,
        isBackwards: newer !== null,
        limit: size + 1,
      }),
    );
  const ordered = newer ? slices.reverse() : slices;
  const rows = await db.read<{ stars: string; rank: Rank | null }>(boundSql`
    select summary.stars, page.* from (
      select star_counts as stars from users where id = ${teacherId}
    ) summary left join (${joinSql(ordered, " union all ")} limit ${constantSql(size + 1)}) page on true`);
  const found = rows.flatMap(({ stars, rank, ...row }) =>
    rank === null ? [] : [{ rank, review: REVIEW.parse(row) }],
  );
  return { summary: toSummary(rows[0]), ...toPage(found, { older, newer, size }) };
}

/** A query of at most `limit` reviews of one rank after a position, with the columns of `REVIEW` and `rank`. */
function buildSlice({
  rank,
  teacherId,
  subject,
  cursor,
  isBackwards,
  limit,
}: {
  rank: Rank;
  teacherId: BoundSql;
  subject: BoundSql | null;
  cursor: Position | null;
  isBackwards: boolean;
  limit: number;
}): BoundSql {
  const [index, condition] = SLICES[rank];
  const [comparison, order] = isBackwards ? ASCENDING : DESCENDING;
  const isAbout = subject ? boundSql`and ${condition} ${subject}` : constantSql("");
  const isAfter = cursor
    ? boundSql`and (published_ts, id) ${comparison} (${cursor.ts}, ${cursor.id})`
    : constantSql("");
  return boundSql`select * from (
      select ${REVIEW.columns}, ${constantSql(rank)} as rank from reviews indexed by ${index}
      where teacher_id = ${teacherId} and state = 'published' ${isAbout} ${isAfter}
      order by published_ts ${order}, id ${order} limit ${constantSql(limit)}
    )`;
}

/**
 * The index and condition of each rank. Other subjects are read from all reviews of the teacher, newest first: the
 * reviews about the subject between them are skipped.
 */
const SLICES = [
  ["reviews_subject", "subject ="],
  ["reviews_published", "subject <>"],
].map((texts) => texts.map(constantSql)) as unknown as Record<Rank, readonly [BoundSql, BoundSql]>;
const ASCENDING = [constantSql(">"), constantSql("asc")] as const;
const DESCENDING = [constantSql("<"), constantSql("desc")] as const;

type FoundReview = { rank: Rank; review: PublishedReview };

function toPage(
  found: FoundReview[],
  { older, newer, size }: { older: Position | null; newer: Position | null; size: number },
): PageResult<PublishedReview> {
  const sorted = found.toSorted((a, b) => a.rank - b.rank || compareNewest(a.review, b.review));
  const hasMore = sorted.length > size;
  const page = newer ? sorted.slice(-size) : sorted.slice(0, size);
  const toCursor = (position: FoundReview | undefined) => (position ? formatPosition(position) : null);
  return {
    rows: page.map(({ review }) => review),
    next: newer || hasMore ? toCursor(page.at(-1)) : null,
    previous: older || (newer && hasMore) ? toCursor(page[0]) : null,
  };
}

const compareNewest = (a: PublishedReview, b: PublishedReview): number =>
  (b.publishedTs ?? 0) - (a.publishedTs ?? 0) || (a.id < b.id ? 1 : -1);

const formatPosition = ({ rank, review: { publishedTs, id } }: FoundReview): string =>
  `${rank}${formatTimeCursor({ ts: publishedTs ?? 0, id })}`;

function parsePosition(text: string | undefined, ranks: readonly Rank[]): Position | null {
  const rank = ranks.find((known) => text?.[0] === String(known));
  const cursor = rank === undefined ? null : parseTimeCursor(text?.slice(1));
  return rank === undefined || cursor === null ? null : { rank, ...cursor };
}

function toSummary(row: { stars: string } | undefined): ReviewSummary {
  const stars = JSON.parse(row?.stars ?? "[0,0,0,0,0]") as number[];
  const reviewCount = stars.reduce((sum, count) => sum + count, 0);
  const ratingSum = stars.reduce((sum, count, n) => sum + count * (n + 1), 0);
  return { ...summarizeRating({ reviewCount, ratingSum }), stars };
}
