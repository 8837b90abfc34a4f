import type { County, Role, ShareSource, Subject } from "@/shared/codes";
import type { Locale } from "@/shared/i18n/locales";
import { adminPaths } from "./admin";
import { apiPaths } from "./api";
import { type Query, segment, withQuery } from "./query";

export { type Query, withQuery };

type SettingsAction =
  | "email"
  | "password"
  | "locale"
  | "teacher"
  | "two-step"
  | "two-step-off"
  | "end-session"
  | "end-other-sessions"
  | "disable";
type PictureVariant = { version?: number | null; width?: number };

/** Ids of sections of the home page that links point to. */
export const HOME_SECTIONS = { subjects: "subjects", counties: "counties" } as const;

/** Id of the newest message on the page of a conversation. */
export const NEWEST_MESSAGE = "newest";

/** Id of the consent form on the page about cookies. */
export const COOKIE_CHOICES_ID = "choices";

/** Header on the HEAD request that reports a prefetched page as viewed. */
export const ACTIVATED_HEADER = "x-page-activated";

/**
 * Every URL of the site. Paths have no locale prefix; `localizePath` adds it. A path with a query takes it as a plain
 * record.
 */
export const paths = {
  ...apiPaths,
  ...adminPaths,

  home: () => "/",
  /** The subjects and counties on the home page; ids from `HOME_SECTIONS`. */
  allSubjects: () => `/#${HOME_SECTIONS.subjects}`,
  allCounties: () => `/#${HOME_SECTIONS.counties}`,

  listings: (query?: Query) => withQuery("/tutoring", query),
  listing: (id: string) => `/tutoring/${segment(id)}`,
  createListing: (query?: Query) => withQuery("/tutoring/create", query),
  editListing: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/edit`, query),
  listingAction: (id: string, action: "submit" | "pause" | "resume" | "renew" | "delete") =>
    `/tutoring/${segment(id)}/${action}`,
  previewListing: (id: string) => `/tutoring/${segment(id)}/preview`,
  renewByLink: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/renew`, query),
  revealPhone: (id: string) => `/tutoring/${segment(id)}/phone`,
  reportListing: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/report`, query),
  /** The owner reads why the listing was restricted, and objects. */
  listingObjection: (id: string, query?: Query) => withQuery(`/tutoring/${segment(id)}/objection`, query),
  /** The address of a listing that its owner shares; views count for `source`. */
  sharedListing: (id: string, source: ShareSource) => withQuery(`/tutoring/${segment(id)}`, { s: source }),
  shareListing: (id: string) => `/tutoring/${segment(id)}/share`,
  listingFlyer: (id: string) => `/tutoring/${segment(id)}/share/flyer`,
  listingQrCode: (id: string, format: "svg" | "png") => `/tutoring/${segment(id)}/share/qr.${format}`,
  promoteListing: (id: string) => `/tutoring/${segment(id)}/promote`,
  /** A teacher's public page; the id is the user's. A cursor selects a later page of reviews. */
  teacher: (id: string, query?: Query) => withQuery(`/teachers/${segment(id)}`, query),
  enquire: (id: string) => `/tutoring/${segment(id)}/enquiries`,
  paymentComplete: (checkoutSessionId: string) => `/payment-complete/${segment(checkoutSessionId)}`,

  signIn: (query?: Query) => withQuery("/sign-in", query),
  signUp: (query?: Query) => withQuery("/sign-up", query),
  signOut: (query?: Query) => withQuery("/sign-out", query),
  verifyEmail: (query?: Query) => withQuery("/verify-email", query),
  signedUp: (query?: Query) => withQuery("/sign-up/done", query),
  verifiedEmail: (query?: Query) => withQuery("/verify-email/done", query),
  resendVerification: () => "/verify-email/resend",
  /** Deletes an account whose address was entered by another person than the mailbox's owner. */
  deleteUnverified: () => "/verify-email/delete",
  deletedUnverified: () => "/verify-email/deleted",

  /** Without a token it asks for the e-mail address, with one for the new password. */
  resetPassword: (query?: Query) => withQuery("/reset-password", query),
  resetPasswordSent: () => "/reset-password/sent",
  resetPasswordDone: () => "/reset-password/done",
  reactivate: (query?: Query) => withQuery("/reactivate", query),
  changeEmail: (query?: Query) => withQuery("/change-email", query),
  /** Drops a change to an address that was entered by another person than the mailbox's owner. */
  refuseEmailChange: () => "/change-email/refuse",

  /** A file of the bucket by its path, with unencoded slashes. */
  storage: (path: string) => `/storage/${path.split("/").map(segment).join("/")}`,
  uploads: () => "/storage/uploads",
  upload: (id: string) => `/storage/uploads/${segment(id)}`,
  exportData: (path: string, query?: Query) => withQuery(`/data/${path}.json`, query),
  /** The route of `data`: the last key includes `.json`. */
  dataFile: (path: string) => `/data/${path}`,

  profile: (query?: Query) => withQuery("/profile", query),
  profilePictureForm: () => "/profile/picture",
  settings: (query?: Query) => withQuery("/profile/settings", query),
  /** The form that turns on two-step sign-in, for admins who must have it. */
  twoStepRequired: () => "/profile/settings?required=two-step#two-step",
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
  cancelOrder: (id: string) => `/profile/promotions/${segment(id)}/cancel`,
  /** The withdrawal from contracts: an order's owner or a signed link chooses one. */
  withdrawals: (query?: Query) => withQuery("/withdraw", query),
  withdrawOrder: (id: string, query?: Query) => withQuery(`/withdraw/${segment(id)}`, query),
  /** A user's billing details. */
  billing: (query?: Query) => withQuery("/profile/billing", query),
  /** An invoice by its printed number, "CAT-000012", for the buyer and for admins. */
  invoice: (label: string) => `/invoices/${segment(label)}`,
  inbox: (query?: Query) => withQuery("/profile/enquiries", query),
  enquiry: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}`, query),
  /** Mails a guest the link to their conversation. */
  enquiryParent: (id: string) => `/enquiries/${segment(id)}/parent/address`,
  enquiryBlock: (id: string) => `/enquiries/${segment(id)}/block`,
  /** The form to report a conversation; `token` is a guest's. */
  reportEnquiry: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/report`, query),
  /** For a parent with the token of a copy. */
  parentCopies: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/parent`, query),
  parentReport: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/parent/report`, query),
  enquiryLink: (id: string) => `/enquiries/${segment(id)}/link`,
  /** A mailed link that pauses or resumes all listings of a teacher who does not answer. */
  changeListings: (action: "pause" | "resume", query?: Query) => withQuery(`/enquiries/${action}`, query),
  /** A mailed link with other teachers for an unanswered message. */
  enquiryOffer: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/teachers`, query),
  enquiryState: (id: string) => `/enquiries/${segment(id)}/state`,
  /** Proposes times for the first lesson in a conversation. */
  enquiryAppointments: (id: string) => `/enquiries/${segment(id)}/appointments`,
  appointmentAction: (id: string, action: "accept" | "decline" | "cancel" | "outcome") =>
    `/appointments/${segment(id)}/${action}`,
  /** An accepted lesson as a file for calendars; `token` is a guest's. */
  appointmentFile: (id: string, query?: Query) => withQuery(`/appointments/${segment(id)}/lesson.ics`, query),
  /** The user's lessons. */
  calendar: (query?: Query) => withQuery("/profile/calendar", query),
  /** The same for calendar programs, by the token of its secret address. */
  calendarFeed: (query?: Query) => withQuery("/calendar.ics", query),

  /** The author's form for the review of an enquiry; `token` is a guest's. */
  enquiryReview: (id: string, query?: Query) => withQuery(`/enquiries/${segment(id)}/review`, query),
  enquiryReviewAction: (id: string, action: "withdraw" | "object", query?: Query) =>
    withQuery(`/enquiries/${segment(id)}/review/${action}`, query),
  /** The form to write to several teachers at once. */
  enquireSeveral: (query?: Query) => withQuery("/enquiries/new", query),
  /** The same form, filled in with a message that was sent to another teacher. */
  enquireMore: () => "/enquiries/more",
  /** Mails the links to a guest's messages to the address that is typed. */
  guestLinks: () => "/enquiries/link",
  /** Mails a guest's confirmation link again, or to a corrected address. */
  pendingEnquiries: (query?: Query) => withQuery("/enquiries/pending", query),
  /** A guest's mailed link to several enquiries. */
  confirmEnquiries: (query?: Query) => withQuery("/enquiries/confirm", query),

  shortlist: (query?: Query) => withQuery("/shortlist", query),
  /** Adds a listing to the shortlist, or removes it. */
  shortlistEntry: (listingId: string) => `/shortlist/${segment(listingId)}`,
  shortlistNote: (listingId: string) => `/shortlist/${segment(listingId)}/note`,
  /** A shortlist that its owner shared, as the ids of its listings. */
  sharedShortlist: (query?: Query) => withQuery("/shortlist/shared", query),
  /** Requests: the visitor's own, and for teachers those that fit. */
  requests: (query?: Query) => withQuery("/requests", query),
  /** The filters of a search fill in the form. */
  createRequest: (query?: Query) => withQuery("/requests/create", query),
  request: (id: string, query?: Query) => withQuery(`/requests/${segment(id)}`, query),
  /**
   * A request in mails, by way of the sign-in: without a session, the request itself is an unknown page. A signed-in
   * reader gets to it directly.
   */
  mailedRequest: (id: string): string => paths.signIn({ next: paths.request(id) }),
  requestAction: (id: string, action: "edit" | "close" | "delete" | "answers") =>
    `/requests/${segment(id)}/${action}`,
  /** The visitor's alerts; `token` is of a mailed link. */
  alerts: (query?: Query) => withQuery("/alerts", query),
  alertAction: (
    id: string,
    action: "confirm" | "pause" | "resume" | "frequency" | "delete" | "open",
    query?: Query,
  ) => withQuery(`/alerts/${segment(id)}/${action}`, query),
  /** The mailed link of an invitation to teach, and its refusal. */
  invitation: (query?: Query) => withQuery("/invitation", query),
  refuseInvitation: (query?: Query) => withQuery("/invitation/refuse", query),
  /** Ends mail of a kind without a sign-in, by the token of the mail. */
  unsubscribe: (query?: Query) => withQuery("/unsubscribe", query),
  notifications: (query?: Query) => withQuery("/profile/notifications", query),
  removePushDevice: () => "/profile/notifications/remove-device",
  /** The script that shows push messages. */
  pushWorker: () => "/push-worker.js",

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

  /** The price index. A level and a county are optional. */
  prices: (query?: Query) => withQuery("/prices", query),
  pricesCsv: () => "/prices.csv",
  pricesJson: () => "/prices.json",

  blog: (query?: Query) => withQuery("/blog", query),
  /** A post by slug; an id or a former slug redirects to it. */
  post: (slug: string) => `/blog/${segment(slug)}`,
  category: (id: string, query?: Query) => withQuery(`/blog/category/${segment(id)}`, query),
  feed: () => "/blog/feed.xml",
  testimonials: (query?: Query) => withQuery("/testimonials", query),
  contact: (query?: Query) => withQuery("/contact", query),

  /** Explains to teachers what a listing is and costs. */
  teach: () => "/teach",
  ranking: () => "/ranking",
  /** How many lessons fit until a national exam; the query is the form's. */
  plan: (query?: Query) => withQuery("/plan", query),
  /** The plan as a file for calendars. */
  planCalendar: (query?: Query) => withQuery("/plan.ics", query),
  privacy: () => "/privacy",
  terms: () => "/terms",
  cookies: (query?: Query) => withQuery("/cookies", query),
  /** The consent form; its id is `COOKIE_CHOICES_ID`. */
  cookieChoices: (query?: Query) => `${withQuery("/cookies", query)}#${COOKIE_CHOICES_ID}`,
  accessibility: () => "/accessibility",
  /** Advice to parents and learners under 18. */
  safety: () => "/safety",
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

  /** The share image of a listing, post or list, by its file "{id}.png". */
  shareImageFile: (kind: "listings" | "blog" | "lists", file: string) =>
    `/images/share/${kind}/${segment(file)}`,
  /** With `version` the picture is immutable. */
  listingShareImage: (id: string, version: number): string =>
    withQuery(paths.shareImageFile("listings", `${id}.png`), { v: version }),
  postShareImage: (id: string, version: number): string =>
    withQuery(paths.shareImageFile("blog", `${id}.png`), { v: version }),
  listShareImage: (subject: Subject, county: County, locale: Locale): string =>
    paths.shareImageFile("lists", `${subject}-${county}-${locale}.png`),

  webhook: () => "/webhooks/stripe",
  robots: () => "/robots.txt",
  sitemap: () => "/sitemap.xml",
  /** A part of the sitemap by file name, "listings-1.xml". */
  sitemapPart: (file: string) => `/sitemap/${segment(file)}`,
  manifest: () => "/manifest.webmanifest",
  securityTxt: () => "/.well-known/security.txt",
  health: () => "/healthz",
  latestBuild: () => "/builds/latest.json",
  speculationRules: () => "/speculation-rules.json",
  buildFiles: () => "/builds/files.json",
  texts: (page: string, locale: string, query?: Query) =>
    withQuery(`/_locales/${segment(page)}/${segment(locale)}/data.json`, query),
  changePassword: () => "/.well-known/change-password",
  siteShareImage: () => "/share.png",
  favicon: () => "/favicon.svg",
  appleTouchIcon: () => "/apple-touch-icon.png",
  /** An app icon by file name: "192.png", "512.png", or "maskable-512.png", which may be cropped. */
  /** The pictogram of ANPC's alternative dispute resolution (SAL), 250×50 px. */
  anpcPictogram: () => "/anpc-sal.svg",
  appIcon: (file: string) => `/icons/${segment(file)}`,
} as const;

/** Paths that return data: without locale redirects, errors as problem+json. */
export function isMachinePath(path: string): boolean {
  return /^\/(api|auth|webhooks|storage|images|data|_locales|builds|assets|sitemap|healthz|\.well-known)(\/|$)/.test(
    path,
  );
}

/** The page after a sign-in that requested none: admins and teachers begin with what waits for them. */
export const getFirstPage = (role: Role): string =>
  role === "a" ? paths.admin() : role === "t" ? paths.ownListings() : paths.profile();

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
