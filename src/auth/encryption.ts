import { createCipheriv, createDecipheriv } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
/** Bytes; random for each message, as AES-GCM requires. */
const IV_LENGTH = 12;

/** Encrypts a text; only `decrypt` with the same 32-byte secret can read it. */
export function encrypt(secret: Uint8Array, text: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = createCipheriv(ALGORITHM, secret, iv);
  const sealed = cipher.update(text, "utf8", "hex") + cipher.final("hex");
  return [iv.toHex(), sealed, cipher.getAuthTag().toString("hex")].join(".");
}

/** Decrypts what `encrypt` returned. @throws Error if the secret differs or the text was changed. */
export function decrypt(secret: Uint8Array, text: string): string {
  const [iv = "", sealed = "", tag = ""] = text.split(".");
  const decipher = createDecipheriv(ALGORITHM, secret, Uint8Array.fromHex(iv));
  decipher.setAuthTag(Uint8Array.fromHex(tag));
  return decipher.update(sealed, "hex", "utf8") + decipher.final("utf8");
}
