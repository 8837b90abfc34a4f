import { and, asc, eq, isNull } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { enquiries, messages } from "@/db/schema";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { loadRecipients } from "../load-recipients";

/** A message that its guest can confirm by the token. */
export type WaitingMessage = { id: string; token: string; teacher: string; text: string };

/** The unconfirmed messages from a proven address to teachers who can still get them, oldest first. */
export async function listWaitingMessages(ctx: Ctx, email: string): Promise<WaitingMessage[]> {
  const rows = await ctx.db
    .select({ id: enquiries.id, listingId: enquiries.listingId, text: messages.text })
    .from(enquiries)
    .innerJoin(messages, eq(messages.enquiryId, enquiries.id))
    .where(and(eq(enquiries.guestEmail, email), isNull(enquiries.confirmedTs)))
    .orderBy(asc(enquiries.createdTs))
    .limit(MAX_RECIPIENTS);
  if (rows.length === 0) return [];
  const recipients = await loadRecipients(
    ctx,
    rows.map(({ listingId }) => listingId ?? ""),
  );
  return rows.flatMap(({ id, text }, index) => {
    const recipient = recipients[index];
    return recipient?.status === "open"
      ? [{ id, token: createGuestToken(ctx, { id, email }), teacher: recipient.teacher, text }]
      : [];
  });
}
