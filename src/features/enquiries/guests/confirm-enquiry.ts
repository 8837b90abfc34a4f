import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { enquiries } from "@/db/schema";
import { findListingOwnerContact, findVisibleListing } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { findGuestEnquiry, messagesOf } from "../queries";
import { newEnquiryMail } from "../sending/new-enquiry-mail";

/** Unknown and expired links get the same refusal, so an answer reveals nothing about a link. */
export const invalidLink = () => refuse("malformed", { reason: "invalid_token" });

/**
 * Hands a guest's enquiry over to its teacher, by the token of the mailed link: from now on it counts as any other. Done
 * twice it is done once. Refuses `malformed` (`invalid_token`), `gone` (`listing_gone`) when the listing can't be written
 * to any more, and `forbidden` (`own_listing`) to the teacher's own mailbox.
 */
export async function confirmEnquiry(ctx: Ctx, id: string, token: string): Promise<Result<{ id: string }>> {
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return invalidLink();
  if (!enquiry.unconfirmed) return ok({ id });
  const listing = enquiry.listing && (await findVisibleListing(ctx, enquiry.listing.id));
  const owner = listing && (await findListingOwnerContact(ctx, listing.id));
  if (!listing || !owner) return refuse("gone", { reason: "listing_gone" });
  if (owner.email === enquiry.guestEmail) return refuse("forbidden", { reason: "own_listing" });

  const [message] = await messagesOf(ctx, id);
  const [confirmed] = await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({
        teacherId: owner.userId,
        confirmedTs: ctx.now,
        // It reaches the teacher now: answering in time begins to count.
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      })
      .where(
        and(
          eq(enquiries.id, id),
          isNotNull(enquiries.guestEmail),
          isNull(enquiries.confirmedTs),
          // The account may have been deleted since it was read.
          sql`exists (select 1 from listings where id = ${listing.id} and owner_id = ${owner.userId})`,
        ),
      )
      .returning({ id: enquiries.id }),
    newEnquiryMail(
      ctx,
      { id, owner, name: enquiry.names.learner, title: listing.title, message: message?.text ?? "" },
      previousChanged,
    ),
  ]);
  if ((confirmed as unknown[]).length > 0) ctx.statistics.note([{ listingId: listing.id, kind: "enquiry" }]);
  return ok({ id });
}
