import { type SQL, sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { isSetAsideSql } from "@/db/follow-up-notes";
import type { FollowUpQueue, ReviewReason, ReviewState, Subject } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import type { ReviewList } from "@/shared/schemas/review";
import { formatTimeCursor, parseTimeCursor } from "@/shared/time-cursor";
import { isOwnReviewSql } from "./is-own-review-sql";

const PAGE_SIZE = 20;
/** Characters of a review in the list. */
const EXCERPT_LENGTH = 300;

/** The queues that wait for admins. */
export const REVIEW_QUEUES = ["pending", "reported", "objections"] as const;
export type ReviewQueue = (typeof REVIEW_QUEUES)[number];

/** The names of the queues in the follow-up list. */
const FOLLOW_UP_QUEUE_NAMES = {
  pending: "reviews_pending",
  reported: "review_reports",
  objections: "review_objections",
} as const satisfies Record<ReviewQueue, FollowUpQueue>;

/** Condition on a joined review: open reports and objections of other ones need no decision. */
const isPublicOrPendingSql = sql`reviews.state in ('published', 'pending')`;

/**
 * The queues, the oldest first: each selects `id` and `ts`. A review with several reports or objections has the time of
 * the oldest. Each takes a further condition on `reviews`.
 */
const QUEUES: Record<ReviewQueue, (condition: SQL) => SQL> = {
  pending: (condition) =>
    sql`select id, coalesce(edited_ts, created_ts) as ts from reviews where state = 'pending' and ${condition}`,
  reported: (condition) => sql`select review_id as id, min(review_reports.created_ts) as ts
    from review_reports indexed by review_reports_open cross join reviews on reviews.id = review_id
    where outcome is null and ${isPublicOrPendingSql} and ${condition} group by review_id`,
  objections: (condition) => sql`select id, min(ts) as ts from (
      select id, objection_ts as ts from reviews indexed by reviews_objections
      where objection_ts is not null and objection_decided_ts is null and state in ('rejected', 'removed')
        and ${condition}
      union all
      select review_id, review_reports.objection_ts
      from review_reports indexed by review_reports_objections cross join reviews on reviews.id = review_id
      where review_reports.objection_ts is not null and review_reports.objection_decided_ts is null
        and ${isPublicOrPendingSql} and ${condition}
    ) group by id`,
};

type ListedReviewRow = {
  id: string;
  ts: number;
  state: ReviewState;
  rating: number;
  subject: Subject;
  text: string;
  locale: string;
  reasons: string;
  first_name: string;
  last_name: string;
  isSetAside: number;
};

/**
 * Reviews for admins, 20 a page: the queues (`pending`, `reported`, `objections`) oldest first, the other states last
 * written first. Reviews that the admin wrote or that are about the admin are left out: another admin decides. `after`
 * is the `next` of an answer; an invalid value means the first page.
 */
export async function listReviewsForAdmin(ctx: Ctx, list: ReviewList, after: string | undefined) {
  const isDecidableSql = sql`not ${isOwnReviewSql(ctx, requireAdmin(ctx))}`;
  const queue = REVIEW_QUEUES.find((name) => name === list);
  const cursor = parseTimeCursor(after);
  const order = sql.raw(queue ? "asc" : "desc");
  const isAfterSql = cursor
    ? sql`(ts, id) ${sql.raw(queue ? ">" : "<")} (${cursor.ts}, ${cursor.id})`
    : sql`true`;
  const rows = await ctx.db.all<ListedReviewRow>(sql`
    select page.id, page.ts, reviews.state, reviews.rating, reviews.subject, reviews.locale,
      substr(reviews.text, 1, ${EXCERPT_LENGTH}) || iif(length(reviews.text) > ${EXCERPT_LENGTH}, '…', '') as text,
      (select json_group_array(distinct reason) from review_reports
        where review_id = page.id and outcome is null) as reasons,
      users.first_name, users.last_name, ${
        queue ? isSetAsideSql(ctx.now, FOLLOW_UP_QUEUE_NAMES[queue], sql`page.id`, sql`page.ts`) : sql`0`
      } as "isSetAside"
    from (
      select id, ts from (${
        queue
          ? QUEUES[queue](isDecidableSql)
          : sql`select id, coalesce(edited_ts, created_ts) as ts from reviews
              where state = ${sql.raw(`'${list}'`)} and ${isDecidableSql}`
      }) where ${isAfterSql} order by ts ${order}, id ${order} limit ${PAGE_SIZE + 1}
    ) page
    cross join reviews on reviews.id = page.id
    cross join users on users.id = reviews.teacher_id
    order by page.ts ${order}, page.id ${order}`);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    reviews: page.map(({ first_name: firstName, last_name: lastName, reasons, ...row }) => ({
      ...row,
      teacherName: formatFullName({ firstName, lastName }),
      /** Reasons of the open reports. */
      reasons: JSON.parse(reasons) as ReviewReason[],
    })),
    next: rows.length > PAGE_SIZE && last ? formatTimeCursor({ ts: last.ts, id: last.id }) : null,
  };
}

export type ListedReviews = Awaited<ReturnType<typeof listReviewsForAdmin>>;

/**
 * The next review in a queue after `cursor`, or from the start at the queue's end; null if only the review `except`
 * waits.
 */
export async function findNextReview(
  ctx: Ctx,
  queue: ReviewQueue,
  cursor: string | undefined,
  except: string,
): Promise<string | null> {
  for (const from of new Set([cursor, undefined])) {
    const { reviews } = await listReviewsForAdmin(ctx, queue, from);
    const next = reviews.find(({ id }) => id !== except);
    if (next) return next.id;
  }
  return null;
}
