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

/** Adds tokens before those of earlier messages. */
export function addPendingTokens(c: Context<AppEnv>, tokens: readonly string[]): void {
  const all = [...new Set([...tokens, ...getPendingTokens(c)])].slice(0, MAX_RECIPIENTS);
  setCookie(c, PENDING_COOKIE, all.join(SEPARATOR), { ...toSharedAttributes(c), maxAge: MAX_AGE_S });
}
