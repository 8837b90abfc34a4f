import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ctx } from "@/context";

/**
 * A hash that only the holder of `JWT_SECRET` can compute. Guessable inputs (an address, an id) can't be found by
 * trial. HMAC-SHA-256, twice: the first derives a key for this `use`, the second hashes the parts in order.
 */
export function keyedHash(
  { config }: Pick<Ctx, "config">,
  use: string,
  ...parts: (string | Uint8Array)[]
): Buffer {
  const hash = createHmac("sha256", createHmac("sha256", config.JWT_SECRET).update(use).digest());
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Whether a sent token is the expected one. Its time does not depend on where the two differ. */
export function isSameToken(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A rate limit key that contains personal data. It is hashed, because counters outlive accounts. */
export const hashLimitKey = (ctx: Pick<Ctx, "config">, ...parts: string[]): string =>
  keyedHash(ctx, "limits", parts.join("\n")).toString("hex");
