import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { safeNext } from "@/shared/paths";

// The cookie of the browser that signed up: `<mac>.<email>.<next>`.
// See docs/decisions/0061-sign-in-by-the-confirmation-link.md.

/** An account as it was created. A later password change makes the cookie invalid. */
type SignedUpAccount = { id: string; passwordHash: string };

/** A browser keeps at most 4,096 bytes of a cookie. */
const MAX_NEXT_LENGTH = 1_000;

/**
 * The cookie's value. The submitted `email` is for the page after the sign-up. `next` is the path to continue at after
 * the confirmation; "" for none.
 */
export function createSignUpCookie(
  ctx: Pick<Ctx, "config">,
  account: SignedUpAccount & { email: string },
  next: string,
): string {
  const kept = encodeURIComponent(next).length > MAX_NEXT_LENGTH ? "" : next;
  return `${computeMac(ctx, account, kept).toString("base64url")}.${encodeEmail(account.email)}.${kept}`;
}

/** The address to which the browser's sign-up was mailed; "" without the cookie, or without the address in it. */
export const getSignedUpEmail = (cookie: string): string =>
  Buffer.from(cookie.split(".")[1] ?? "", "base64url").toString();

/** The cookie's value with another address. It proves the same. */
export const replaceSignedUpEmail = (cookie: string, email: string): string =>
  cookie.replace(/\.[\w-]*/, `.${encodeEmail(email)}`);

const encodeEmail = (email: string): string => Buffer.from(email).toString("base64url");

/** The path in the cookie of the browser that created the account, "" for none; null for any other browser. */
export function findSignUpNext(
  ctx: Pick<Ctx, "config">,
  cookie: string,
  account: { id: string; passwordHash: string | null },
): string | null {
  // The path may contain dots.
  const [, mac, next] = cookie.match(/^([\w-]+)\.[\w-]*\.(.*)$/) ?? [];
  if (mac === undefined || next === undefined || account.passwordHash === null) return null;
  const expected = computeMac(ctx, { id: account.id, passwordHash: account.passwordHash }, next);
  const submitted = Buffer.from(mac, "base64url");
  if (submitted.length !== expected.length || !timingSafeEqual(submitted, expected)) return null;
  return safeNext(next, "");
}

const computeMac = (ctx: Pick<Ctx, "config">, { id, passwordHash }: SignedUpAccount, next: string): Buffer =>
  keyedHash(ctx, "sign-up browser", [id, passwordHash, next].join("\n"));
