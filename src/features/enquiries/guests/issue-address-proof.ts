import type { Ctx } from "@/context";
import { ADDRESS_PROOF_MS, signAddressProof } from "./address-proof";

/**
 * The value of the cookie that a browser gets when it confirms a mailed link: the time, and a signature of the time and
 * the address. It does not contain the address.
 */
export const createAddressProof = (
  ctx: Pick<Ctx, "config">,
  { email, confirmedTs }: { email: string; confirmedTs: number },
): string => `${confirmedTs}.${signAddressProof(ctx, String(confirmedTs), email)}`;

/**
 * The cookie for a browser that confirmed a mailed link; null once the confirmation is a day old. `maxAge` in seconds.
 */
export function issueAddressProof(
  ctx: Pick<Ctx, "config" | "now">,
  { guestEmail: email, confirmedTs }: { guestEmail: string; confirmedTs: number | null },
): { value: string; maxAge: number } | null {
  const ts = confirmedTs ?? ctx.now;
  const maxAge = Math.floor((ts + ADDRESS_PROOF_MS - ctx.now) / 1000);
  return maxAge > 0 ? { value: createAddressProof(ctx, { email, confirmedTs: ts }), maxAge } : null;
}
