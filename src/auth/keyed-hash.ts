import { createHmac } from "node:crypto";
import type { Ctx } from "@/context";

/**
 * A hash that nobody else can reckon, so that what is easily guessed (an address, an id) is not found by hashing all
 * there is. Its key is made of `JWT_SECRET` for one `use` alone. HMAC-SHA-256, twice: key, then text.
 */
export function keyedHash({ config }: Pick<Ctx, "config">, use: string, text: string): Buffer {
  const key = createHmac("sha256", config.JWT_SECRET).update(use).digest();
  return createHmac("sha256", key).update(text).digest();
}
