/** Pages of a visitor. `:name` is a parameter of the route, see `LINKS`. */
export const PAGES = {
  home: "/",
  list: "/tutoring",
  results: "/tutoring?subject=m&county=b&level=pb",
  understood: "/tutoring?q=mate+sub+300+lei",
  exact: "/tutoring?q=mate&exact=1",
  nothing: "/tutoring?subject=la&county=tl&min=400",
  times: "/tutoring?when=weekday_evenings&when=6m&format=group",
  select: "/tutoring?select=1",
  listing: "/tutoring/:id",
  enquire: "/tutoring/:id/enquiries",
  enquireSeveral: "/enquiries/new?listing_ids=:id",
  report: "/tutoring/:id/report",
  renewal: "/tutoring/:id/renew?token=none",
  ranking: "/ranking",
  shortlist: "/shortlist",
  sharedShortlist: "/shortlist/shared?ids=:id",
  aboutReviews: "/reviews",
  declineReview: "/enquiries/0000000000000000/review/decline?token=none",
  listingReviews: "/tutoring/:id/reviews",
  alerts: "/alerts",
  alertLink: "/alerts?token=none",
  unsubscribe: "/unsubscribe?token=none",
  privacy: "/privacy",
  terms: "/terms",
  cookies: "/cookies",
  accessibility: "/accessibility",
  blog: "/blog",
  category: "/blog/category/exams",
  post: "/blog/evaluarea-nationala-mathematics-twelve-week-plan",
  foreignPost: "/blog/bacalaureatul-la-romana-fara-eseuri-pe-de-rost",
  testimonials: "/testimonials",
  contact: "/contact",
  signIn: "/sign-in",
  signUp: "/sign-up",
  signedUp: "/sign-up/done",
  verifyEmail: "/verify-email",
  confirmEmail: "/verify-email?token=any",
  verifiedEmail: "/verify-email/done",
  resetPassword: "/reset-password",
  resetPasswordSent: "/reset-password/sent",
  expiredReset: "/reset-password?token=none",
  resetPasswordDone: "/reset-password/done",
  changeEmail: "/change-email?token=any",
  changedEmail: "/change-email?done=true",
  expiredLink: "/change-email",
  reactivate: "/reactivate?token=any",
  reactivated: "/reactivate?done=true",
  disabled: "/account-disabled",
  erased: "/account-deleted",
  missing: "/there-is-no-such-page",
  // Takes axe as long as about ten other pages, so it is in the last and shortest group.
  api: "/docs/api",
} as const;

/** Pages of a signed-in teacher. */
export const TEACHER_PAGES = {
  profile: "/profile",
  ownListings: "/profile/listings",
  analytics: "/profile/analytics",
  inbox: "/profile/enquiries",
  ownAlerts: "/alerts",
  settings: "/profile/settings",
  notifications: "/profile/notifications",
  verification: "/profile/verification",
  privacy: "/profile/privacy",
  erase: "/profile/delete",
  thread: "/enquiries/:id",
  create: "/tutoring/create",
  edit: "/tutoring/:id/edit",
  promote: "/tutoring/:id/promote",
  orders: "/profile/promotions",
  order: "/profile/promotions/:id",
  invoice: "/invoices/:number",
  ownReviews: "/profile/reviews",
  replyToReview: "/reviews/:id/reply",
  reportReview: "/reviews/:id/report",
  objectToDismissal: "/reviews/:id/object",
} as const;

