import { createHash } from "node:crypto";
import { hashToId, newSecret } from "@/shared/ids";

/** Characters of one secret, 256 bits in base64url. */
const HALF = 43;
const FORM = new RegExp(`^[\\w-]{${2 * HALF}}$`);

/**
 * A refresh token is two secrets: one for the session's whole life, one that changes with every rotation. The first
 * gives the session's id, so an old token still finds its session, and its reuse can end it. The client sees one
 * opaque random value.
 */
export type RefreshToken = { value: string; hash: string; sessionId: string };

/** The first token of a new session. */
export const mintRefreshToken = (secret: () => string = newSecret): RefreshToken =>
  tokenOf(secret() + secret());

/** The next token of the same session. */
export const nextRefreshToken = (token: RefreshToken, secret: () => string = newSecret): RefreshToken =>
  tokenOf(token.value.slice(0, HALF) + secret());

/** Parses a cookie value; null if it can't be a refresh token. */
export const readRefreshToken = (value: string): RefreshToken | null =>
  FORM.test(value) ? tokenOf(value) : null;

/** Secrets are stored only as hashes. They are 256 random bits, so a plain SHA-256 is enough. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

function tokenOf(value: string): RefreshToken {
  const session = createHash("sha256").update(`session ${value.slice(0, HALF)}`);
  return { value, hash: hashSecret(value), sessionId: hashToId(session.digest()) };
}
