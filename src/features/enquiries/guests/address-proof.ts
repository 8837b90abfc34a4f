import { and, eq, isNotNull } from "drizzle-orm";
import { isSameToken, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";
import type { GuestContact } from "@/shared/guest-contact";

// The proof of an address is the value of a cookie that a browser gets when it confirms a mailed link: the time, and a
// signature of the time and the address. It does not contain the address.

/** How long (ms) further messages from the same browser and address need no confirmation. */
const ADDRESS_PROOF_MS = DAY_MS;

/** `confirmedTs` (ms) is the time of the confirmation. */
export const createAddressProof = (ctx: Pick<Ctx, "config">, email: string, confirmedTs: number): string =>
  `${confirmedTs}.${keyedHash(ctx, "confirmed address", JSON.stringify([String(confirmedTs), email])).toString("base64url")}`;

/** Whether the cookie's value proves this address at `ctx.now`. */
export function isAddressProof(ctx: Ctx, proof: string, email: string): boolean {
  const confirmedTs = Number(proof.split(".")[0]);
  const age = ctx.now - confirmedTs;
  return (
    age >= 0 && age < ADDRESS_PROOF_MS && isSameToken(proof, createAddressProof(ctx, email, confirmedTs))
  );
}

/**
 * The cookie for a browser that confirmed a mailed link; null once the confirmation is a day old. `maxAge` in seconds.
 */
export function issueAddressProof(
  ctx: Ctx,
  { guestEmail, confirmedTs }: { guestEmail: string; confirmedTs: number | null },
): { value: string; maxAge: number } | null {
  const ts = confirmedTs ?? ctx.now;
  const maxAge = Math.floor((ts + ADDRESS_PROOF_MS - ctx.now) / 1000);
  return maxAge > 0 ? { value: createAddressProof(ctx, guestEmail, ts), maxAge } : null;
}

/** What a browser keeps of a guest (`getGuestCookies`). */
export type GuestCookies = { contact: GuestContact | null; addressProof: string };

/** The remembered address of a visitor without an account, if this browser proved it; null otherwise. */
export const findProvenAddress = (ctx: Ctx, { contact, addressProof }: GuestCookies): string | null =>
  !ctx.user && contact && isAddressProof(ctx, addressProof, contact.email) ? contact.email : null;

/** Whether the address needs no confirmation in this browser. The address of a disabled account always needs one. */
export async function isConfirmedSender(ctx: Ctx, proof: string, email: string): Promise<boolean> {
  if (!isAddressProof(ctx, proof, email)) return false;
  return (await ctx.db.$count(users, and(eq(users.email, email), isNotNull(users.disabledTs)))) === 0;
}
