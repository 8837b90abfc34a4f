import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { FOLLOW_UP_QUEUES, type FollowUpQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { SOURCES } from "./all-sources";
import { listDueRows } from "./list-noted-rows";
import { queueRowsSql } from "./queries";

/** Counting stops here; the page then shows "99+". */
const MAX_COUNTED = 100;

/** The sum of the counts of some queues as text. It ends in "+" if a count has reached its bound. */
export const formatRowCount = (t: Translator, ...counts: readonly number[]): string => {
  const n = counts.reduce((sum, count) => sum + Math.min(count, MAX_COUNTED - 1), 0);
  return counts.some((count) => count >= MAX_COUNTED) ? `${t.number(n)}+` : t.number(n);
};

export type FollowUpCounts = {
  /** Open rows of each queue, at most `MAX_COUNTED`. */
  queues: Record<FollowUpQueue, number>;
  /** Open rows due before today, and due today. */
  overdue: number;
  today: number;
};

const countsByRequest = new WeakMap<Ctx, Promise<FollowUpCounts>>();

/**
 * Counts the open rows of each queue, and the due rows, once a request: the menu shows them too. For admins only.
 */
export function countFollowUp(ctx: Ctx): Promise<FollowUpCounts> {
  requireAdmin(ctx);
  const counts = countsByRequest.get(ctx) ?? countOpenRows(ctx);
  countsByRequest.set(ctx, counts);
  return counts;
}

async function countOpenRows(ctx: Ctx): Promise<FollowUpCounts> {
  const { db, now } = ctx;
  const today = toDay(now);
  const isHiddenSql = sql`(note.outcome is not null or note.snoozed_until > ${today})`;
  const [first, ...rest] = SOURCES.map(
    (source): Statement =>
      db.all(
        sql`select count(*) as n from (${queueRowsSql(ctx, source, { isHiddenSql, after: null, limit: MAX_COUNTED })})`,
      ),
  );
  if (!first) throw new Error("the follow-up list has no queue");
  const [results, dueRows] = await Promise.all([db.batch([first, ...rest]), listDueRows(ctx)]);
  const queues = Object.fromEntries(FOLLOW_UP_QUEUES.map((queue) => [queue, 0])) as FollowUpCounts["queues"];
  for (const [index, { queue }] of SOURCES.entries()) {
    const [row] = results[index] as { n: number }[];
    queues[queue] = Math.min(MAX_COUNTED, queues[queue] + (row?.n ?? 0));
  }
  return {
    queues,
    overdue: dueRows.filter(({ due }) => due !== null && due < today).length,
    today: dueRows.filter(({ due }) => due === today).length,
  };
}
