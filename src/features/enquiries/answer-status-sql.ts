import { type SQL, sql } from "drizzle-orm";
import { appointments, enquiries, messages, requests } from "@/db/schema";
import type { Side } from "@/shared/codes";
import type { AnswerStatus } from "@/shared/schemas/request";
import { newestMessageSql } from "./newest-message-sql";

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

/**
 * Condition on `enquiries`: it began with a teacher's answer to a request. The request may be erased, so the times tell:
 * only such a conversation is created with its answer, any other answer is later than the message before it.
 */
export const isRequestAnswerSql: SQL = sql`(${enquiries.answeredTs} is ${enquiries.createdTs})`;

/** Condition on `enquiries`: a teacher's answer to a request that its author has not replied to, as a side knows it. */
export const isUnrepliedAnswerSql = (side: Side) => sql<number>`(${isRequestAnswerSql}
  and ${answerStatusSql(side)} in ('unread', 'read'))`;

/** Condition on `enquiries`: its request was closed by its author, also by a first lesson. */
export const isEndedByAuthorSql: SQL = sql`exists (select 1 from ${requests}
  where ${requests.id} = ${enquiries.requestId} and ${requests.closeReason} in ('author', 'lesson'))`;

/**
 * Whose turn it is to write in the conversation of an answer, for the author of its request: the author's until the first
 * reply. Null if that is not known, and in other conversations.
 */
export const answerTurnSql = sql<Side | null>`case
  when ${enquiries.requestId} is null or ${enquiries.learnerBlockedTs} is not null or ${enquiries.teacherId} is null
    or ${enquiries.state} = 'spam' then null
  when ${newestMessageSql("author", "learner")} = 'learner' then 'teacher'
  when ${answerStatusSql("learner")} in ('unread', 'read') and not ${isEndedByAuthorSql} then 'learner' end`;
