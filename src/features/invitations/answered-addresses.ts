import { createHmac, randomBytes } from "node:crypto";
import type { Ctx } from "@/context";

/**
 * The key in the bucket of files: apart from the hashes in the database and its backups, and not replaced with
 * `JWT_SECRET`, because an answer must hold.
 */
const KEY_OBJECT = "keys/answered-addresses.json";

/**
 * What is remembered of an address that answered an invitation, or whose invitation an admin deleted: a function that
 * computes its keyed hash (HMAC-SHA-256).
 */
export async function createAnsweredAddressHasher({ media }: Ctx): Promise<(email: string) => string> {
  let key = await media.readJson(KEY_OBJECT);
  if (key === null) {
    await media.putNew(KEY_OBJECT, JSON.stringify(randomBytes(32).toString("base64url")));
    // Another request may have stored its key first.
    key = await media.readJson(KEY_OBJECT);
  }
  return (email) => createHmac("sha256", String(key)).update(email).digest("base64url");
}

/** The columns of an invitation that ended, without what it said: only the hash of its address stays. */
export async function closedInvitationColumns(ctx: Ctx, email: string) {
  const toHash = await createAnsweredAddressHasher(ctx);
  return { email: null, draft: null, source: null, answeredHash: toHash(email), closedTs: ctx.now };
}
