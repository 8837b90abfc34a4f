import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { safeNext } from "@/shared/paths";
import { deleteSharedCookie, toSharedAttributes } from "./cookie-attributes";

/** The unsent message of a guest who chose to sign in or to sign up. */
export const KEPT_MESSAGE_COOKIE = "kept_message";

/** An hour, in which a new account's address is confirmed: others may use the browser later. */
const MAX_AGE_S = 3600;
/** Browsers refuse a cookie whose name and value have more than 4,096 bytes. */
const MAX_LENGTH = 4000;

/** The page of the form that the message is for, and what was typed, by the names of its fields. */
export type KeptMessage = { path: string; values: Partial<Record<string, string>> };

/** Whether the browser can keep the message. */
export function keepMessage(c: Context<AppEnv>, kept: KeptMessage): boolean {
  const value = Buffer.from(JSON.stringify(kept)).toString("base64url");
  if (value.length > MAX_LENGTH) return false;
  setCookie(c, KEPT_MESSAGE_COOKIE, value, { ...toSharedAttributes(c), maxAge: MAX_AGE_S });
  return true;
}

/** The message that the browser keeps; null without one. */
export function getKeptMessage(c: Context<AppEnv>): KeptMessage | null {
  const value = getCookie(c, KEPT_MESSAGE_COOKIE);
  if (value === undefined) return null;
  try {
    const { path, values } = JSON.parse(Buffer.from(value, "base64url").toString());
    const texts = Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    );
    return { path: safeNext(path, ""), values: Object.fromEntries(texts) };
  } catch {
    return null;
  }
}

/** Deletes the message: it was sent, or the visitor signs out or asks to be forgotten. A sign-in keeps it. */
export function deleteKeptMessage(c: Context<AppEnv>): void {
  if (getCookie(c, KEPT_MESSAGE_COOKIE) !== undefined) deleteSharedCookie(c, KEPT_MESSAGE_COOKIE);
}
