import { createHmac } from "node:crypto";
import type { Ctx } from "@/context";

/**
 * A hash that nobody else can reckon, so that what is easily guessed (an address, an id) is not found by hashing all
 * there is. Its key is made of `JWT_SECRET` for one `use` alone. HMAC-SHA-256, twice: key, then the parts one
 * after the other.
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
