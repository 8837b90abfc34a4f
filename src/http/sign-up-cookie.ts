import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "@/context";
import { toSharedAttributes } from "./cookie-attributes";

/** Recognizes the browser that signed up, when the link of the verification mail is opened in it. */
export const SIGN_UP_COOKIE = "sign_up";
/** As long as that link works. */
const MAX_AGE_S = 3 * 86_400;

/** The value that `setSignUpCookie` stored; "" without one. */
export const getSignUpCookie = (c: Context<AppEnv>): string => getCookie(c, SIGN_UP_COOKIE) ?? "";

export const setSignUpCookie = (c: Context<AppEnv>, value: string): void =>
  setCookie(c, SIGN_UP_COOKIE, value, { ...toSharedAttributes(c), maxAge: MAX_AGE_S });
