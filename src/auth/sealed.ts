import { createCipheriv, createDecipheriv } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
/** Bytes; drawn anew each time, as the algorithm demands. */
const IV_LENGTH = 12;

/** A text that only `open` with the same secret (32 bytes) reads. */
export function seal(secret: Uint8Array, text: string): string {
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = createCipheriv(ALGORITHM, secret, iv);
  const sealed = cipher.update(text, "utf8", "hex") + cipher.final("hex");
  return [hexOf(iv), sealed, hexOf(cipher.getAuthTag())].join(".");
}

/** What `seal` was given. @throws Error where the secret is another or the text was changed. */
export function open(secret: Uint8Array, text: string): string {
  const [iv = "", sealed = "", tag = ""] = text.split(".");
  const decipher = createDecipheriv(ALGORITHM, secret, bytesOf(iv));
  decipher.setAuthTag(bytesOf(tag));
  return decipher.update(sealed, "hex", "utf8") + decipher.final("utf8");
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
