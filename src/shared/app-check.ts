/** Origin of Turnstile's script and frame. */
export const APP_CHECK_ORIGIN = "https://challenges.cloudflare.com";

/** Name of the app check's token (Turnstile) in forms, JSON bodies, queries and headers; the widget sets it. */
export const APP_CHECK_FIELD = "cf-turnstile-response";
