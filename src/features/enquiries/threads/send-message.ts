import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { hashLimitKey, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, messages } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { FULL_ANSWER_LENGTH, nextMessageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { findCopyWarning } from "../message-warning";
import {
  findParentLocale,
  isMessageStoredSql,
  nameParentStatement,
  queueParentCopyStatements,
} from "../parent-copies";
import {
  addressedTeacherSql,
  awaitsDecisionSql,
  type EnquiryView,
  findEnquiryForReader,
  hasMessage,
} from "../queries";
import { findParentError } from "../sending/find-parent-error";
import { isContactOfMinorHeld } from "../sending/is-contact-of-minor-held";
import { firstAnswerStatements } from "./first-answer-statements";
import { notifyStatements } from "./notify-statements";
import { refuseUnsafe } from "./refuse-unsafe";
import { awaitsReplySql, findUnansweredRefusal } from "./unanswered-limit";
import { fullAnswerStatements, nextTsSql, updateEnquiryStatement } from "./update-enquiry-statements";

/** Messages of one sender in existing conversations: more than people type, less than a script sends. */
export const MESSAGES_PER_HOUR = defineLimit("messages_hour");

/**
 * Adds a message to an enquiry and mails the other side. Guests are identified by the token of their link. The
 * teacher's first message answers the enquiry; `isTooShort` says that an answer does not count in the reply share.
 * A learner under 18 may name a parent, if none is named. With the `submissionId` of a form or call, the same text sent
 * twice creates one message. A message of a blocked sender is stored for the sender alone. Refuses `not_found` to all
 * other users, `invalid` (also with `contact_data_under_18`, from a teacher `contact_data_to_under_18` and
 * `unsafe_to_under_18`), `too_many`, and `conflict`: `account_erased` when the other side is erased, `recipient_closed`
 * while their account is closed, `enquiry_closed` to a learner whose enquiry the teacher marked as spam, `awaits_reply`
 * to a teacher who wrote several times to the author of a request without a reply, or after the author closed it, and
 * `awaits_decision` to a teacher while a danger to a learner under 18 was reported and the team has not decided.
 */
export async function sendMessage(
  ctx: Ctx,
  enquiryId: string,
  input: {
    message: unknown;
    confirmContact?: unknown;
    parentEmail?: unknown;
    token?: string;
    submissionId?: string | undefined;
  },
): Promise<Result<{ id: string; isTooShort: boolean }>> {
  const enquiry = await findEnquiryForReader(ctx, enquiryId, input.token);
  // An unconfirmed guest enquiry is not a conversation yet.
  if (!enquiry || enquiry.isUnconfirmed) return refuse("not_found");
  if (!enquiry.hasBothSides) return refuse("conflict", { reason: "account_erased" });
  if (enquiry.isOtherClosed) return refuse("conflict", { reason: "recipient_closed" });
  const checked = validate(nextMessageSchema, {
    message: input.message,
    confirm_contact: input.confirmContact,
    parent_email: input.parentEmail,
  });
  if (!checked.ok) return checked;
  const { parent_email: namedParent } = checked.value;
  const isMinorWriting = enquiry.side === "learner" && enquiry.isLearnerMinor;
  const wrongParent = findParentError(isMinorWriting ? ctx : { user: null, now: ctx.now }, namedParent);
  if (wrongParent) return wrongParent;
  const { side, isBlocked } = enquiry;
  if (side === "learner" && isContactOfMinorHeld(ctx, checked.value))
    return refuse("invalid", { reason: "contact_data_under_18" });
  const { message, confirm_contact: isConfirmed = false } = checked.value;
  const unsafe = await refuseUnsafe(ctx, enquiry, message, { isConfirmed });
  if (unsafe) return unsafe;
  const isTooShort = enquiry.isCounting && !isFullAnswer(message);
  // A changed text from an older page, or the id of another sender's form, makes another message.
  const id = input.submissionId
    ? hashToId(keyedHash(ctx, "message", JSON.stringify([input.submissionId, enquiryId, side, message])))
    : ctx.newId();
  const parentEmail = enquiry.parentEmail ?? namedParent;
  const isStored = async () => Boolean(input.submissionId) && (await hasMessage(ctx, id));
  if (await isStored()) return ok({ id, isTooShort });
  if (enquiry.awaitsDecision) return refuse("conflict", { reason: "awaits_decision" });
  const limits = [[MESSAGES_PER_HOUR, senderKey(ctx, enquiry)]] as const;
  const isAcceptedSql = sql`${acceptsMessageFromSql(enquiry)} and not ${awaitsReplySql(enquiry)}
    and not ${awaitsDecisionSql(enquiry)} and ${hasHitsLeftSql(limits, ctx.now)}`;
  // Of concurrent requests with the same form, only the first one tells the parent.
  const isNewSql = sql`exists (select 1 from ${enquiries} where ${isAcceptedSql}) and not ${isMessageStoredSql(id)}`;
  const toParent = [
    ...(namedParent === undefined ? [] : [nameParentStatement(ctx, enquiry, namedParent, isNewSql)]),
    // A blocked learner is not told, so the parent gets copies as before.
    ...(enquiry.isLearnerMinor && parentEmail && !(isBlocked && side === "teacher")
      ? queueParentCopyStatements(ctx, {
          id: enquiryId,
          isStoredSql: isNewSql,
          text: message,
          warning: findCopyWarning(side, message),
          listing: enquiry.listing,
          side,
          names: enquiry.names,
          parentEmail,
          locale:
            enquiry.parentEmail === null
              ? await findParentLocale(ctx, parentEmail, enquiry.learnerId)
              : enquiry.parentLocale,
        })
      : []),
  ];
  const results = await ctx.commit([
    ...toParent,
    insertWhere(
      ctx.db,
      messages,
      { id, enquiryId, author: side, text: message, createdTs: nextTsSql(ctx), isUndelivered: isBlocked },
      isAcceptedSql,
      enquiries,
    )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    updateEnquiryStatement(ctx, enquiry, previousChanged),
    ...(isBlocked ? [] : notifyStatements(ctx, enquiry, { id, text: message }, previousChanged)),
    ...(isFullAnswer(message) ? fullAnswerStatements(ctx, enquiry, isMessageStoredSql(id)) : []),
    ...firstAnswerStatements(ctx, enquiry),
  ]);
  if (hasRows(results[toParent.length])) return ok({ id, isTooShort });
  // A concurrent request with the same form, as from a double click, was first.
  if (await isStored()) return ok({ id, isTooShort });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  const current = await findEnquiryForReader(ctx, enquiryId, input.token);
  if (current && current.isBlocked !== isBlocked) return sendMessage(ctx, enquiryId, input);
  if (current?.awaitsDecision) return refuse("conflict", { reason: "awaits_decision" });
  // Any other message of a teacher can only fail because the other side was erased.
  const unanswered = await findUnansweredRefusal(ctx, enquiry);
  return (
    unanswered ?? refuse("conflict", { reason: side === "teacher" ? "account_erased" : "enquiry_closed" })
  );
}

/** The key of the sender's limit. */
export const senderKey = (ctx: Ctx, { side, teacherId, learnerId, guestEmail }: EnquiryView): string =>
  (side === "teacher" ? teacherId : learnerId) ?? hashLimitKey(ctx, guestEmail ?? "");

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

/** Whether a text counts in the reply share. Repeated spaces do not count. */
export const isFullAnswer = (message: string): boolean =>
  message.replace(/\s+/g, " ").length >= FULL_ANSWER_LENGTH;
