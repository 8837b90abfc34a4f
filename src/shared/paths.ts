/**
 * Every URL of the site. Paths have no locale prefix; `localizePath` adds it. A path with a query takes it as a plain
 * record.
 */
export type Query = Record<string, string | number | boolean | readonly string[] | null | undefined>;

export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "" || value === false) continue;
    if (Array.isArray(value)) for (const item of value) search.append(name, item);
    else search.append(name, value === true ? "1" : String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** A colon is allowed in a path (RFC 3986, 3.3), so that routes can use the same functions: `paths.listing(":id")`. */
const segment = (value: string): string => encodeURIComponent(value).replaceAll("%3A", ":");

type SettingsAction =
  | "email"
  | "password"
  | "locale"
  | "teacher"
  | "end-session"
  | "end-other-sessions"
  | "disable";
type PictureVariant = { version?: number | null; width?: number };

/** Ids of sections of the home page that links point to. */
export const HOME_SECTIONS = { subjects: "subjects", counties: "counties" } as const;

/** Id of the consent form on the page about cookies. */
export const COOKIE_CHOICES_ID = "choices";

/** Header on the HEAD request that reports a prefetched page as viewed. */
export const ACTIVATED_HEADER = "x-page-activated";

export const paths = {
  home: () => "/",
  /** The subjects and counties on the home page; ids from `HOME_SECTIONS`. */
  allSubjects: () => `/#${HOME_SECTIONS.subjects}`,
  allCounties: () => `/#${HOME_SECTIONS.counties}`,

  listings: (query?: Query) => withQuery("/tutoring", query),
  listing: (id: string) => `/tutoring/${segment(id)}`,
  createListing: () => "/tutoring/create",
  editListing: (id: string) => `/tutoring/${segment(id)}/edit`,
  listingAction: (id: string, action: "submit" | "pause" | "resume" | "renew" | "delete") =>
    `/tutoring/${segment(id)}/${action}`,
  previewListing: (id: string) => `/tutoring/${segment(id)}/preview`,
  renewByLink: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/renew`, query),
  revealPhone: (id: string) => `/tutoring/${segment(id)}/phone`,
  reportListing: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/report`, query),
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

  /** Without a token it asks for the e-mail address, with one for the new password. */
  resetPassword: (query?: Query) => withQuery("/reset-password", query),
  resetPasswordSent: () => "/reset-password/sent",
  resetPasswordDone: () => "/reset-password/done",
  reactivate: (query?: Query) => withQuery("/reactivate", query),
  changeEmail: (query?: Query) => withQuery("/change-email", query),

  authToken: () => "/auth/users/token",
  authRefresh: () => "/auth/users/refresh",
  authLogout: () => "/auth/users/logout",
  authMe: () => "/auth/users/me",
  authIsAuthenticated: () => "/auth/users/is-authenticated",
  authSignUp: () => "/auth/users/signup",
  authDisable: () => "/auth/users/me/disable",
  authCreateSpecialUser: () => "/auth/users/create_special_user",
  authResetPassword: (query?: Query) => withQuery("/auth/users/reset-password", query),
  authForgotPassword: (user: string) => `/auth/users/forgot-password/${segment(user)}`,
  authUserList: (query?: Query) => withQuery("/auth/users/user-list", query),
  authUser: (id: string) => `/auth/users/${segment(id)}`,

  /** A file of the bucket by its path, with unencoded slashes. */
  storage: (path: string) => `/storage/${path.split("/").map(segment).join("/")}`,
  uploads: () => "/storage/uploads",
  upload: (id: string) => `/storage/uploads/${segment(id)}`,
  exportData: (path: string, query?: Query) => withQuery(`/data/${path}.json`, query),
  /** The route of `data`: the last key includes `.json`. */
  dataFile: (path: string) => `/data/${path}`,

  apiListings: (query?: Query) => withQuery("/api/listings", query),
  apiListing: (id: string, query?: Query) => withQuery(`/api/listings/${segment(id)}`, query),
  apiListingAction: (id: string, action: "submit" | "pause" | "resume" | "renew") =>
    `/api/listings/${segment(id)}/${action}`,
  apiListingImages: (id: string) => `/api/listings/${segment(id)}/images`,
  apiListingEnquiries: (id: string) => `/api/listings/${segment(id)}/enquiries`,
  apiListingPhone: (id: string) => `/api/listings/${segment(id)}/phone`,
  apiListingReports: (id: string) => `/api/listings/${segment(id)}/reports`,
  apiEnquiries: (query?: Query) => withQuery("/api/enquiries", query),
  apiEnquiry: (id: string) => `/api/enquiries/${segment(id)}`,
  apiEnquiryMessages: (id: string) => `/api/enquiries/${segment(id)}/messages`,
  apiAnalytics: (query?: Query) => withQuery("/api/analytics", query),
  apiListingOrders: (id: string) => `/api/listings/${segment(id)}/orders`,
  apiOrders: (query?: Query) => withQuery("/api/orders", query),
  apiOrder: (id: string) => `/api/orders/${segment(id)}`,
  apiAdminListings: (query?: Query) => withQuery("/api/admin/listings", query),
  apiAdminListingAction: (id: string, action: "approve" | "reject" | "suspend" | "reinstate") =>
    `/api/admin/listings/${segment(id)}/${action}`,

  apiListingReviews: (id: string, query?: Query) => withQuery(`/api/listings/${segment(id)}/reviews`, query),
  /** The review of an enquiry by its author. */
  apiEnquiryReview: (id: string) => `/api/enquiries/${segment(id)}/review`,
  /** The author's objection to the rejection or removal of the review. */
  apiEnquiryReviewObjection: (id: string) => `/api/enquiries/${segment(id)}/review/objection`,
  apiReviewReply: (id: string) => `/api/reviews/${segment(id)}/reply`,
  /** The teacher's objection to the dismissal of their report. */
  apiReviewObjection: (id: string) => `/api/reviews/${segment(id)}/objection`,
  apiReviewReports: (id: string) => `/api/reviews/${segment(id)}/reports`,
  apiAdminReviews: (query?: Query) => withQuery("/api/admin/reviews", query),
  apiAdminReviewAction: (
    id: string,
    action: "publish" | "reject" | "remove" | "dismiss" | "decline-objection",
  ) => `/api/admin/reviews/${segment(id)}/${action}`,
  apiVerifications: () => "/api/verifications",
  apiVerification: (id: string) => `/api/verifications/${segment(id)}`,
  apiAdminVerifications: (query?: Query) => withQuery("/api/admin/verifications", query),
  apiAdminVerificationFile: (id: string, n: number | string) =>
    `/api/admin/verifications/${segment(id)}/files/${segment(String(n))}`,
  apiAdminVerificationAction: (id: string, action: "approve" | "reject") =>
    `/api/admin/verifications/${segment(id)}/${action}`,

  apiPosts: (query?: Query) => withQuery("/api/posts", query),
  /** A post by id or, for readers, by slug. */
  apiPost: (id: string, query?: Query) => withQuery(`/api/posts/${segment(id)}`, query),
  apiCategories: () => "/api/categories",
  apiCategory: (id: string) => `/api/categories/${segment(id)}`,
  apiTestimonials: (query?: Query) => withQuery("/api/testimonials", query),
  apiTestimonial: (id: string) => `/api/testimonials/${segment(id)}`,
  apiContact: () => "/api/contact",
  apiAdminUsers: (query?: Query) => withQuery("/api/admin/users", query),
  apiAdminUser: (id: string) => `/api/admin/users/${segment(id)}`,
  apiFollowUp: (query?: Query) => withQuery("/api/admin/follow-up", query),
  apiFollowUpRow: (key: string) => `/api/admin/follow-up/${segment(key)}`,

  openApi: () => "/openapi.json",
  apiDocs: () => "/docs/api",

  profile: (query?: Query) => withQuery("/profile", query),
  profilePictureForm: () => "/profile/picture",
  settings: (query?: Query) => withQuery("/profile/settings", query),
  settingsAction: (action: SettingsAction) => `/profile/settings/${action}`,
  ownPrivacy: (query?: Query) => withQuery("/profile/privacy", query),
  exportOwn: () => "/profile/privacy/export",
  eraseAccount: () => "/profile/delete",
  erased: () => "/account-deleted",
  disabled: () => "/account-disabled",
  consent: () => "/consent",
  ownListings: (query?: Query) => withQuery("/profile/listings", query),
  analytics: (query?: Query) => withQuery("/profile/analytics", query),
  analyticsCsv: (query?: Query) => withQuery("/profile/analytics.csv", query),
  /** A teacher's orders, with the performance of their promotions. */
  ownOrders: (query?: Query) => withQuery("/profile/promotions", query),
  ownOrder: (id: string, query?: Query) => withQuery(`/profile/promotions/${segment(id)}`, query),
  withdrawOrder: (id: string) => `/profile/promotions/${segment(id)}/withdraw`,
  /** An invoice by number, for the buyer and for admins. */
  invoice: (number: number | string) => `/invoices/${segment(String(number))}`,
  inbox: (query?: Query) => withQuery("/profile/enquiries", query),
  enquiry: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}`, query),
  enquiryState: (id: string) => `/enquiries/${segment(id)}/state`,

  /** The author's form for the review of an enquiry; `token` is a guest's. */
  enquiryReview: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/review`, query),
  enquiryReviewAction: (id: string, action: "withdraw" | "object" | "decline", query?: Query) =>
    withQuery(`/enquiries/${segment(id)}/review/${action}`, query),
  /** The reviews about the signed-in teacher. */
  ownReviews: (query?: Query) => withQuery("/profile/reviews", query),
  reviewReply: (id: string) => `/reviews/${segment(id)}/reply`,
  /** The form to report a review. */
  reviewReport: (id: string, query?: Query) => withQuery(`/reviews/${segment(id)}/report`, query),
  reviewObjection: (id: string) => `/reviews/${segment(id)}/object`,
  /** The reviews of a listing's teacher, a page of ten. */
  listingReviews: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/reviews`, query),
  /** Explains how reviews are checked. */
  reviews: () => "/reviews",
  verification: (query?: Query) => withQuery("/profile/verification", query),
  withdrawVerification: (id: string) => `/profile/verification/${segment(id)}/withdraw`,

  admin: () => "/admin",
  adminListings: (query?: Query) => withQuery("/admin/listings", query),
  adminListing: (id: string, query?: Query) => withQuery(`/admin/listings/${segment(id)}`, query),
  adminListingAction: (id: string, action: "approve" | "reject" | "suspend" | "reinstate") =>
    `/admin/listings/${segment(id)}/${action}`,

  adminReports: (query?: Query) => withQuery("/admin/reports", query),
  /** The reports about a listing, by its id. */
  adminReport: (listingId: string) => `/admin/reports/${segment(listingId)}`,

  adminOrders: (query?: Query) => withQuery("/admin/orders", query),
  adminOrder: (id: string, query?: Query) => withQuery(`/admin/orders/${segment(id)}`, query),
  adminOrderAction: (id: string, action: "refund" | "revoke" | "credit") =>
    `/admin/orders/${segment(id)}/${action}`,
  adminEvents: (query?: Query) => withQuery("/admin/events", query),
  adminEvent: (id: string, query?: Query) => withQuery(`/admin/events/${segment(id)}`, query),
  replayEvent: (id: string) => `/admin/events/${segment(id)}/replay`,
  /** Marks an event as seen or unseen. */
  markEvent: (id: string, mark: "seen" | "unseen") => `/admin/events/${segment(id)}/${mark}`,
  adminReconciliations: (query?: Query) => withQuery("/admin/reconciliations", query),
  /** Payments and refunds of a period, for accounting. */
  adminInvoicesCsv: (query?: Query) => withQuery("/admin/invoices.csv", query),
  adminPricing: (query?: Query) => withQuery("/admin/pricing", query),
  /** A pricing document. */
  adminPricingDocument: (name: "packages" | "vat" | "seller", query?: Query) =>
    withQuery(`/admin/pricing/${name}`, query),

  adminUsers: (query?: Query) => withQuery("/admin/users", query),
  adminUser: (id: string, query?: Query) => withQuery(`/admin/users/${segment(id)}`, query),
  adminUserAction: (id: string, action: "disable" | "enable" | "role" | "resend") =>
    `/admin/users/${segment(id)}/${action}`,
  /** An admin creates an account; its user sets a password by a mailed link. */
  adminCreateUser: () => "/admin/users/create",
  adminAudit: (query?: Query) => withQuery("/admin/audit", query),
  adminSettings: (query?: Query) => withQuery("/admin/settings", query),
  /** A settings document by its path below `settings/`. */
  adminSetting: (path: string, query?: Query) => withQuery(`/admin/settings/${segment(path)}`, query),

  adminPosts: (query?: Query) => withQuery("/admin/blog", query),
  createPost: (query?: Query) => withQuery("/admin/blog/create", query),
  editPost: (id: string, query?: Query) => withQuery(`/admin/blog/${segment(id)}/edit`, query),
  deletePost: (id: string) => `/admin/blog/${segment(id)}/delete`,
  /** Preview of a typed post: the whole page for a form, only the post for the script. */
  previewPost: () => "/admin/blog/preview",
  adminCategories: (query?: Query) => withQuery("/admin/blog/categories", query),
  adminCategory: (id: string) => `/admin/blog/categories/${segment(id)}`,

  adminTestimonials: (query?: Query) => withQuery("/admin/testimonials", query),
  adminTestimonialAction: (id: string, action: "publish" | "reject") =>
    `/admin/testimonials/${segment(id)}/${action}`,

  adminReviews: (query?: Query) => withQuery("/admin/reviews", query),
  adminReview: (id: string, query?: Query) => withQuery(`/admin/reviews/${segment(id)}`, query),
  adminReviewAction: (
    id: string,
    action: "publish" | "reject" | "remove" | "dismiss" | "decline-objection",
  ) => `/admin/reviews/${segment(id)}/${action}`,
  adminVerifications: (query?: Query) => withQuery("/admin/verifications", query),
  adminVerification: (id: string, query?: Query) => withQuery(`/admin/verifications/${segment(id)}`, query),
  adminVerificationFile: (id: string, n: number | string) =>
    `/admin/verifications/${segment(id)}/files/${segment(String(n))}`,
  adminVerificationAction: (id: string, action: "approve" | "reject") =>
    `/admin/verifications/${segment(id)}/${action}`,

  followUp: (query?: Query) => withQuery("/admin/follow-up", query),
  followUpRow: (key: string, query?: Query) => withQuery(`/admin/follow-up/${segment(key)}`, query),
  followUpCsv: (query?: Query) => withQuery("/admin/follow-up.csv", query),

  adminMail: (query?: Query) => withQuery("/admin/mail", query),
  adminMailRetry: (id: string) => `/admin/mail/${segment(id)}/retry`,

  blog: (query?: Query) => withQuery("/blog", query),
  /** A post by slug; an id or a former slug redirects to it. */
  post: (slug: string) => `/blog/${segment(slug)}`,
  category: (id: string, query?: Query) => withQuery(`/blog/category/${segment(id)}`, query),
  feed: () => "/blog/feed.xml",
  testimonials: (query?: Query) => withQuery("/testimonials", query),
  contact: (query?: Query) => withQuery("/contact", query),

  ranking: () => "/ranking",
  privacy: () => "/privacy",
  terms: () => "/terms",
  cookies: (query?: Query) => withQuery("/cookies", query),
  /** The consent form; its id is `COOKIE_CHOICES_ID`. */
  cookieChoices: (query?: Query) => `${withQuery("/cookies", query)}#${COOKIE_CHOICES_ID}`,
  accessibility: () => "/accessibility",
  setLocale: () => "/locale",

  listingImage: (listingId: string, file: string) =>
    `/images/listings/${segment(listingId)}/${segment(file)}`,

  /** A county's map by file name, "cj.svg". */
  countyMap: (file: string) => `/maps/${segment(file)}`,

  blogImage: (postId: string, file: string) => `/images/blog/${segment(postId)}/${segment(file)}`,

  profilePictureFile: (file: string) => `/images/profile-pictures/${segment(file)}`,
  /** With `version` (the ms of its upload) the picture is immutable; `width` selects a smaller size. */
  profilePicture: (userId: string, extension: string, { version, width }: PictureVariant = {}) =>
    withQuery(`/images/profile-pictures/${segment(`${userId}.${extension}`)}`, { w: width, v: version }),

  /** The share image of a listing or post, by its file "{id}.png". */
  shareImageFile: (kind: "listings" | "blog", file: string) => `/images/share/${kind}/${segment(file)}`,
  /** With `version` the picture is immutable. */
  listingShareImage: (id: string, version: number): string =>
    withQuery(paths.shareImageFile("listings", `${id}.png`), { v: version }),
  postShareImage: (id: string, version: number): string =>
    withQuery(paths.shareImageFile("blog", `${id}.png`), { v: version }),

  webhook: () => "/webhooks/stripe",
  robots: () => "/robots.txt",
  sitemap: () => "/sitemap.xml",
  /** A part of the sitemap by file name, "listings-1.xml". */
  sitemapPart: (file: string) => `/sitemap/${segment(file)}`,
  manifest: () => "/manifest.webmanifest",
  securityTxt: () => "/.well-known/security.txt",
  health: () => "/healthz",
  latestBuild: () => "/builds/latest.json",
  buildFiles: () => "/builds/files.json",
  texts: (page: string, locale: string, query?: Query) =>
    withQuery(`/_locales/${segment(page)}/${segment(locale)}/data.json`, query),
  changePassword: () => "/.well-known/change-password",
  siteShareImage: () => "/share.png",
  favicon: () => "/favicon.svg",
  appleTouchIcon: () => "/apple-touch-icon.png",
  /** An app icon by file name: "192.png", "512.png", or "maskable-512.png", which may be cropped. */
  appIcon: (file: string) => `/icons/${segment(file)}`,
} as const;

/** Paths that return data: without locale redirects, errors as problem+json. */
export function isMachinePath(path: string): boolean {
  return /^\/(api|auth|webhooks|storage|images|data|_locales|builds|assets|sitemap|healthz|\.well-known)(\/|$)/.test(
    path,
  );
}

/**
 * A safe path to continue at after a sign-in: on this site, absolute, and not readable as another host ("//evil",
 * "/\\evil", control characters).
 */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (!next || !/^\/(?![/\\])/.test(next) || /[\p{Cc}\\]/u.test(next)) return fallback;
  try {
    const url = new URL(next, "https://site.invalid");
    if (url.host !== "site.invalid") return fallback;
    // Dot segments may leave two leading slashes ("/.//evil"), which would be a host again.
    return url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  } catch {
    return fallback;
  }
}
