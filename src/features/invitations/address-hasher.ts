import { createHmac, randomBytes } from "node:crypto";
import type { Ctx } from "@/context";

/**
 * The key in the bucket of files: apart from the hashes in the database and its backups, and not replaced with
 * `JWT_SECRET`, because no address may be invited twice.
 */
const KEY_OBJECT = "keys/invited-addresses.json";

/** Domains of Gmail, where points in the name do not count. */
const GMAIL = /@(gmail|googlemail)\.com$/;

/**
 * The mailbox of an address in lower case, without a tag after "+": `ana.pop+lectii@gmail.com` reaches the person who
 * refused as `anapop@gmail.com`. A provider that gives the two to different people costs one of them an invitation.
 */
export function toMailbox(email: string): string {
  const mailbox = email.replace(/(?<=[^@])\+[^@]*(?=@)/, "");
  return GMAIL.test(mailbox) ? `${mailbox.replace(GMAIL, "").replaceAll(".", "")}@gmail.com` : mailbox;
}

/**
 * A function that computes what an invitation keeps of its address for good: a keyed hash (HMAC-SHA-256) of the mailbox.
 */
export async function createAddressHasher({ media }: Ctx): Promise<(email: string) => string> {
  let key = await media.readJson(KEY_OBJECT);
  if (key === null) {
    await media.putNew(KEY_OBJECT, JSON.stringify(randomBytes(32).toString("base64url")));
    // Another request may have stored its key first.
    key = await media.readJson(KEY_OBJECT);
  }
  return (email) => createHmac("sha256", String(key)).update(toMailbox(email)).digest("base64url");
}
