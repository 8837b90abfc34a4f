import { sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { findRetryAfter } from "@/db/rate-limits";
import { hasRows } from "@/db/returned-rows";
import { messages } from "@/db/schema";
import { findListingOwnerContact } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import type { GuestEnquiryInput } from "@/shared/schemas/enquiry";
import { confirmEnquiry } from "../guests/confirm-enquiry";
import { createGuestToken } from "../guests/guest-token";
import { findEnquirySender } from "../queries";
import {
  type GuestEnquiryDraft,
  listGuestLimits,
  newGuestEnquiryStatements,
} from "./guest-enquiry-statements";
import { queueNewEnquiryStatements } from "./new-enquiry-statements";

/**
 * Saves a guest's enquiry and delivers it to the teacher in one batch, for a sender whose address is confirmed. Refuses
 * `not_found`, `forbidden` (`own_listing`) to the teacher's own mailbox, and `too_many`. A form sent twice is delivered
 * once.
 */
export async function deliverGuestEnquiry(
  ctx: Ctx,
  draft: GuestEnquiryDraft,
  input: GuestEnquiryInput,
): Promise<Result<{ id: string }>> {
  const { id, listing } = draft;
  const { email, name, message } = input;
  // It may wait for the confirmation that the address has now.
  if (draft.isStored) return confirmEnquiry(ctx, id, createGuestToken(ctx, { id, email }));
  const owner = await findListingOwnerContact(ctx, listing.id);
  if (!owner) return refuse("not_found");
  if (owner.email === email) return refuse("forbidden", { reason: "own_listing" });

  const limits = listGuestLimits(ctx, email);
  const messageId = ctx.newId();
  const [inserted] = await ctx.commit([
    ...newGuestEnquiryStatements(ctx, { draft, messageId, input, limits, teacherId: owner.userId }),
    ...queueNewEnquiryStatements(
      ctx,
      { id, owner, name, title: listing.title, message },
      sql`exists (select 1 from ${messages} where ${messages.id} = ${messageId})`,
    ),
  ]);
  if (hasRows(inserted)) {
    ctx.statistics.record([{ listingId: listing.id, kind: "enquiry" }]);
    return ok({ id });
  }
  // A concurrent request with the same form, as from a double click, may have been first.
  if (await findEnquirySender(ctx, id)) return ok({ id });
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  return retryAfter === null
    ? refuse("not_found")
    : refuse("too_many", { reason: "too_many_enquiries", retryAfter });
}
