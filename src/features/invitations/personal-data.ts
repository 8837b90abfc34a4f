import { eq } from "drizzle-orm";
import type { Ctx, SignedInUser } from "@/context";
import type { Statement } from "@/db/client";
import { exportRow } from "@/db/export-row";
import { invitations } from "@/db/schema";
import { closeInvitationsStatements } from "./close-invitations";

type AddressOwner = Pick<SignedInUser, "email" | "emailVerified">;

/**
 * The invitation of a user's address that waits for an answer, as JSON for their export. An unverified address may be
 * another person's.
 */
export async function exportInvitations({ db }: Ctx, { email, emailVerified }: AddressOwner) {
  if (!emailVerified) return [];
  const rows = await db.select().from(invitations).where(eq(invitations.email, email));
  return rows.map((row) => exportRow(invitations, row, ["addressHash"]));
}

/** Ends the invitation of a user's address, as a refusal does. One that the user claimed holds no data any more. */
export const eraseOwnInvitationsStatements = (
  ctx: Ctx,
  { email, emailVerified }: AddressOwner,
): Statement[] =>
  emailVerified ? closeInvitationsStatements(ctx, eq(invitations.email, email), "refused") : [];
