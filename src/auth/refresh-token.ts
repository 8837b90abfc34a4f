import { createHash } from "node:crypto";
import { hashToId, newSecret } from "@/shared/ids";

/** Characters of one secret, 256 bits in base64url. */
const SECRET_LENGTH = 43;
const TOKEN_PATTERN = new RegExp(`^[\\w-]{${2 * SECRET_LENGTH}}$`);

/**
 * A refresh token is two secrets: one for the session's whole life, one that changes with every rotation. The first
 * gives the session's id, so an old token still finds its session, and its reuse can end it. The client sees one
 * opaque random value.
 */
export type RefreshToken = { value: string; hash: string; sessionId: string };

/** The first token of a new session. */
export const createRefreshToken = (secret: () => string = newSecret): RefreshToken =>
  toRefreshToken(secret() + secret());

/** The next token of the same session. */
export const createNextRefreshToken = (token: RefreshToken, secret: () => string = newSecret): RefreshToken =>
  toRefreshToken(token.value.slice(0, SECRET_LENGTH) + secret());

/** Parses a cookie value; null if it can't be a refresh token. */
export const parseRefreshToken = (value: string): RefreshToken | null =>
  TOKEN_PATTERN.test(value) ? toRefreshToken(value) : null;

/** Secrets are stored only as hashes. They are 256 random bits, so a plain SHA-256 is enough. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

function toRefreshToken(value: string): RefreshToken {
  const session = createHash("sha256").update(`session ${value.slice(0, SECRET_LENGTH)}`);
  return { value, hash: hashSecret(value), sessionId: hashToId(session.digest()) };
}
