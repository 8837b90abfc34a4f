import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHits, findRetryAfter, hasHitsLeft } from "@/db/limits";
import { enquiries, messages } from "@/db/schema";
import { queueMail } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import type { Locale } from "@/shared/i18n/locales";
import { ID_PATTERN } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { guestToken } from "../guests/guest-token";
import { MESSAGES_AN_HOUR } from "../limits";
import { findReadersEnquiry, findSentMessage, type SeenEnquiry } from "../queries";

/**
 * Adds a message to an enquiry and mails the other side. Guests are identified by the token of their link. The
 * teacher's first message answers the enquiry. With `once`, an id from the form, sending the same form twice creates
 * one message. Refuses `not_found` to all other users, `invalid`, `too_many`, and `conflict`: `account_erased` when the
 * other side is erased, `enquiry_closed` to a learner whose enquiry the teacher filed as spam.
 */
export async function sendMessage(
  ctx: Ctx,
  enquiryId: string,
  input: { message: unknown; token?: string; once?: string },
): Promise<Result<{ id: string }>> {
  const enquiry = await findReadersEnquiry(ctx, enquiryId, input.token);
  // An unconfirmed guest enquiry is not a conversation yet.
  if (!enquiry || enquiry.unconfirmed) return refuse("not_found");
  if (!enquiry.open) return refuse("conflict", { reason: "account_erased" });
  const checked = validate(messageSchema, { message: input.message });
  if (!checked.ok) return checked;
  const { side } = enquiry;
  const { message } = checked.value;
  const isSame = (sent: Awaited<ReturnType<typeof findSentMessage>>) =>
    sent?.enquiryId === enquiryId && sent.author === side && sent.text === message;
  let id = input.once && ID_PATTERN.test(input.once) ? input.once : ctx.newId();
  const before = input.once ? await findSentMessage(ctx, id) : null;
  if (isSame(before)) return ok({ id });
  // A changed message from an older page, or an id of another sender: the message gets a new id and reveals nothing.
  if (before) id = ctx.newId();
  const limits = [[MESSAGES_AN_HOUR, senderKey(ctx, enquiry)]] as const;
  const [written] = await ctx.commit([
    insertWhere(
      ctx.db,
      messages,
      { id, enquiryId, author: side, text: message, createdTs: nextTs(ctx) },
      sql`${isOpenTo(enquiry)} and ${hasHitsLeft(limits, ctx.now)}`,
      enquiries,
    )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    ...countHits(ctx.db, limits, ctx.now),
    moveEnquiry(ctx, enquiry, previousChanged),
    ...mailToOther(ctx, enquiry, message, previousChanged),
    ...(side === "teacher" && enquiry.teacherId !== null && enquiry.answeredTs === null
      ? [computeReplyMedian(ctx, enquiry.teacherId)]
      : []),
  ]);
  if ((written as unknown[]).length > 0) return ok({ id });
  // The same form came at the same time, as from a double click, and was faster.
  if (input.once && isSame(await findSentMessage(ctx, id))) return ok({ id });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  // A teacher's message is held up by one thing alone.
  return refuse("conflict", { reason: side === "teacher" ? "account_erased" : "enquiry_closed" });
}

/** Whose counter a message goes on. */
const senderKey = (ctx: Ctx, { side, teacherId, learnerId, guestEmail }: SeenEnquiry): string =>
  (side === "teacher" ? teacherId : learnerId) ?? limitKey(ctx, guestEmail ?? "");

/** When an enquiry's next message is written: always later than its last one, so that those of a moment keep their order. */
const nextTs = (ctx: Ctx): SQL => sql`max(${ctx.now}, ${enquiries.lastMessageTs} + 1)`;

/** Whether it takes a message of this side. */
const isOpenTo = ({ id, side }: SeenEnquiry): SQL =>
  and(
    eq(enquiries.id, id),
    isNotNull(enquiries.teacherId),
    or(isNotNull(enquiries.learnerId), isNotNull(enquiries.guestEmail)),
    side === "learner" ? ne(enquiries.state, "spam") : undefined,
  ) as SQL;

/** The enquiry's row after one more message. Who wrote it has read it, but not what they had not seen before. */
function moveEnquiry(ctx: Ctx, { id, side }: SeenEnquiry, written: SQL) {
  const ts = nextTs(ctx);
  const read = (column: SQLiteColumn) =>
    sql`case when ${column} >= ${enquiries.lastMessageTs} then ${ts} else ${column} end`;
  const byTeacher = {
    teacherReadTs: read(enquiries.teacherReadTs),
    answeredTs: sql`coalesce(${enquiries.answeredTs}, ${ts})`,
    state: sql`case ${enquiries.state} when 'new' then 'answered' else ${enquiries.state} end`,
  };
  return ctx.db
    .update(enquiries)
    .set({
      lastMessageTs: ts,
      ...(side === "teacher" ? byTeacher : { learnerReadTs: read(enquiries.learnerReadTs) }),
    })
    .where(and(eq(enquiries.id, id), written));
}

/** Mails the message and a reply link to the other side. Closed and erased accounts get no mail. */
function mailToOther(ctx: Ctx, enquiry: SeenEnquiry, message: string, written: SQL): Statement[] {
  const fromTeacher = enquiry.side === "teacher";
  const to = fromTeacher ? learnersMailbox(ctx, enquiry) : accountsMailbox(enquiry.teacher, enquiry.id);
  if (!to) return [];
  return [
    queueMail(
      ctx,
      {
        template: fromTeacher && enquiry.answeredTs === null ? "enquiry_answered" : "enquiry_message",
        params: { name: enquiry.names[enquiry.side], title: enquiry.listing?.title ?? "" },
        quote: message,
        about: auditSubject("enquiry", enquiry.id),
        ...to,
      },
      written,
    ),
  ];
}

/** Where a mail goes, and where its button leads. */
type Mailbox = { to: string; locale: Locale; actionPath: string };

const accountsMailbox = (person: SeenEnquiry["teacher"], enquiryId: string): Mailbox | null =>
  person && person.disabledTs === null
    ? { to: person.email, locale: person.locale, actionPath: paths.enquiry(enquiryId) }
    : null;

/** A learner's, or a guest's, whom every mail gives a fresh link. */
function learnersMailbox(ctx: Ctx, { id, learner, guestEmail, guestLocale }: SeenEnquiry): Mailbox | null {
  if (guestEmail === null) return accountsMailbox(learner, id);
  const token = guestToken(ctx, { id, email: guestEmail });
  return { to: guestEmail, locale: guestLocale ?? ctx.locale, actionPath: paths.enquiry(id, { token }) };
}

/** Fewer answers are not representative. */
const LEAST = 5;
/** Older answers are out of date. */
const NEWEST = 50;

/**
 * The statement that updates a teacher's median time from an enquiry to its first answer, in seconds, over the newest
 * answers; null with too few.
 */
export const computeReplyMedian = ({ db }: Pick<Ctx, "db">, teacherId: string): Statement =>
  db.run(sql`update users set reply_median_s = (
    select case when count(*) > 0 then cast(round(avg(seconds)) as integer) end
    from (
      select seconds, row_number() over (order by seconds) as place, count(*) over () as answers
      from (
        select max(0, answered_ts - created_ts) / 1000.0 as seconds from enquiries
        where teacher_id = ${teacherId} and answered_ts is not null
        order by answered_ts desc limit ${NEWEST}
      )
    )
    where answers >= ${LEAST} and place in ((answers + 1) / 2, (answers + 2) / 2)
  ) where id = ${teacherId}`);
