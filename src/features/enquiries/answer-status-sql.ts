import { type SQL, sql } from "drizzle-orm";
import { appointments, enquiries, messages } from "@/db/schema";
import type { Side } from "@/shared/codes";
import type { AnswerStatus } from "@/shared/schemas/request";

/**
 * How far the conversation of an answer is, as a side knows it. A teacher does not learn what was read, nor of messages
 * that a block holds back.
 */
export const answerStatusSql = (side: Side): SQL<AnswerStatus> => sql<AnswerStatus>`case
  when exists (select 1 from ${appointments} where ${appointments.enquiryId} = ${enquiries.id}
    and ${appointments.state} in ('accepted', 'past')) then 'lesson'
  when exists (select 1 from ${messages} where ${messages.enquiryId} = ${enquiries.id}
    and ${messages.author} = 'learner' ${side === "teacher" ? sql`and not ${messages.isUndelivered}` : sql``}) then 'replied'
  when ${side === "teacher" ? sql`true` : sql`${enquiries.lastMessageTs} > coalesce(${enquiries.learnerReadTs}, 0)`} then 'unread'
  else 'read' end`;
