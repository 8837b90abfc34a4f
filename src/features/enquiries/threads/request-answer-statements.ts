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
import { type Locale, localizePath } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS } from "@/shared/request-limits";
import { formatTeacherName } from "../names";
import { isMessageStoredSql } from "../parent-copies";
import { isFullAnswer, MESSAGES_PER_HOUR } from "./send-message";
import { countFullAnswerStatement } from "./update-enquiry-statements";

/** Answers to requests count as messages. Its key is the teacher's id. */
export const ANSWER_LIMIT = MESSAGES_PER_HOUR;

export type RequestAnswer = {
  /** The new enquiry's id. */
  id: string;
  listing: { id: string; title: string };
  teacher: Pick<SignedInUser, "id" | "email" | "firstName" | "lastName">;
  learner: { id: string; email: string; locale: Locale };
  message: string;
  request: {
    /** In the learner's language. */
    line: string;
    /** The path of all answers to compare, for the mail. */
    path: string;
  };
};

/**
 * The statements that begin a conversation with a teacher's answer to a request, if `guard` holds for a row of
 * `requests`. It counts as answered: no reminder, no offer of other teachers, and no part in the reply share or in the
 * usual reply time; but it answers earlier messages of the learner. The learner is invited to a review only once
 * they wrote back or lessons are agreed. The first statement returns its id,
 * and the last ones depend on the statement before them.
 */
export function requestAnswerStatements(
  ctx: Ctx,
  { id, listing, teacher, learner, message, request }: RequestAnswer,
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
        tables: [
          {
            title: request.line,
            rows: [
              { term: t("requests.admin.answers"), details: countAnswersSql(t, id) },
              {
                term: t("enquiries.thread.request.learner"),
                details: ctx.config.SITE_URL + localizePath(learner.locale, request.path),
                link: true,
              },
            ],
          },
        ],
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
      isMessageStoredSql(messageId),
    ),
    ...(isFullAnswer(message)
      ? [
          countFullAnswerStatement(
            ctx,
            { teacher: teacher.email, learner: learner.email },
            isMessageStoredSql(messageId),
          ),
        ]
      : []),
  ];
}

/** "2 of at most 5", and that the last one closed the request. The batch counts the answer later. */
function countAnswersSql(t: Translator, enquiryId: string): SQL {
  const texts = Array.from({ length: MAX_ANSWERS }, (_, before) =>
    t(`requests.ofMax.${before + 1 < MAX_ANSWERS ? "open" : "closed"}`, { n: before + 1, max: MAX_ANSWERS }),
  );
  return sql`(select ${JSON.stringify(texts)} ->> answer_count from ${requests}
    where id = (select request_id from ${enquiries} where ${enquiries.id} = ${enquiryId}))`;
}
