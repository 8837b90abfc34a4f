import { and, isNotNull, sql } from "drizzle-orm";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { enquiries } from "@/db/schema";
import { formatLinkToken, type LinkedEnquiry } from "../guests/link-tokens";

/**
 * The token that the page after sending gives to the sender, who has not proved the mailbox. It mails the link again,
 * corrects the address of the unconfirmed enquiry, or deletes the enquiry. It neither confirms nor opens the conversation.
 */
const createSenderToken = (ctx: Ctx, id: string): string =>
  keyedHash(ctx, "sender of guest enquiry", id).toString("base64url");

/** The sender tokens of the enquiries of one form. */
export const listSenderTokens = (ctx: Ctx, sent: readonly { id: string }[]): string[] =>
  sent.map(({ id }) => formatLinkToken({ id, token: createSenderToken(ctx, id) }));

/** A guest's enquiry as its sender may see it before the address is proved. */
export type PendingEnquiry = Awaited<ReturnType<typeof findPendingEnquiries>>[number];

/** The guest enquiries of valid sender tokens, in their order, confirmed ones included. */
export async function findPendingEnquiries(ctx: Ctx, links: readonly LinkedEnquiry[]) {
  const ids = links
    .filter(({ id, token }) => isSameToken(token, createSenderToken(ctx, id)))
    .map(({ id }) => id);
  const rows = await ctx.db
    .select({
      id: enquiries.id,
      listingId: enquiries.listingId,
      name: enquiries.guestName,
      email: enquiries.guestEmail,
      locale: enquiries.guestLocale,
      createdTs: enquiries.createdTs,
      confirmedTs: enquiries.confirmedTs,
      learnerWho: enquiries.learnerWho,
      learnerGrade: enquiries.learnerGrade,
      parentEmail: enquiries.parentEmail,
    })
    .from(enquiries)
    .where(
      and(
        sql`${enquiries.id} in (select value from json_each(${JSON.stringify(ids)}))`,
        isNotNull(enquiries.guestEmail),
      ),
    );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rowById.get(id);
    const email = row?.email ?? null;
    return row && email !== null ? [{ ...row, email }] : [];
  });
}
