import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "@/shared/dates";

/**
 * When the learner is invited to review the teacher: 14 days after the teacher's first answer, or a day after the
 * teacher marked the enquiry as won.
 */
export const firstInvitationTsSql = (answeredTs: SQL, wonTs: SQL): SQL =>
  sql`min(${answeredTs} + ${14 * DAY_MS}, coalesce(${wonTs} + ${DAY_MS}, ${answeredTs} + ${14 * DAY_MS}))`;
