import { and, eq, isNull, sql } from "drizzle-orm";
import { refuseInvalidLink } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { enquiries, messages } from "@/db/schema";
import { findListingOwnerContact, findVisibleListing } from "@/features/listings";
import { ok, type Result, refuse } from "@/shared/errors";
import { toLearner } from "@/shared/format-learner";
import { deliveryColumns, isUndeliveredSql } from "../blocks";
import { queueNewEnquiryStatements, type SavedEnquiry } from "../new-enquiry-statements";
import { findGuestEnquiry, listMessages } from "../queries";

/**
 * Delivers a guest's enquiry to the teacher, by the token of the mailed link, with the `edited` text if there is one. A
 * repeated confirmation changes nothing. Refuses `malformed` (`invalid_token`), `gone` (`listing_gone`) if the listing
 * is no longer visible, and `forbidden` (`own_listing`) to the teacher's own mailbox.
 */
export async function confirmEnquiry(
  ctx: Ctx,
  id: string,
  token: string,
  edited?: string,
): Promise<Result<{ id: string }>> {
  const enquiry = await findGuestEnquiry(ctx, id, token);
  if (!enquiry) return refuseInvalidLink();
  if (!enquiry.isUnconfirmed) return ok({ id });
  const listing = enquiry.listing && (await findVisibleListing(ctx, enquiry.listing.id));
  const owner = listing && (await findListingOwnerContact(ctx, listing.id));
  if (!listing || !owner) return refuse("gone", { reason: "listing_gone" });
  if (owner.email === enquiry.guestEmail) return refuse("forbidden", { reason: "own_listing" });

  const [message] = await listMessages(ctx, enquiry);
  const [confirmed] = await ctx.commit([
    ctx.db
      .update(enquiries)
      .set({
        ...deliveryColumns(ctx, owner, enquiry.guestEmail),
        confirmedTs: ctx.now,
        // The reply time counts from now, when the teacher receives the enquiry.
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
      })
      .where(
        and(
          eq(enquiries.id, id),
          // The token proves this address. The sender may have corrected it since it was read.
          eq(enquiries.guestEmail, enquiry.guestEmail),
          isNull(enquiries.confirmedTs),
          // The account may have been deleted since it was read.
          sql`exists (select 1 from listings where id = ${listing.id} and owner_id = ${owner.userId})`,
        ),
      )
      .returning({ blockedTs: enquiries.teacherBlockedTs }),
    ctx.db
      .update(messages)
      .set({ isUndelivered: isUndeliveredSql(id), ...(edited === undefined ? {} : { text: edited }) })
      .where(and(eq(messages.enquiryId, id), previousChanged)),
    ...queueNewEnquiryStatements(
      ctx,
      {
        id,
        owner,
        name: enquiry.names.learner,
        title: listing.title,
        message: edited ?? message?.text ?? "",
        learner: toLearner(enquiry),
      },
      sql`${previousChanged} and not ${isUndeliveredSql(id)}`,
    ),
  ]);
  const [saved] = confirmed as SavedEnquiry[];
  if (saved) {
    if (saved.blockedTs === null) ctx.statistics.record([{ listingId: listing.id, kind: "enquiry" }]);
    return ok({ id });
  }
  // A concurrent request was first: it confirmed the enquiry too, corrected its address, or deleted the account.
  const current = await findGuestEnquiry(ctx, id, token);
  if (!current) return refuseInvalidLink();
  return current.isUnconfirmed ? refuse("gone", { reason: "listing_gone" }) : ok({ id });
}
