import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { enquiries, requests, users } from "@/db/schema";
import { queueMailsStatement } from "@/features/mail";
import { queuePushesStatement } from "@/features/notifications";
import type { RequestCloseReason } from "@/shared/codes";
import { formatRequest } from "@/shared/format-request";
import { paths } from "@/shared/paths";
import type { AnswerStatus } from "@/shared/schemas/request";
import { answerStatusSql } from "./answer-status-sql";

/** The columns of a request that is closed. */
export const closedRequestColumns = ({ now }: Ctx, closeReason: RequestCloseReason | SQL) => ({
  state: "closed" as const,
  closeReason,
  closedTs: now,
  notifiedPosition: null,
  version: sql`${requests.version} + 1`,
});

/** The statements that close a request whose author says that a first lesson took place, if it is open and `guard` holds. */
export async function closeRequestAfterLessonStatements(
  ctx: Ctx,
  id: string,
  guard: SQL,
): Promise<Statement[]> {
  const eventId = ctx.newId();
  return [
    ctx.db
      .update(requests)
      .set(closedRequestColumns(ctx, "lesson"))
      .where(and(eq(requests.id, id), eq(requests.state, "open"), guard)),
    auditEventStatement(
      ctx,
      {
        id: eventId,
        action: "request.closed",
        subject: auditSubject("request", id),
        detail: { reason: "lesson" },
      },
      previousChanged,
    ),
    ...(await tellAnsweringTeachersStatements(ctx, { id, closeReason: "lesson" }, hasAuditEventSql(eventId))),
  ];
}

/**
 * The teacher's answers that the end of their request ends too, by its reason, and the key of what the teacher learns of it
 * in `requests.closeReasons`. After five answers or 14 days, the author may still reply.
 */
const ENDED_ANSWERS = {
  author: { statuses: ["unread", "read"], text: "author" },
  lesson: { statuses: ["unread", "read", "replied"], text: "otherTeacher" },
} as const satisfies { [reason in RequestCloseReason]?: { statuses: readonly AnswerStatus[]; text: string } };

type EndReason = keyof typeof ENDED_ANSWERS;

/** Why a teacher's answer ended with its request: a key of `requests.closeReasons`; null if it did not. */
export function findAnswerEnd(reason: RequestCloseReason | null, status: AnswerStatus) {
  if (reason !== "author" && reason !== "lesson") return null;
  const { statuses, text } = ENDED_ANSWERS[reason];
  return statuses.some((ended) => ended === status) ? text : null;
}

/**
 * The statements that tell teachers that a request they answered is closed and nothing more is needed, if `guard` holds:
 * those whose answer it ends. Teachers who blocked the author hear nothing.
 */
export async function tellAnsweringTeachersStatements(
  ctx: Ctx,
  { id, closeReason }: { id: string; closeReason: EndReason },
  guard: SQL,
): Promise<Statement[]> {
  const isToldSql = and(
    eq(enquiries.requestId, id),
    isNull(enquiries.teacherBlockedTs),
    isNull(users.disabledTs),
    sql`${answerStatusSql("teacher")} in (select value from json_each(${JSON.stringify(ENDED_ANSWERS[closeReason].statuses)}))`,
  );
  const teachers = await ctx.db
    .select({
      enquiryId: enquiries.id,
      userId: users.id,
      email: users.email,
      locale: users.locale,
      request: requests,
    })
    .from(enquiries)
    .innerJoin(requests, eq(requests.id, enquiries.requestId))
    .innerJoin(users, eq(users.id, enquiries.teacherId))
    .where(isToldSql);
  if (teachers.length === 0) return [];
  const told = teachers.map(({ enquiryId, userId, email, locale, request }) => {
    const t = ctx.translator(locale);
    const params = {
      request: formatRequest(t, request),
      reason: t(`requests.closeReasons.${ENDED_ANSWERS[closeReason].text}`),
    };
    const about = auditSubject("enquiry", enquiryId);
    const path = paths.requests({ box: "answered" });
    const key = [enquiryId, email];
    return {
      mail: {
        key,
        mail: { template: "request_closed" as const, to: email, locale, params, about, actionPath: path },
      },
      push: {
        key,
        push: {
          cause: `closed:${enquiryId}`,
          about,
          userId,
          kind: "requests" as const,
          title: t("notifications.messages.requestClosed.title"),
          body: t("notifications.messages.requestClosed.body", params),
          locale,
          path,
        },
      },
    };
  });
  const isStillToldSql = (key: SQL) => sql`${guard} and exists (
    select 1 from ${enquiries} inner join ${users} on ${users.id} = ${enquiries.teacherId}
    where ${enquiries.id} = ${key} ->> 0 and ${users.email} = ${key} ->> 1 and ${isToldSql})`;
  return [
    queueMailsStatement(
      ctx,
      told.map(({ mail }) => mail),
      isStillToldSql(sql.raw("key")),
    ),
    queuePushesStatement(
      ctx,
      told.map(({ push }) => push),
      isStillToldSql(sql.raw("pushed.key")),
    ),
  ];
}
