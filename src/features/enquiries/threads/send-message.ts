import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
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
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { createGuestToken } from "../guests/guest-token";
import { type EnquiryView, findEnquiryForReader, findMessage } from "../queries";
import { firstInvitationTsSql } from "./first-invitation-ts";

/** Messages of one sender in existing conversations: more than people type, less than a script sends. */
const MESSAGES_PER_HOUR = defineLimit("messages_hour");
/** Fewer answers are not representative. */
const MIN_ANSWERS = 5;
/** Older answers are out of date. */
const MAX_ANSWERS = 50;

/**
 * Adds a message to an enquiry and mails the other side. Guests are identified by the token of their link. The
 * teacher's first message answers the enquiry. With `submissionId`, an id from the form, sending the same form twice
 * creates one message. Refuses `not_found` to all other users, `invalid`, `too_many`, and `conflict`: `account_erased`
 * when the other side is erased, `enquiry_closed` to a learner whose enquiry the teacher marked as spam.
 */
export async function sendMessage(
  ctx: Ctx,
  enquiryId: string,
  input: { message: unknown; token?: string; submissionId?: string },
): Promise<Result<{ id: string }>> {
  const enquiry = await findEnquiryForReader(ctx, enquiryId, input.token);
  // An unconfirmed guest enquiry is not a conversation yet.
  if (!enquiry || enquiry.isUnconfirmed) return refuse("not_found");
  if (!enquiry.hasBothSides) return refuse("conflict", { reason: "account_erased" });
  const checked = validate(messageSchema, { message: input.message });
  if (!checked.ok) return checked;
  const { side } = enquiry;
  const { message } = checked.value;
  const isSame = (other: Awaited<ReturnType<typeof findMessage>>) =>
    other?.enquiryId === enquiryId && other.author === side && other.text === message;
  let id = input.submissionId && ID_PATTERN.test(input.submissionId) ? input.submissionId : ctx.newId();
  const existing = input.submissionId ? await findMessage(ctx, id) : null;
  if (isSame(existing)) return ok({ id });
  // A changed message from an older page, or an id of another sender: the message gets a new id and reveals nothing.
  if (existing) id = ctx.newId();
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const [inserted] = await ctx.commit([
    insertWhere(
      ctx.db,
      messages,
      { id, enquiryId, author: side, text: message, createdTs: nextTsSql(ctx) },
      sql`${acceptsMessageFromSql(enquiry)} and ${hasHitsLeftSql(limits, ctx.now)}`,
      enquiries,
    )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    updateEnquiryStatement(ctx, enquiry, previousChanged),
    ...recipientMailStatements(ctx, enquiry, message, previousChanged),
    ...recipientPushStatements(ctx, enquiry, id, previousChanged),
    ...(side === "teacher" && enquiry.teacherId !== null && enquiry.answeredTs === null
      ? [
          updateReplyMedianStatement(ctx, enquiry.teacherId),
          refreshCardsStatement(ctx, sql`listings.owner_id = ${enquiry.teacherId}`),
        ]
      : []),
  ]);
  if (hasRows(inserted)) return ok({ id });
  // A concurrent request with the same form, as from a double click, was first.
  if (input.submissionId && isSame(await findMessage(ctx, id))) return ok({ id });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  // A teacher's message can only fail because the other side was erased.
  return refuse("conflict", { reason: side === "teacher" ? "account_erased" : "enquiry_closed" });
}

/** The key of the sender's limit. */
const senderKey = (ctx: Ctx, { side, teacherId, learnerId, guestEmail }: EnquiryView): string =>
  (side === "teacher" ? teacherId : learnerId) ?? hashLimitKey(ctx, guestEmail ?? "");

/** The time of the next message: always later than the last one, so that simultaneous messages keep their order. */
const nextTsSql = (ctx: Ctx): SQL => sql`max(${ctx.now}, ${enquiries.lastMessageTs} + 1)`;

/** Guard: both sides exist, and the enquiry accepts a message from the viewing side. */
const acceptsMessageFromSql = ({ id, side }: EnquiryView): SQL =>
  and(
    eq(enquiries.id, id),
    isNotNull(enquiries.teacherId),
    or(isNotNull(enquiries.learnerId), isNotNull(enquiries.guestEmail)),
    side === "learner" ? ne(enquiries.state, "spam") : undefined,
  ) as SQL;

