import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listJobRuns } from "@/db/job-runs";
import { mailOutbox } from "@/db/schema";
import { isLateMailSql } from "@/features/mail";
import { type FollowUpQueue, TASK_QUEUES, type TaskQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { SOURCES } from "./all-sources";
import { listDeadlines } from "./list-noted-rows";
import { queueRowsSql } from "./queries";
import { type FollowUpRow, getDueDay, isLate } from "./row";
import { getRank, RANKS, type RowSource } from "./row-source";

/** Counting stops here; the page then shows "99+". */
const MAX_COUNTED = 100;

/** The sum of the counts of some queues, and whether there may be more, because a count has reached its bound. */
export const sumRowCounts = (counts: readonly number[]): { n: number; isMore: boolean } => ({
  n: counts.reduce((sum, count) => sum + Math.min(count, MAX_COUNTED - 1), 0),
  isMore: counts.some((count) => count >= MAX_COUNTED),
});

/** The sum of the counts of some queues as text. It ends in "+" if a count has reached its bound. */
export const formatRowCount = (t: Translator, ...counts: readonly number[]): string => {
  const { n, isMore } = sumRowCounts(counts);
  return isMore ? `${t.number(n)}+` : t.number(n);
};

/** How many tasks follow those of a list. */
export const formatFurther = (t: Translator, n: number, isMore: boolean): string =>
  t.count("follow-up.run.further", n, isMore ? { n: `${t.number(n)}+` } : {});

export type FollowUpCounts = {
  /** Open tasks of each queue, at most `MAX_COUNTED`. */
  queues: Record<TaskQueue, number>;
  /** Listings and conversations with reports of danger or illegal content, at most `MAX_COUNTED` of each. */
  urgent: number;
  /** See `listDeadlines`. */
  deadlines: FollowUpRow[];
  /** How many of them are late, and how many become late today. */
  overdue: number;
  today: number;
  failures: Failures;
};

/**
 * Mails, at most `MAX_COUNTED` of each kind, scheduled jobs that are late or have failed, and the backup that was not made
 * yet (0 or 1).
 */
export type Failures = { undeliveredMails: number; lateMails: number; jobs: number; missingBackups: number };

export const hasFailures = (failures: Failures): boolean => Object.values(failures).some((n) => n > 0);

/** Counts the open rows of each queue and the failures, and lists the rows with a deadline. For admins only. */
export async function countFollowUp(ctx: Ctx): Promise<FollowUpCounts> {
  requireAdmin(ctx);
  const today = toDay(ctx.now);
  const urgentSources = SOURCES.filter((source) => getRank(source) === RANKS.safety);
  const [queues, urgent, deadlines, failures] = await Promise.all([
    countQueueRows(ctx, TASK_QUEUES),
    countInBatch(ctx, urgentSources),
    listDeadlines(ctx),
    countFailures(ctx),
  ]);
  return {
    queues,
    urgent: [...urgent.values()].reduce((sum, n) => sum + n, 0),
    deadlines,
    failures,
    overdue: deadlines.filter((row) => isLate(row, ctx.now)).length,
    today: deadlines.filter((row) => !isLate(row, ctx.now) && getDueDay(row) === today).length,
  };
}

/** The failures that a request has counted, for its menu and its page. */
const failuresByRequest = new WeakMap<Ctx, Promise<Failures>>();

/** Counts what fails for all users, once a request. For admins only. */
export function countFailures(ctx: Ctx): Promise<Failures> {
  const failures = failuresByRequest.get(ctx) ?? readFailures(ctx);
  failuresByRequest.set(ctx, failures);
  return failures;
}

async function readFailures(ctx: Ctx): Promise<Failures> {
  const [queues, { lateMails }, jobs] = await Promise.all([
    countQueueRows(ctx, ["mail_undelivered"]),
    ctx.db.get<{ lateMails: number }>(sql`select count(*) as "lateMails"
      from (select 1 from ${mailOutbox} where ${isLateMailSql(ctx.now)} limit ${MAX_COUNTED})`),
    listJobRuns(ctx),
  ]);
  return {
    undeliveredMails: queues.mail_undelivered,
    lateMails,
    jobs: jobs.filter(({ isFailing }) => isFailing).length,
    missingBackups: jobs.filter(
      ({ name, isFailing, lastSuccessTs }) => name === "backup" && !isFailing && lastSuccessTs === null,
    ).length,
  };
}

/** The queues that a request has counted: the menu counts some before the page counts all. */
const countsByRequest = new WeakMap<Ctx, Map<FollowUpQueue, Promise<number>>>();

/** Counts the open rows of some queues, at most `MAX_COUNTED` of each, each once a request. For admins only. */
export async function countQueueRows<Queue extends FollowUpQueue>(
  ctx: Ctx,
  queues: readonly Queue[],
): Promise<Record<Queue, number>> {
  requireAdmin(ctx);
  const counts = countsByRequest.get(ctx) ?? new Map<FollowUpQueue, Promise<number>>();
  countsByRequest.set(ctx, counts);
  const uncounted = queues.filter((queue) => !counts.has(queue));
  if (uncounted.length > 0) {
    const batch = countInBatch(
      ctx,
      SOURCES.filter(({ queue }) => uncounted.some((name) => name === queue)),
    );
    for (const queue of uncounted)
      counts.set(
        queue,
        batch.then((rows) => rows.get(queue) ?? 0),
      );
  }
  const entries = queues.map(async (queue) => [queue, await counts.get(queue)]);
  return Object.fromEntries(await Promise.all(entries));
}

async function countInBatch(ctx: Ctx, sources: readonly RowSource[]): Promise<Map<FollowUpQueue, number>> {
  const { db, now } = ctx;
  const isHiddenSql = sql`(note.outcome is not null or note.snoozed_until > ${toDay(now)})`;
  const [first, ...rest] = sources.map((source): Statement => {
    const options = { isHiddenSql, after: null, limit: MAX_COUNTED, columns: sql`1` };
    return db.all(sql`select count(*) as n from (${queueRowsSql(ctx, source, options)})`);
  });
  if (!first) throw new Error("no queue is counted");
  const results = await db.batch([first, ...rest]);
  const counts = new Map<FollowUpQueue, number>();
  for (const [index, { queue }] of sources.entries()) {
    const [row] = results[index] as { n: number }[];
    counts.set(queue, Math.min(MAX_COUNTED, (counts.get(queue) ?? 0) + (row?.n ?? 0)));
  }
  return counts;
}
