import { getSessionCookiePrefix, REFRESH_COOKIE } from "@/auth/sessions";

/** The name of the session's cookie on a site without `API_BASE`. */
export const SESSION_COOKIE = getSessionCookiePrefix({ API_BASE: "" }) + REFRESH_COOKIE;
