import { timingSafeEqual } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { DAY_MS } from "@/shared/dates";

/** How long (ms) further messages from the same browser and address need no confirmation. */
const ADDRESS_PROOF_MS = DAY_MS;

/**
 * The value of the cookie that a browser gets when it confirms a mailed link: the time, and a signature of the time and
 * the address. It does not contain the address.
 */
export const createAddressProof = (
  ctx: Pick<Ctx, "config">,
  { email, confirmedTs }: { email: string; confirmedTs: number },
): string => `${confirmedTs}.${sign(ctx, String(confirmedTs), email)}`;

/** The cookie for a browser that confirmed a mailed link; null once the confirmation is a day old. `maxAge` in seconds. */
export function issueAddressProof(
  ctx: Pick<Ctx, "config" | "now">,
  { guestEmail: email, confirmedTs }: { guestEmail: string; confirmedTs: number | null },
): { value: string; maxAge: number } | null {
  const ts = confirmedTs ?? ctx.now;
  const maxAge = Math.floor((ts + ADDRESS_PROOF_MS - ctx.now) / 1000);
  return maxAge > 0 ? { value: createAddressProof(ctx, { email, confirmedTs: ts }), maxAge } : null;
}

/** Whether the cookie's value proves this address at `ctx.now`. */
export function isAddressProof(ctx: Pick<Ctx, "config" | "now">, proof: string, email: string): boolean {
  const [time = "", signature = ""] = proof.split(".");
  const age = ctx.now - Number(time);
  if (!(age >= 0 && age < ADDRESS_PROOF_MS)) return false;
  const expected = Buffer.from(sign(ctx, time, email));
  const actual = Buffer.from(signature);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Whether the address needs no confirmation in this browser. The address of a disabled account always needs one. */
export async function isConfirmedSender(ctx: Ctx, proof: string, email: string): Promise<boolean> {
  if (!isAddressProof(ctx, proof, email)) return false;
  const disabled = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNotNull(users.disabledTs)))
    .limit(1);
  return disabled.length === 0;
}

const sign = (ctx: Pick<Ctx, "config">, time: string, email: string): string =>
  keyedHash(ctx, "confirmed address", JSON.stringify([time, email])).toString("base64url");
