import { and, desc, eq, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import { toParentKey } from "@/auth/to-parent-key";
import type { Ctx } from "@/context";
import { auditEventStatement, auditSubject, hasAuditEventSql } from "@/db/audit";
import { countHitsStatements, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, listings, mailOutbox, messages, users } from "@/db/schema";
import { MAIL_RETENTION_MS, queueMailStatement, queueMailsStatement } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { parentSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { findCopyWarning } from "../message-warning";
import { formatSideName } from "../names";
import {
  composeParentCopy,
  composeReplacedMail,
  findParentLocale,
  isCopiedSql,
  parentColumns,
  toStopKey,
} from "../parent-copies";
import { addressedTeacherSql, findOwnEnquiry, hasOpenDangerSql } from "../queries";
import { findParentError } from "../sending/find-parent-error";
import { MESSAGES_PER_HOUR, senderKey } from "./send-message";

/** Conversations whose first messages are copied to a corrected address: more than a pupil has, and each is a mail. */
const MAX_FIRST_COPIES = 20;

/**
 * Replaces the address of the parent who gets copies, in all conversations of the learner that have it, copies the first
 * message of each to it, and mails the replaced address that it gets no more. An address that was mailed no copy yet gets
 * nothing: those that wait are dropped. The same address changes nothing. Refuses
 * `not_found` to others, and without a parent who gets copies, `invalid`, `too_many`, and
 * `conflict` (`parent_awaits_decision`) while a danger in a conversation with that address has no decision.
 */
export async function correctParent(
  ctx: Ctx,
  enquiryId: string,
  input: { parent_email?: unknown },
): Promise<Result<null>> {
  const user = requireUser(ctx);
  const enquiry = await findOwnEnquiry(ctx, user, enquiryId);
  if (enquiry?.side !== "learner" || !enquiry.parentEmail) return refuse("not_found");
  const checked = validate(parentSchema, input);
  if (!checked.ok) return checked;
  const { parent_email: email } = checked.value;
  const wrongParent = findParentError(ctx, email);
  if (wrongParent) return wrongParent;
  const { parentEmail: replaced, names } = enquiry;
  if (email === replaced) return ok(null);
  const hasDangerSql = sql`exists (select 1 from ${enquiries}
    where learner_id = ${user.id} and parent_email = ${replaced} and ${hasOpenDangerSql})`;
  const findLock = async () => {
    const { isLocked } = await ctx.db.get<{ isLocked: number }>(sql`select ${hasDangerSql} as isLocked`);
    return isLocked ? refuse("conflict", { reason: "parent_awaits_decision" }) : null;
  };
  const locked = await findLock();
  if (locked) return locked;
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const firstCopies = await composeFirstCopies(ctx, { learnerId: user.id, replaced, email, names });
  const eventId = ctx.newId();
  const guard = hasAuditEventSql(eventId);
  const isCopySql = sql`recipient = ${replaced} and condition ->> 0 = 'parent_copy' and about in (
    select 'enquiry:' || id from enquiries where learner_id = ${user.id} and parent_email = ${replaced})`;
  const key = toParentKey(ctx, replaced);
  // Sent mails are swept. So none arrived only if all still wait for their first attempt, and none can have been swept.
  const isUnmailedSql = sql`(exists (select 1 from mail_outbox where ${isCopySql})
    and not exists (select 1 from mail_outbox where ${isCopySql}
      and (state <> 'waiting' or attempts > 0 or template in ('parent_decided', 'parent_reported')))
    and not exists (select 1 from enquiries where learner_id = ${user.id}
      and (parent_stop_key in (${toStopKey(key, "one")}, ${toStopKey(key, "all")})
        or (parent_email = ${replaced} and created_ts <= ${ctx.now - MAIL_RETENTION_MS}))))`;
  const [inserted] = await ctx.commit([
    auditEventStatement(
      ctx,
      { id: eventId, action: "enquiry.parent_corrected", subject: auditSubject("enquiry", enquiryId) },
      sql`${hasHitsLeftSql(limits, ctx.now)} and not ${hasDangerSql} and exists (
        select 1 from ${enquiries} where id = ${enquiryId} and learner_id = ${user.id} and parent_email = ${replaced})`,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, guard),
    queueMailStatement(
      ctx,
      composeReplacedMail(ctx, { id: enquiryId, names, parentEmail: replaced, locale: enquiry.parentLocale }),
      sql`${guard} and not ${isUnmailedSql} and ${isCopiedSql(enquiryId, replaced)}`,
    ),
    ctx.db.delete(mailOutbox).where(sql`${isCopySql} and ${isUnmailedSql} and ${guard}`),
    ctx.db
      .update(enquiries)
      .set(parentColumns(ctx, user.id, email))
      .where(and(eq(enquiries.learnerId, user.id), eq(enquiries.parentEmail, replaced), guard)),
    ...(firstCopies.length === 0
      ? []
      : [queueMailsStatement(ctx, firstCopies, sql`${guard} and ${isCopiedSql(sql`key ->> 0`, email)}`)]),
  ]);
  if (hasRows(inserted)) return ok(null);
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  return (await findLock()) ?? refuse("not_found");
}

/** The copies of the first messages of the conversations with the replaced address, each with its enquiry as key. */
async function composeFirstCopies(
  ctx: Ctx,
  {
    learnerId,
    replaced,
    email,
    names,
  }: { learnerId: string; replaced: string; email: string; names: { learner: string } },
) {
  const isFirst = sql`${messages.id} = (select id from messages as first where first.enquiry_id = ${enquiries.id}
    and (first.author = 'learner' or not first.is_undelivered) order by first.created_ts, first.id limit 1)`;
  const found = await ctx.db
    .select({
      id: enquiries.id,
      side: messages.author,
      text: messages.text,
      listing: { id: listings.id, title: listings.title },
      teacher: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(enquiries)
    .innerJoin(messages, isFirst)
    .leftJoin(listings, eq(listings.id, enquiries.listingId))
    .leftJoin(users, eq(users.id, addressedTeacherSql))
    .where(and(eq(enquiries.learnerId, learnerId), eq(enquiries.parentEmail, replaced)))
    .orderBy(desc(enquiries.lastMessageTs))
    .limit(MAX_FIRST_COPIES);
  const locale = await findParentLocale(ctx, email, learnerId);
  return found.map(({ id, side, text, listing, teacher }) => ({
    key: [id],
    mail: composeParentCopy(ctx, {
      id,
      side,
      text,
      warning: findCopyWarning(side, text),
      listing,
      names: { learner: names.learner, teacher: formatSideName(ctx.t, "teacher", teacher) },
      parentEmail: email,
      locale,
    }),
  }));
}
