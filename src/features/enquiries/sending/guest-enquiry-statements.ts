import { sql } from "drizzle-orm";
import { hashLimitKey } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, hasHitsLeftSql, type LimitKey } from "@/db/rate-limits";
import { enquiries, messages } from "@/db/schema";
import type { ListingDetails } from "@/features/listings";
import type { GuestEnquiryInput } from "@/shared/schemas/enquiry";
import { ENQUIRY_LIMITS } from "./send-enquiry";

/** The enquiry of a form about one listing, and whether the same form stored it before. */
export type GuestEnquiryDraft = { id: string; listing: ListingDetails; isStored: boolean };

/** Limits of a network address, which many guests of a mobile carrier may share. */
const NETWORK_LIMITS = [defineLimit("guest_enquiries_hour"), defineLimit("guest_enquiries_day")];

/** Limits for the guest's mailbox, which is the sender, and wider ones for the network address. */
export const listGuestLimits = (ctx: Ctx, email: string): LimitKey[] => [
  ...ENQUIRY_LIMITS.map((limit) => [limit, hashLimitKey(ctx, email)] as const),
  ...NETWORK_LIMITS.map((limit) => [limit, hashLimitKey(ctx, ctx.network)] as const),
];

/**
 * The statements that save one enquiry within the limits. The first one returns its id. `teacherId` is that of an
 * enquiry whose sender is confirmed; without it, the enquiry waits for confirmation.
 */
export function newGuestEnquiryStatements(
  ctx: Ctx,
  {
    draft: { id, listing },
    messageId,
    input: { message, name, email },
    limits,
    teacherId,
  }: {
    draft: Pick<GuestEnquiryDraft, "id" | "listing">;
    messageId: string;
    input: GuestEnquiryInput;
    limits: readonly LimitKey[];
    teacherId?: string;
  },
): Statement[] {
  return [
    insertWhere(
      ctx.db,
      enquiries,
      {
        id,
        listingId: listing.id,
        guestName: name,
        guestEmail: email,
        guestLocale: ctx.locale,
        state: "new",
        createdTs: ctx.now,
        lastMessageTs: ctx.now,
        learnerReadTs: ctx.now,
        ...(teacherId === undefined ? {} : { teacherId, confirmedTs: ctx.now }),
      },
      // The account may have been deleted since it was read, and its listings with it.
      sql`exists (select 1 from listings where id = ${listing.id} and owner_id = ${listing.ownerId})
        and ${hasHitsLeftSql(limits, ctx.now)}`,
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
  ];
}
