import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, messages } from "@/db/schema";
import { refreshCardsStatement } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import type { Side } from "@/shared/codes";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { NEWEST_MESSAGE, paths } from "@/shared/paths";
import { messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { createGuestToken } from "../guest-token";
import { isMessageStoredSql, queueParentCopyStatement } from "../parent-copies";
import { addressedTeacherSql, type EnquiryView, findEnquiryForReader, findMessage } from "../queries";
import { isContactOfMinorHeld } from "../sending/is-contact-of-minor-held";
import { firstInvitationTsSql } from "./first-invitation-ts";

/** Messages of one sender in existing conversations: more than people type, less than a script sends. */
export const MESSAGES_PER_HOUR = defineLimit("messages_hour");
/** A shorter answer (characters) does not count in the reply share. */
export const FULL_ANSWER_LENGTH = 20;
/** Fewer answers are not representative. */
const MIN_ANSWERS = 5;
/** Older answers are out of date. */
const MAX_ANSWERS = 50;

/**
 * Adds a message to an enquiry and mails the other side. Guests are identified by the token of their link. The
 * teacher's first message answers the enquiry; `isTooShort` says that an answer does not count in the reply share.
 * With `submissionId`, an id from the form, sending the same form twice creates one message. A message of a blocked
 * sender is stored for the sender alone. Refuses `not_found` to all other users, `invalid` (also with
 * `contact_data_under_18`), `too_many`, and `conflict`: `account_erased` when the other side is erased,
 * `recipient_closed` while their account is closed, `enquiry_closed` to a learner whose enquiry the teacher marked as
 * spam.
 */
export async function sendMessage(
  ctx: Ctx,
  enquiryId: string,
  input: { message: unknown; confirmContact?: unknown; token?: string; submissionId?: string },
): Promise<Result<{ id: string; isTooShort: boolean }>> {
  const enquiry = await findEnquiryForReader(ctx, enquiryId, input.token);
  // An unconfirmed guest enquiry is not a conversation yet.
  if (!enquiry || enquiry.isUnconfirmed) return refuse("not_found");
  if (!enquiry.hasBothSides) return refuse("conflict", { reason: "account_erased" });
  if (enquiry.isOtherClosed) return refuse("conflict", { reason: "recipient_closed" });
  const checked = validate(messageSchema, { message: input.message, confirm_contact: input.confirmContact });
  if (!checked.ok) return checked;
  const { side, isBlocked } = enquiry;
  if (side === "learner" && isContactOfMinorHeld(ctx, checked.value))
    return refuse("invalid", { reason: "contact_data_under_18" });
  const { message } = checked.value;
  const isTooShort = enquiry.isCounting && !isFullAnswer(message);
  const isSame = (other: Awaited<ReturnType<typeof findMessage>>) =>
    other?.enquiryId === enquiryId && other.author === side && other.text === message;
  let id = input.submissionId && ID_PATTERN.test(input.submissionId) ? input.submissionId : ctx.newId();
  const existing = input.submissionId ? await findMessage(ctx, id) : null;
  if (isSame(existing)) return ok({ id, isTooShort });
  // A changed message from an older page, or an id of another sender: the message gets a new id and reveals nothing.
  if (existing) id = ctx.newId();
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const [inserted] = await ctx.commit([
    insertWhere(
      ctx.db,
      messages,
      { id, enquiryId, author: side, text: message, createdTs: nextTsSql(ctx), isUndelivered: isBlocked },
      sql`${acceptsMessageFromSql(enquiry)} and ${hasHitsLeftSql(limits, ctx.now)}`,
      enquiries,
    )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    updateEnquiryStatement(ctx, enquiry, isFullAnswer(message), previousChanged),
    ...(isBlocked ? [] : notifyStatements(ctx, enquiry, { id, text: message }, previousChanged)),
    // A blocked learner is not told, so the parent gets copies as before.
    ...(enquiry.isLearnerMinor && enquiry.parentEmail && !(isBlocked && side === "teacher")
      ? [
          queueParentCopyStatement(ctx, {
            id: enquiryId,
            isStoredSql: isMessageStoredSql(id),
            text: message,
            title: enquiry.listing?.title ?? "",
            side,
            names: enquiry.names,
            parentEmail: enquiry.parentEmail,
            locale: enquiry.learner?.locale ?? ctx.locale,
          }),
        ]
      : []),
    ...firstAnswerStatements(ctx, enquiry),
  ]);
  if (hasRows(inserted)) return ok({ id, isTooShort });
  // A concurrent request with the same form, as from a double click, was first.
  if (input.submissionId && isSame(await findMessage(ctx, id))) return ok({ id, isTooShort });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  const current = await findEnquiryForReader(ctx, enquiryId, input.token);
  if (current && current.isBlocked !== isBlocked) return sendMessage(ctx, enquiryId, input);
  // A teacher's message can only fail because the other side was erased.
  return refuse("conflict", { reason: side === "teacher" ? "account_erased" : "enquiry_closed" });
}

/** The key of the sender's limit. */
export const senderKey = (ctx: Ctx, { side, teacherId, learnerId, guestEmail }: EnquiryView): string =>
  (side === "teacher" ? teacherId : learnerId) ?? hashLimitKey(ctx, guestEmail ?? "");

/** What else changes when a side contacts the other one otherwise than by a message, such as with a proposal. */
export const contactStatements = (ctx: Ctx, enquiry: EnquiryView, guard: SQL): Statement[] => [
  updateEnquiryStatement(ctx, enquiry, true, guard),
  ...firstAnswerStatements(ctx, enquiry),
];

/** The statements that compute the usual reply time again, if this is the teacher's first answer. */
const firstAnswerStatements = (ctx: Ctx, { side, teacherId, answeredTs }: EnquiryView): Statement[] =>
  side === "teacher" && teacherId !== null && answeredTs === null
    ? [
        updateReplyMedianStatement(ctx, teacherId),
        refreshCardsStatement(ctx, sql`listings.owner_id = ${teacherId}`),
      ]
    : [];

/** The time of the next message: always later than the last one, so that simultaneous messages keep their order. */
const nextTsSql = (ctx: Ctx): SQL => sql`max(${ctx.now}, ${enquiries.lastMessageTs} + 1)`;

/** Guard: both sides exist, the enquiry accepts a message from the viewing side, and a block is as it was read. */
const acceptsMessageFromSql = ({ id, side, isBlocked }: EnquiryView): SQL =>
  and(
    eq(enquiries.id, id),
    (isBlocked ? isNotNull : isNull)(
      side === "teacher" ? enquiries.learnerBlockedTs : enquiries.teacherBlockedTs,
    ),
    isNotNull(addressedTeacherSql),
    or(isNotNull(enquiries.learnerId), isNotNull(enquiries.guestEmail)),
    side === "learner" ? ne(enquiries.state, "spam") : undefined,
  ) as SQL;

const isFullAnswer = (message: string): boolean => message.replace(/\s+/g, " ").length >= FULL_ANSWER_LENGTH;

/** Columns of an enquiry that rises as unread for the other side than `by`. What that side had not read stays unread. */
function toUnread(ctx: Ctx, by: Side) {
  const ts = nextTsSql(ctx);
  const read = (column: SQLiteColumn) =>
    sql`case when ${column} >= ${enquiries.lastMessageTs} then ${ts} else ${column} end`;
  return {
    lastMessageTs: ts,
    ...(by === "teacher"
      ? { teacherReadTs: read(enquiries.teacherReadTs) }
      : { learnerReadTs: read(enquiries.learnerReadTs) }),
  };
}

/** The statements for a change by one side that waits for no answer: the other side finds the conversation unread. */
export const riseStatements = (
  ctx: Ctx,
  { id, side, isBlocked }: Pick<EnquiryView, "id" | "side" | "isBlocked">,
  guard: SQL,
): Statement[] =>
  isBlocked
    ? []
    : [
        ctx.db
          .update(enquiries)
          .set(toUnread(ctx, side))
          .where(and(eq(enquiries.id, id), guard)),
      ];

/** Updates the enquiry after a message. */
function updateEnquiryStatement(
  ctx: Ctx,
  { id, side, isBlocked, isLearnerMinor }: EnquiryView,
  isFull: boolean,
  guard: SQL,
) {
  const ts = nextTsSql(ctx);
  const answered = {
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    fullAnswerTs: isFull ? sql`coalesce(${enquiries.fullAnswerTs}, ${ts})` : enquiries.fullAnswerTs,
    state: sql`case ${enquiries.state} when 'new' then 'answered' else ${enquiries.state} end`,
  };
  const byTeacher = {
    ...answered,
    reviewMailTs: sql`case when ${enquiries.answeredTs} is null and ${enquiries.state} not in ('lost', 'spam')
        and ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
      then ${firstInvitationTsSql(ts, sql`${enquiries.wonTs}`)} else ${enquiries.reviewMailTs} end`,
  };
  const byLearner = {
    // Delivers an enquiry that was sent during a block.
    teacherId: addressedTeacherSql,
    undeliveredTeacherId: null,
    createdTs: sql`iif(${enquiries.teacherId} is null, ${ts}, ${enquiries.createdTs})`,
    // An answer to a request invites to a review once the learner writes, too.
    reviewMailTs: sql`case when ${enquiries.requestId} is not null and ${enquiries.reviewMailTs} is null
        and ${enquiries.state} not in ('lost', 'spam')
        and ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
      then ${firstInvitationTsSql(ts, sql`${enquiries.wonTs}`)} else ${enquiries.reviewMailTs} end`,
  };
  const delivered = {
    ...toUnread(ctx, side),
    awaitsAnswer: side === "learner",
    ...(isLearnerMinor ? {} : { parentEmail: null }),
    ...(side === "teacher" ? byTeacher : byLearner),
  };
  // A message that is not delivered changes only what its author sees.
  const undelivered =
    side === "teacher" ? { ...answered, awaitsAnswer: false } : { learnerReadTs: enquiries.learnerReadTs };
  return ctx.db
    .update(enquiries)
    .set(isBlocked ? undelivered : delivered)
    .where(and(eq(enquiries.id, id), guard));
}

/**
 * Tells the other side by mail, with the message and a reply link, and by push. Erased accounts get none;
 * guests get it with their link, and no push message.
 */
function notifyStatements(
  ctx: Ctx,
  enquiry: EnquiryView,
  { id: messageId, text }: { id: string; text: string },
  guard: SQL,
): Statement[] {
  const { id, side, names, listing, guestEmail } = enquiry;
  const fromTeacher = side === "teacher";
  const isAnswer = fromTeacher && enquiry.answeredTs === null;
  const about = auditSubject("enquiry", id);
  const params = { name: names[side], title: listing?.title ?? "" };
  const mail = {
    template: isAnswer ? ("enquiry_answered" as const) : ("enquiry_message" as const),
    params,
    quote: text,
    about,
  };
  if (fromTeacher && guestEmail !== null) {
    const path = paths.enquiry(id, { token: createGuestToken(ctx, { id, email: guestEmail }) });
    const actionPath = `${path}#${NEWEST_MESSAGE}`;
    const locale = enquiry.guestLocale ?? ctx.locale;
    return [queueMailStatement(ctx, { ...mail, to: guestEmail, locale, actionPath }, guard)];
  }
  const person = fromTeacher ? enquiry.learner : enquiry.teacher;
  if (!person) return [];
  const { email: to, locale, id: userId } = person;
  const path = paths.enquiry(id);
  const t = ctx.translator(locale);
  const texts = `notifications.messages.${isAnswer ? "answer" : "message"}`;
  const push = {
    cause: messageId,
    about,
    userId,
    kind: "enquiries",
    title: t(`${texts}.title`, params),
    body: listing ? t(`${texts}.body`, params) : "",
    locale,
    path,
  } as const;
  return [
    queueMailStatement(ctx, { ...mail, to, locale, actionPath: `${path}#${NEWEST_MESSAGE}` }, guard),
    queuePushStatement(ctx, push, guard),
  ];
}

/**
 * The statement that updates a teacher's median time from an enquiry to its first answer, in seconds, over the newest
 * answers; null with too few.
 */
const updateReplyMedianStatement = ({ db }: Pick<Ctx, "db">, teacherId: string): Statement =>
  db.run(sql`update users set reply_median_s = (
    select case when count(*) > 0 then cast(round(avg(seconds)) as integer) end
    from (
      select seconds, row_number() over (order by seconds) as position, count(*) over () as answers
      from (
        select max(0, answered_ts - created_ts) / 1000.0 as seconds from enquiries
        where teacher_id = ${teacherId} and answered_ts is not null
          -- An answer to a request begins its conversation.
          and answered_ts <> created_ts
        order by answered_ts desc limit ${MAX_ANSWERS}
      )
    )
    where answers >= ${MIN_ANSWERS} and position in ((answers + 1) / 2, (answers + 2) / 2)
  ) where id = ${teacherId}`);
