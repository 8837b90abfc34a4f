import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "@/shared/dates";

/**
 * When the learner is invited to review the teacher: 14 days after the teacher's first answer, or a day after the
 * teacher marked the enquiry as won, whichever is first; null without either.
 */
export function firstInvitationTsSql(answeredTs: SQL, wonTs: SQL): SQL {
  const [afterAnswer, afterWon] = [sql`${answeredTs} + ${14 * DAY_MS}`, sql`${wonTs} + ${DAY_MS}`];
  return sql`min(coalesce(${afterAnswer}, ${afterWon}), coalesce(${afterWon}, ${afterAnswer}))`;
}
