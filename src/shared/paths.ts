/**
 * Every URL of the site. Paths are written without a locale prefix; `localised` adds it.
 * A path that carries a query takes it as a plain record, so that no page builds one by hand.
 */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    if (Array.isArray(value)) for (const one of value) search.append(name, one);
    else search.append(name, value === true ? "1" : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** A colon may stand in a path (RFC 3986, 3.3), so that a route names its parameter the same way: `paths.listing(":id")`. */
const segment = (value: string): string => encodeURIComponent(value).replaceAll("%3A", ":");

export const paths = {
  home: () => "/",

  listings: (query?: Query) => withQuery("/tutoring", query),
  listing: (id: string) => `/tutoring/${segment(id)}`,
  createListing: () => "/tutoring/create",
  editListing: (id: string) => `/tutoring/${segment(id)}/edit`,
  listingAction: (id: string, action: "submit" | "pause" | "resume" | "renew" | "delete") =>
    `/tutoring/${segment(id)}/${action}`,
  promoteListing: (id: string) => `/tutoring/${segment(id)}/promote`,
  enquire: (id: string) => `/tutoring/${segment(id)}/enquiries`,
  paymentComplete: (checkoutSessionId: string) => `/payment-complete/${segment(checkoutSessionId)}`,

  signIn: (query?: Query) => withQuery("/sign-in", query),
  signUp: (query?: Query) => withQuery("/sign-up", query),
  signOut: (query?: Query) => withQuery("/sign-out", query),
  verifyEmail: (query?: Query) => withQuery("/verify-email", query),
  signedUp: (query?: Query) => withQuery("/sign-up/done", query),
  verifiedEmail: () => "/verify-email/done",
  resendVerification: () => "/verify-email/resend",

  authToken: () => "/auth/users/token",
  authRefresh: () => "/auth/users/refresh",
  authLogout: () => "/auth/users/logout",
  authMe: () => "/auth/users/me",
  authIsAuthenticated: () => "/auth/users/is-authenticated",
  authSignUp: () => "/auth/users/signup",

  profile: () => "/profile",
  ownListings: (query?: Query) => withQuery("/profile/listings", query),
  inbox: (query?: Query) => withQuery("/profile/enquiries", query),
  enquiry: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}`, query),
  enquiryState: (id: string) => `/enquiries/${segment(id)}/state`,

  admin: () => "/admin",
  adminListings: (query?: Query) => withQuery("/admin/listings", query),
  adminListing: (id: string) => `/admin/listings/${segment(id)}`,
  adminListingAction: (id: string, action: "approve" | "reject") =>
    `/admin/listings/${segment(id)}/${action}`,

  ranking: () => "/ranking",
  setLocale: () => "/locale",

  listingImage: (listingId: string, file: string) =>
    `/images/listings/${segment(listingId)}/${segment(file)}`,

  webhook: () => "/webhooks/stripe",
  robots: () => "/robots.txt",
  shareImage: () => "/share.png",
  favicon: () => "/favicon.svg",
} as const;

/** Paths that answer data, not pages: they know no locale redirect and speak problem+json. */
export function isMachinePath(path: string): boolean {
  return /^\/(api|auth|webhooks|storage|images|data|_locales|builds|assets|\.well-known)(\/|$)/.test(path);
}

/** The calls among them that read the refresh cookie. */
export const COOKIE_CALLS: readonly string[] = [paths.authRefresh(), paths.authLogout()];

/**
 * A path that may follow a sign-in: on this site, absolute, and no trick that a browser
 * would read as another host ("//evil", "/\evil", control characters).
 */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return fallback;
  try {
    const url = new URL(next, "https://site.invalid");
    if (url.host !== "site.invalid") return fallback;
    // Dot segments may leave two slashes in front ("/.//evil"), which would be a host again.
    return url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  } catch {
    return fallback;
  }
}
