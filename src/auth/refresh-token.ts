import { createHash } from "node:crypto";
import { idOfHash, newSecret } from "@/shared/ids";

/** Characters of one secret, 256 bits in base64url. */
const HALF = 43;
const FORM = new RegExp(`^[\\w-]{${2 * HALF}}$`);

/**
 * A refresh token is two secrets: one that stays for the session's life and one that changes with every rotation.
 * The first finds the session (whose id is derived from it), so a value that was rotated away long ago is still
 * known as one of that session's, and its reuse can end it. To its bearer it is one opaque random value.
 */
export type RefreshToken = { value: string; hash: string; sessionId: string };

/** The first token of a new session. */
export const mintRefreshToken = (secret: () => string = newSecret): RefreshToken =>
  tokenOf(secret() + secret());

/** The token that follows this one in its session. */
export const nextRefreshToken = (token: RefreshToken, secret: () => string = newSecret): RefreshToken =>
  tokenOf(token.value.slice(0, HALF) + secret());

/** What a cookie holds, as a token; null for what can't be one. */
export const readRefreshToken = (value: string): RefreshToken | null =>
  FORM.test(value) ? tokenOf(value) : null;

/** Secrets at rest only as hashes. They are 256 random bits, so a plain SHA-256 is enough. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

function tokenOf(value: string): RefreshToken {
  const session = createHash("sha256").update(`session ${value.slice(0, HALF)}`);
  return { value, hash: hashSecret(value), sessionId: idOfHash(session.digest()) };
}
