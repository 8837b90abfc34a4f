import { type SQL, sql } from "drizzle-orm";
import { appointments, enquiries, messages } from "@/db/schema";
import type { Side } from "@/shared/codes";
import type { AnswerStatus } from "@/shared/schemas/request";

/**
 * How far the conversation of an answer is, as a side knows it. What the learner did about a lesson is a reply; a teacher's
 * proposal that is only cancelled has none, since a block cancels it too. A teacher does not learn what was read, nor what a
 * block holds back.
 */
export const answerStatusSql = (side: Side): SQL<AnswerStatus> => {
  const isDeliveredSql = side === "teacher" ? sql`and not is_undelivered` : sql``;
  return sql<AnswerStatus>`case
  when exists (select 1 from ${appointments} where ${appointments.enquiryId} = ${enquiries.id}
    and ${appointments.state} in ('accepted', 'past')) then 'lesson'
  when exists (select 1 from ${messages} where ${messages.enquiryId} = ${enquiries.id}
    and ${messages.author} = 'learner' ${isDeliveredSql})
    or exists (select 1 from ${appointments} where ${appointments.enquiryId} = ${enquiries.id} ${isDeliveredSql}
      and (${appointments.proposedBy} = 'learner' or ${appointments.state} = 'declined' or ${appointments.time} is not null))
    then 'replied'
  when ${side === "teacher" ? sql`true` : sql`${enquiries.lastMessageTs} > coalesce(${enquiries.learnerReadTs}, 0)`} then 'unread'
  else 'read' end`;
};
