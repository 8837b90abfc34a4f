/** Where Turnstile's script and its frame come from. */
export const APP_CHECK_ORIGIN = "https://challenges.cloudflare.com";

/** How the token of the app check (Turnstile) is called in forms, JSON bodies, queries and headers: its widget says so. */
export const APP_CHECK_FIELD = "cf-turnstile-response";