/** Updates the enquiry after a message. Messages that the sender had not read before stay unread. */
function updateEnquiryStatement(ctx: Ctx, { id, side }: EnquiryView, guard: SQL) {
  const ts = nextTsSql(ctx);
  const read = (column: SQLiteColumn) =>
    sql`case when ${column} >= ${enquiries.lastMessageTs} then ${ts} else ${column} end`;
  const byTeacher = {
    teacherReadTs: read(enquiries.teacherReadTs),
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    reviewMailTs: sql`case when ${enquiries.answeredTs} is null and ${enquiries.state} not in ('lost', 'spam')
        and ${enquiries.reviewInvitedTs} is null and ${enquiries.reviewDeclinedTs} is null
      then ${firstInvitationTsSql(ts, sql`${enquiries.wonTs}`)} else ${enquiries.reviewMailTs} end`,
    state: sql`case ${enquiries.state} when 'new' then 'answered' else ${enquiries.state} end`,
  };
  return ctx.db
    .update(enquiries)
    .set({
      lastMessageTs: ts,
      awaitsAnswer: side === "learner",
      ...(side === "teacher" ? byTeacher : { learnerReadTs: read(enquiries.learnerReadTs) }),
    })
    .where(and(eq(enquiries.id, id), guard));
}

/** Mails the message and a reply link to the other side. Closed and erased accounts get no mail. */
function recipientMailStatements(ctx: Ctx, enquiry: EnquiryView, message: string, guard: SQL): Statement[] {
  const fromTeacher = enquiry.side === "teacher";
  const to = fromTeacher ? toLearnerRecipient(ctx, enquiry) : toAccountRecipient(enquiry.teacher, enquiry.id);
  if (!to) return [];
  return [
    queueMailStatement(
      ctx,
      {
        template: fromTeacher && enquiry.answeredTs === null ? "enquiry_answered" : "enquiry_message",
        params: { name: enquiry.names[enquiry.side], title: enquiry.listing?.title ?? "" },
        quote: message,
        about: auditSubject("enquiry", enquiry.id),
        ...to,
      },
      guard,
    ),
  ];
}

/** Tells the other side by push. Guests have none. */
function recipientPushStatements(ctx: Ctx, enquiry: EnquiryView, messageId: string, guard: SQL): Statement[] {
  const fromTeacher = enquiry.side === "teacher";
  const person = fromTeacher ? enquiry.learner : enquiry.teacher;
  const userId = fromTeacher ? enquiry.learnerId : enquiry.teacherId;
  if (!person || userId === null) return [];
  const t = ctx.translator(person.locale);
  const texts = `notifications.messages.${fromTeacher && enquiry.answeredTs === null ? "answer" : "message"}`;
  const push = {
    cause: messageId,
    about: auditSubject("enquiry", enquiry.id),
    userId,
    kind: "enquiries",
    title: t(`${texts}.title`, { name: enquiry.names[enquiry.side] }),
    body: enquiry.listing ? t(`${texts}.body`, { title: enquiry.listing.title }) : "",
    locale: person.locale,
    path: paths.enquiry(enquiry.id),
  } as const;
  return [queuePushStatement(ctx, push, guard)];
}

/** The recipient of a mail and the path of its button. */
type Recipient = { to: string; locale: Locale; actionPath: string };

const toAccountRecipient = (person: EnquiryView["teacher"], enquiryId: string): Recipient | null =>
  person && person.disabledTs === null
    ? { to: person.email, locale: person.locale, actionPath: paths.enquiry(enquiryId) }
    : null;

/** The learner, or the guest with their link. */
function toLearnerRecipient(
  ctx: Ctx,
  { id, learner, guestEmail, guestLocale }: EnquiryView,
): Recipient | null {
  if (guestEmail === null) return toAccountRecipient(learner, id);
  const token = createGuestToken(ctx, { id, email: guestEmail });
  return { to: guestEmail, locale: guestLocale ?? ctx.locale, actionPath: paths.enquiry(id, { token }) };
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
        order by answered_ts desc limit ${MAX_ANSWERS}
      )
    )
    where answers >= ${MIN_ANSWERS} and position in ((answers + 1) / 2, (answers + 2) / 2)
  ) where id = ${teacherId}`);
