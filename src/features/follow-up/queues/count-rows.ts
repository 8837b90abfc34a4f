import { sql } from "drizzle-orm";
import { requireAdmin } from "@/auth/guards";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { FOLLOW_UP_QUEUES, type FollowUpQueue } from "@/shared/codes";
import { dayOf } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { findDated } from "./find-dated";
import { SOURCES } from "./sources";
import { listed } from "./statements";

/** Counting stops here: so many rows of one queue are "99+". */
const COUNTED = 100;

/** How many rows some queues have together, as it is written where counting stopped as well. */
export const rowsInWords = (t: Translator, ...counts: readonly number[]): string => {
  const n = counts.reduce((sum, count) => sum + Math.min(count, COUNTED - 1), 0);
  return counts.some((count) => count >= COUNTED) ? `${t.number(n)}+` : t.number(n);
};

export type FollowUpCounts = {
  /** Open rows of each queue, none above `COUNTED`. */
  queues: Record<FollowUpQueue, number>;
  /** Rows whose day has passed, and those whose day it is. */
  overdue: number;
  today: number;
};

/** How much asks for an admin. Bounded, however long a queue is. For admins alone. */
export async function countFollowUp(ctx: Ctx): Promise<FollowUpCounts> {
  requireAdmin(ctx);
  const { db, now } = ctx;
  const today = dayOf(now);
  const away = sql`(note.outcome is not null or note.snoozed_until > ${today})`;
  const [first, ...rest] = SOURCES.map(
    (source): Statement =>
      db.all(sql`select count(*) as n from (${listed(source, { now, away, after: null, limit: COUNTED })})`),
  );
  if (!first) throw new Error("the work list has no queue");
  const [answers, dated] = await Promise.all([db.batch([first, ...rest]), findDated(ctx)]);
  const queues = Object.fromEntries(FOLLOW_UP_QUEUES.map((queue) => [queue, 0])) as FollowUpCounts["queues"];
  for (const [place, { queue }] of SOURCES.entries()) {
    const [row] = answers[place] as { n: number }[];
    queues[queue] = Math.min(COUNTED, queues[queue] + (row?.n ?? 0));
  }
  return {
    queues,
    overdue: dated.filter(({ due }) => due !== null && due < today).length,
    today: dated.filter(({ due }) => due === today).length,
  };
}
