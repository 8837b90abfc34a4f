import { sql } from "drizzle-orm";
import { requireUser } from "@/auth/access";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { enquiries, messages } from "@/db/schema";
import { findListingOwnerContact, findVisibleListing } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { ID_PATTERN } from "@/shared/ids";
import { messageSchema } from "@/shared/schemas/enquiry";
import { validate } from "@/shared/schemas/field-errors";
import { formatLearnerName } from "../names";
import { findEnquirySender } from "../queries";
import { queueNewEnquiryStatements } from "./new-enquiry-statements";

export type EnquiryInput = {
  message: unknown;
  /** An id from the form: the same form sent twice creates one enquiry. */
  submissionId?: string | undefined;
};

/** Limits of one sender over all teachers: per account, or per mailbox of a guest. */
export const ENQUIRY_LIMITS = [defineLimit("enquiries_hour"), defineLimit("enquiries_day")];

/**
 * Sends an enquiry to the teacher of a visible listing. The enquiry, its first message and the mail are saved in one
 * batch. Refuses `not_found`, `forbidden` (`own_listing`, `email_unverified`), `invalid`, `conflict` for a
 * `submissionId` of another sender or listing, and `too_many` past 5 an hour or 15 a day. A repeated form does not
 * count again.
 */
export async function sendEnquiry(
  ctx: Ctx,
  listingId: string,
  input: EnquiryInput,
): Promise<Result<{ id: string }>> {
  const user = requireUser(ctx);
  const listing = await findVisibleListing(ctx, listingId);
  if (!listing) return refuse("not_found");
  if (listing.ownerId === user.id) return refuse("forbidden", { reason: "own_listing" });
  if (!user.emailVerified) return refuse("forbidden", { reason: "email_unverified" });
  const checked = validate(messageSchema, { message: input.message });
  if (!checked.ok) return checked;
  const id = input.submissionId && ID_PATTERN.test(input.submissionId) ? input.submissionId : ctx.newId();
  const isOwn = (enquiry: { learnerId: string | null; listingId: string | null }) =>
    enquiry.learnerId === user.id && enquiry.listingId === listingId;
  const existing = await findEnquirySender(ctx, id);
  if (existing) return isOwn(existing) ? ok({ id }) : refuse("conflict");
  const owner = await findListingOwnerContact(ctx, listingId);
  if (!owner) return refuse("not_found");

  const limits = ENQUIRY_LIMITS.map((limit) => [limit, user.id] as const);
  const messageId = ctx.newId();
  const { message } = checked.value;
  const [inserted] = await ctx.commit([
    insertWhere(
      ctx.db,
      enquiries,
      {
        id,
        listingId,
        teacherId: listing.ownerId,
        learnerId: user.id,
        state: "new",
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      },
      // Either account may have been deleted since it was read.
      sql`exists (select 1 from listings where id = ${listingId})
        and exists (select 1 from users where id = ${user.id}) and ${hasHitsLeftSql(limits, ctx.now)}`,
    )
      .onConflictDoNothing()
      .returning({ id: enquiries.id }),
    insertWhere(
      ctx.db,
      messages,
      { id: messageId, enquiryId: id, author: "learner", text: message, createdTs: ctx.now },
      previousChanged,
    ),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    ...queueNewEnquiryStatements(
      ctx,
      { id, owner, name: formatLearnerName(user), title: listing.title, message },
      sql`exists (select 1 from ${messages} where ${messages.id} = ${messageId})`,
    ),
  ]);
  if (hasRows(inserted)) {
    ctx.statistics.record([{ listingId, kind: "enquiry" }]);
    return ok({ id });
  }
  // A concurrent request with the same form, as from a double click, was first.
  const concurrent = await findEnquirySender(ctx, id);
  if (concurrent && isOwn(concurrent)) return ok({ id });
  const retryAfter = concurrent ? null : await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("conflict")
    : refuse("too_many", { reason: "too_many_enquiries", retryAfter });
}