export const ADMIN_PAGES = {
  admin: "/admin",
  queue: "/admin/listings",
  review: "/admin/listings/:id",
  reports: "/admin/reports",
  reportsAbout: "/admin/reports/:id",
  reviewQueue: "/admin/reviews",
  reviewOfTeacher: "/admin/reviews/:id",
  mail: "/admin/mail",
  searches: "/admin/searches",
  users: "/admin/users",
  user: "/admin/users/:id",
  createUser: "/admin/users/create",
  audit: "/admin/audit",
  testimonials: "/admin/testimonials",
  verifications: "/admin/verifications",
  verificationOfTeacher: "/admin/verifications/:id",
  followUp: "/admin/follow-up",
  followUpRow: "/admin/follow-up/:key",
  pricing: "/admin/pricing",
  packages: "/admin/pricing/packages",
  vat: "/admin/pricing/vat",
  seller: "/admin/pricing/seller",
  orders: "/admin/orders",
  order: "/admin/orders/:id",
  events: "/admin/events",
  reconciliations: "/admin/reconciliations",
  posts: "/admin/blog",
  createPost: "/admin/blog/create",
  editPost: "/admin/blog/:id/edit",
  categories: "/admin/blog/categories",
  settings: "/admin/settings",
  limits: "/admin/settings/limits",
  bannedWords: "/admin/settings/banned-words",
} as const;

/** Paths with a parameter whose value another link has: a page, and the path of that link. */
const LINKS: Record<string, readonly [page: string, link: string]> = {
  "/tutoring/:id": ["/tutoring", "/tutoring/:id"],
  "/tutoring/:id/enquiries": ["/tutoring", "/tutoring/:id"],
  "/tutoring/:id/report": ["/tutoring", "/tutoring/:id"],
  "/tutoring/:id/reviews": ["/tutoring?sort=rating", "/tutoring/:id"],
  "/tutoring/:id/renew": ["/tutoring", "/tutoring/:id"],
  "/shortlist/shared": ["/tutoring", "/tutoring/:id"],
  "/tutoring/:id/edit": ["/profile/listings", "/tutoring/:id/edit"],
  "/tutoring/:id/promote": ["/profile/listings", "/tutoring/:id/promote"],
  "/enquiries/new": ["/tutoring", "/tutoring/:id"],
  "/enquiries/:id": ["/profile/enquiries", "/enquiries/:id"],
  "/profile/promotions/:id": ["/profile/promotions", "/profile/promotions/:id"],
  "/invoices/:number": ["/profile/promotions", "/invoices/:number"],
  "/reviews/:id/reply": ["/profile/reviews", "/reviews/:id/reply"],
  "/reviews/:id/report": ["/profile/reviews", "/reviews/:id/report"],
  "/reviews/:id/object": ["/profile/reviews", "/reviews/:id/object"],
  "/admin/listings/:id": ["/admin/listings", "/admin/listings/:id"],
  "/admin/reports/:id": ["/admin/listings", "/admin/listings/:id"],
  "/admin/reviews/:id": ["/admin/reviews", "/admin/reviews/:id"],
  "/admin/verifications/:id": ["/admin/verifications", "/admin/verifications/:id"],
  "/admin/users/:id": ["/admin/users?role=t", "/admin/users/:id"],
  "/admin/follow-up/:key": ["/admin/follow-up", "/admin/follow-up/:key"],
  "/admin/orders/:id": ["/admin/orders", "/admin/orders/:id"],
  "/admin/blog/:id/edit": ["/admin/blog", "/admin/blog/:id/edit"],
};

/** What `findPath` needs of Playwright's request context. Worker tests read this file without Playwright's types. */
type Requests = { get(path: string): Promise<{ text(): Promise<string> }> };

/** The path of a page of the lists above; `request` is signed in as a user who may see it. */
export async function findPath(request: Requests, page: string): Promise<string> {
  const [path = ""] = page.split("?");
  const source = LINKS[path];
  if (!source) return page;
  const [from, link] = source;
  const address = link.replace(":id", "(\\w{16})").replace(/:\w+/, '([^"/?]+)');
  const html = await (await request.get(from)).text();
  const value = html.match(new RegExp(`href="${address}"`))?.[1];
  if (!value) throw new Error(`${from} has no link like ${link}`);
  return page.replace(/:\w+/, value);
}
