import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx, SignedInUser } from "@/context";
import { auditEventStatement, auditSubject } from "@/db/audit";
import { hasAccountSql, previousChanged } from "@/db/guard";
import { hasOpenDangerBetweenSql } from "@/db/has-open-danger-sql";
import { findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, listings, messages, requests, users } from "@/db/schema";
import {
  ANSWER_LIMIT,
  closedRequestColumns,
  findUnsafeReason,
  reportRefusedText,
  requestAnswerStatements,
} from "@/features/enquiries";
import { removeContactText } from "@/shared/contact-data";
import { isMinor } from "@/shared/dates";
import { invalid, ok, type Result, refuse } from "@/shared/errors";
import { formatRequest } from "@/shared/format-request";
import { paths } from "@/shared/paths";
import { MAX_ANSWERS, REQUEST_OPEN_MS } from "@/shared/request-limits";
import { FULL_ANSWER_LENGTH, messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { toSlug } from "@/shared/text";
import { findRequest, fitsTeacherSql, isFittingListingSql, isOpenSql, listFittingListings } from "../queries";

/** The same text to this many requests is refused at the last of them. */
const SAME_ANSWERS = 10;
/** The teacher's newest answers that a text is compared with. */
const COMPARED_ANSWERS = 100;

/**
 * Answers a request as a teacher whom it fits, with a listing of theirs that fits: an enquiry whose first message is the
 * answer. The fifth answer closes the request. The same answer sent twice makes one. Refuses `not_found` to all whom the
 * request does not fit, `forbidden` (`email_unverified`, `listing_suspended`), `invalid` (also `short_answer` below 20
 * characters, `repeated_answer` for a text that went to nine others, `contact_data_to_under_18` and `unsafe_to_under_18`),
 * `conflict`: `request_answered` for a second answer, `request_full` after five, `request_closed`, and `too_many` past the
 * limit of messages.
 */
export async function answerRequest(
  ctx: Ctx,
  requestId: string,
  input: { listingId: unknown; message: unknown; confirmContact?: unknown },
): Promise<Result<{ enquiryId: string }>> {
  const teacher = requireUser(ctx);
  const found = await findRequest(ctx, requestId);
  if (found?.role !== "teacher") return refuse("not_found");
  if (!teacher.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validate(messageSchema, { message: input.message, confirm_contact: input.confirmContact });
  if (!checked.ok) return checked;
  const { message, confirm_contact: isConfirmed = false } = checked.value;
  if (removeContactText(message).length < FULL_ANSWER_LENGTH)
    return invalid([{ field: "message", code: "short_answer", params: { min: FULL_ANSWER_LENGTH } }]);
  const fitting = await listFittingListings(ctx, requestId, teacher.id);
  const listing = fitting.find(({ id }) => id === input.listingId);
  if (!listing) return invalid([{ field: "listing_id", code: "invalid_choice" }]);
  const answers = await selectAnswerTexts(ctx, teacher.id);
  const refused = await findAnswerRefusal(ctx, requestId, teacher, message, answers);
  if (refused) return refused;

  const [learner] = await ctx.db
    .select({ id: users.id, email: users.email, locale: users.locale, birthDate: users.birthDate })
    .from(users)
    .where(eq(users.id, found.request.userId));
  if (!learner) return refuse("not_found");
  const unsafe = isMinor(learner.birthDate, ctx.now) ? findUnsafeReason(message, { isConfirmed }) : null;
  if (unsafe === "unsafe_to_under_18")
    await reportRefusedText(ctx, { source: requestId, listingId: listing.id, text: message });
  if (unsafe) return refuse("invalid", { reason: unsafe });
  const id = ctx.newId();
  const isStoredSql = sql`exists (select 1 from ${enquiries} where ${enquiries.id} = ${id})`;
  const isLastSql = sql`${requests.answerCount} + 1 >= ${MAX_ANSWERS}`;
  const closed = closedRequestColumns(ctx, "answers");
  const [inserted] = await ctx.commit([
    ...requestAnswerStatements(
      ctx,
      {
        id,
        listing,
        teacher,
        learner,
        message,
        request: {
          line: formatRequest(ctx.translator(learner.locale), found.request),
          path: paths.mailedRequest(requestId),
        },
      },
      sql`${requests.id} = ${requestId} and ${acceptsAnswerSql(ctx, teacher, listing.id)}
        and ${isNewTextSql(ctx, teacher.id, [message, ...listSameTexts(answers, message)])}`,
    ),
    ctx.db
      .update(requests)
      .set({
        answerCount: sql`${requests.answerCount} + 1`,
        state: sql`iif(${isLastSql}, 'closed', ${requests.state})`,
        closeReason: sql`iif(${isLastSql}, ${closed.closeReason}, null)`,
        closedTs: sql`iif(${isLastSql}, ${closed.closedTs}, null)`,
        notifiedPosition: sql`iif(${isLastSql}, null, ${requests.notifiedPosition})`,
        version: closed.version,
      })
      .where(and(eq(requests.id, requestId), isStoredSql)),
    auditEventStatement(
      ctx,
      { action: "request.answered", subject: auditSubject("request", requestId), detail: { enquiry: id } },
      previousChanged,
    ),
  ]);
  if (hasRows(inserted)) return ok({ enquiryId: id });
  // Another request was first: a double click, the fifth answer, the same text elsewhere, or the author.
  const current = await selectAnswerTexts(ctx, teacher.id);
  return (
    (await findAnswerRefusal(ctx, requestId, teacher, message, current)) ??
    refuse("conflict", { reason: "request_closed" })
  );
}

/** Guard on a row of `requests`: it is open, and the teacher may answer it with the listing. */
const acceptsAnswerSql = (ctx: Ctx, { id }: SignedInUser, listingId: string): SQL => sql`
  ${isOpenSql(ctx.now)} and ${requests.answerCount} < ${MAX_ANSWERS}
  and ${fitsTeacherSql(ctx.now, sql`${id}`)}
  and exists (select 1 from ${listings} inner join ${users} on ${users.id} = ${listings.ownerId}
    where ${listings.id} = ${listingId} and ${listings.ownerId} = ${id} and ${isFittingListingSql(ctx.now)})
  and ${hasAccountSql(eq(users.id, id), isNotNull(users.emailVerifiedTs))}
  and not ${hasSuspendedListingSql(id)} and not ${hasOpenDangerBetweenSql(id, requests.userId)}
  and not exists (select 1 from ${enquiries} where ${enquiries.requestId} = ${requests.id}
    and ${enquiries.teacherId} = ${id})
  and ${hasHitsLeftSql([[ANSWER_LIMIT, id]], ctx.now)}`;

/** A suspension stays open if the owner deletes the listing, until its content is erased. */
const hasSuspendedListingSql = (ownerId: string): SQL =>
  sql`exists (select 1 from listings suspended where suspended.owner_id = ${ownerId}
    and suspended.suspended_from is not null and suspended.erased_ts is null)`;

/** Guard: fewer than `SAME_ANSWERS` answers with this one, also with those of parallel requests. `texts`: its spellings. */
const isNewTextSql = (ctx: Ctx, teacherId: string, texts: readonly string[]): SQL =>
  sql`(select count(*) from ${selectAnswerTexts(ctx, teacherId).as("answers")}
    where text in (select value from json_each(${JSON.stringify(texts)}))) < ${SAME_ANSWERS - 1}`;

/** Why the teacher can't answer now; success for the same answer again; null if nothing is known against it. */
async function findAnswerRefusal(
  ctx: Ctx,
  requestId: string,
  teacher: SignedInUser,
  message: string,
  answers: readonly AnswerText[],
): Promise<Result<{ enquiryId: string }> | null> {
  const found = await findRequest(ctx, requestId);
  if (found?.role !== "teacher") return refuse("not_found");
  const { request, enquiryId } = found;
  if (enquiryId !== null) {
    const isSame = answers.some((answer) => answer.enquiryId === enquiryId && answer.text === message);
    return isSame ? ok({ enquiryId }) : refuse("conflict", { reason: "request_answered" });
  }
  if (request.answerCount >= MAX_ANSWERS) return refuse("conflict", { reason: "request_full" });
  const isOver = ctx.now >= (request.openedTs ?? 0) + REQUEST_OPEN_MS;
  if (request.state !== "open" || isOver) return refuse("conflict", { reason: "request_closed" });
  const { isSuspended } = await ctx.db.get<{ isSuspended: number }>(
    sql`select ${hasSuspendedListingSql(teacher.id)} as isSuspended`,
  );
  if (isSuspended) return refuse("forbidden", { reason: "listing_suspended" });
  const [awaiting] = await ctx.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.id, requestId), hasOpenDangerBetweenSql(teacher.id, requests.userId)));
  if (awaiting) return refuse("conflict", { reason: "awaits_decision" });
  if (listSameTexts(answers, message).length >= SAME_ANSWERS - 1)
    return invalid([{ field: "message", code: "repeated_answer", params: { max: SAME_ANSWERS } }]);
  const retryAfter = await findRetryAfter(ctx.db, [[ANSWER_LIMIT, teacher.id]], ctx.now);
  return retryAfter === null ? null : refuse("too_many", { retryAfter });
}

/** The texts of answers that are the same as a message. */
function listSameTexts(answers: readonly AnswerText[], message: string): string[] {
  const normalised = normaliseAnswer(message);
  return answers.map(({ text }) => text).filter((text) => normaliseAnswer(text) === normalised);
}

/** A text without case, marks and punctuation; as it is if it has other letters only. */
const normaliseAnswer = (text: string): string => toSlug(text) || text;

/** A query of the texts of a teacher's newest answers to requests. */
const selectAnswerTexts = ({ db }: Ctx, teacherId: string) =>
  db
    .select({ enquiryId: enquiries.id, text: messages.text })
    .from(enquiries)
    .innerJoin(
      messages,
      and(
        eq(messages.enquiryId, enquiries.id),
        eq(messages.createdTs, enquiries.createdTs),
        eq(messages.author, "teacher"),
      ),
    )
    .where(and(eq(enquiries.teacherId, teacherId), isNotNull(enquiries.requestId)))
    .orderBy(desc(enquiries.createdTs))
    .limit(COMPARED_ANSWERS);

type AnswerText = Awaited<ReturnType<typeof selectAnswerTexts>>[number];
