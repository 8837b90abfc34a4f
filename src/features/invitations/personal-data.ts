import { eq, or } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { invitations } from "@/db/schema";
import { closeInvitationsStatements } from "./close-invitations";

type AddressOwner = Pick<SignedInUser, "id" | "email" | "emailVerified">;

/**
 * The invitation that a user claimed, and the one of their address that waits for an answer, as JSON for their export. An
 * unverified address may be another person's.
 */
export async function exportInvitations({ db }: Ctx, { id, email, emailVerified }: AddressOwner) {
  const isOfAddress = emailVerified ? eq(invitations.email, email) : undefined;
  const rows = await db
    .select()
    .from(invitations)
    .where(or(eq(invitations.claimedUserId, id), isOfAddress));
  return rows.map((row) => exportRow(invitations, row, ["addressHash", "claimedUserId"]));
}

/** Ends the invitation of a user's address, as a refusal does. The one that the user claimed stays without the account. */
export const eraseOwnInvitationsStatements = (
  ctx: Ctx,
  { id, email, emailVerified }: AddressOwner,
): Statement[] => [
  ...(emailVerified ? closeInvitationsStatements(ctx, eq(invitations.email, email), "refused") : []),
  ctx.db.update(invitations).set({ claimedUserId: null }).where(eq(invitations.claimedUserId, id)),
];
