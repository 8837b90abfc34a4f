import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { toSharedAttributes } from "./cookie-attributes";

/** The sender tokens of the messages that a visitor without an account has to confirm by mail, the last one first. */
export const PENDING_COOKIE = "pending_message";

/** A day, because the page shows the address to the next user of a shared computer. */
const MAX_AGE_S = 86_400;
/** Neither in a token nor changed by the encoding of cookies. */
const SEPARATOR = "~";

export const hasPendingTokens = (c: Context<AppEnv>): boolean => getCookie(c, PENDING_COOKIE) !== undefined;

export const getPendingTokens = (c: Context<AppEnv>): string[] =>
  (getCookie(c, PENDING_COOKIE) ?? "").split(SEPARATOR);

export function setPendingTokens(c: Context<AppEnv>, tokens: readonly string[]): void {
  const kept = tokens.slice(0, MAX_RECIPIENTS).join(SEPARATOR);
  setCookie(c, PENDING_COOKIE, kept, { ...toSharedAttributes(c), maxAge: MAX_AGE_S });
}
