import { createCipheriv, createDecipheriv } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
/** Bytes; drawn anew each time, as the algorithm demands. */
const IV_LENGTH = 12;

/** A text that only `open` with the same secret (32 bytes) reads. */
export function seal(secret: Uint8Array, text: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = createCipheriv(ALGORITHM, secret, iv);
  const sealed = cipher.update(text, "utf8", "hex") + cipher.final("hex");
  return [iv.toHex(), sealed, cipher.getAuthTag().toString("hex")].join(".");
}

/** What `seal` was given. @throws Error where the secret is another or the text was changed. */
export function open(secret: Uint8Array, text: string): string {
  const [iv = "", sealed = "", tag = ""] = text.split(".");
  const decipher = createDecipheriv(ALGORITHM, secret, Uint8Array.fromHex(iv));
  decipher.setAuthTag(Uint8Array.fromHex(tag));
  return decipher.update(sealed, "hex", "utf8") + decipher.final("utf8");
}
