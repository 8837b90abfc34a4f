import { type SQL, sql } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements } from "@/db/rate-limits";
import { enquiries, messages, requests } from "@/db/schema";
import { queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { formatTeacherName } from "../names";
import { MESSAGES_PER_HOUR } from "./send-message";

/** Answers to requests count as messages. Its key is the teacher's id. */
export const ANSWER_LIMIT = MESSAGES_PER_HOUR;

export type RequestAnswer = {
  /** Of the new enquiry. */
  id: string;
  listing: { id: string; title: string };
  teacher: Pick<SignedInUser, "id" | "firstName" | "lastName">;
  learner: { id: string; email: string; locale: Locale };
  message: string;
};

/**
 * The statements that begin a conversation with a teacher's answer to a request, if `guard` holds for a row of
 * `requests`. It counts as answered: no reminder, no offer of other teachers, and no part in the reply share or in the
 * usual reply time. The learner is invited to a review only once
 * they wrote back or lessons are agreed. The first statement returns its id,
 * and the last ones depend on the statement before them.
 */
export function requestAnswerStatements(
  ctx: Ctx,
  { id, listing, teacher, learner, message }: RequestAnswer,
  guard: SQL,
): Statement[] {
  const { db, now } = ctx;
  const messageId = ctx.newId();
  const about = auditSubject("enquiry", id);
  const t = ctx.translator(learner.locale);
  const params = { name: formatTeacherName(teacher), title: listing.title };
  return [
    insertWhere(
      db,
      enquiries,
      {
        id,
        listingId: listing.id,
        teacherId: teacher.id,
        learnerId: learner.id,
        requestId: sql`${requests.id}`,
        learnerWho: sql`${requests.learnerWho}`,
        learnerGrade: sql`${requests.learnerGrade}`,
        state: "answered",
        createdTs: now,
        answeredTs: now,
        lastMessageTs: now,
        teacherReadTs: now,
        awaitsAnswer: false,
      },
      guard,
      requests,
    )
      .onConflictDoNothing()
      .returning({ id: enquiries.id }),
    insertWhere(
      db,
      messages,
      { id: messageId, enquiryId: id, author: "teacher", text: message, createdTs: now },
      previousChanged,
    ),
    ...countHitsStatements(db, [[ANSWER_LIMIT, teacher.id]], now, previousChanged),
    queueMailStatement(
      ctx,
      {
        template: "request_answered",
        to: learner.email,
        locale: learner.locale,
        params,
        quote: message,
        about,
        actionPath: paths.enquiry(id),
      },
      previousChanged,
    ),
    queuePushStatement(
      ctx,
      {
        cause: messageId,
        about,
        userId: learner.id,
        kind: "enquiries",
        title: t("notifications.messages.requestAnswer.title", params),
        body: t("notifications.messages.requestAnswer.body", params),
        locale: learner.locale,
        path: paths.enquiry(id),
      },
      sql`exists (select 1 from ${messages} where ${messages.id} = ${messageId})`,
    ),
  ];
}
