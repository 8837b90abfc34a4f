import type { APIRequestContext } from "@playwright/test";

/** All pages of the site. `listing` is the first listing of the list. */
export const PAGES = {
  home: "/",
  list: "/tutoring",
  results: "/tutoring?subject=m&county=b&level=pb",
  nothing: "/tutoring?subject=la&county=tl&min=400",
  listing: "listing",
  report: "report",
  renewal: "renewal",
  ranking: "/ranking",
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
  api: "/docs/api",
  signIn: "/sign-in",
  signUp: "/sign-up",
  resetPassword: "/reset-password",
  newPassword: "/reset-password?token=none",
  erased: "/account-deleted",
  missing: "/there-is-no-such-page",
} as const;

/** Pages of a signed-in user. */
export const TEACHER_PAGES = {
  profile: "/profile",
  ownListings: "/profile/listings",
  analytics: "/profile/analytics",
  inbox: "/profile/enquiries",
  settings: "/profile/settings",
  privacy: "/profile/privacy",
  erase: "/profile/delete",
  thread: "thread",
  create: "/tutoring/create",
  edit: "edit",
  promote: "promote",
  orders: "/profile/promotions",
  order: "order",
  invoice: "invoice",
} as const;

export const ADMIN_PAGES = {
  admin: "/admin",
  queue: "/admin/listings",
  review: "review",
  reports: "/admin/reports",
  reportsAbout: "reports about",
  mail: "/admin/mail",
  users: "/admin/users",
  user: "any user",
  createUser: "/admin/users/create",
  audit: "/admin/audit",
  testimonials: "/admin/testimonials",
  followUp: "/admin/follow-up",
  followUpRow: "any row of the work list",
  pricing: "/admin/pricing",
  packages: "/admin/pricing/packages",
  vat: "/admin/pricing/vat",
  seller: "/admin/pricing/seller",
  orders: "/admin/orders",
  order: "any order",
  events: "/admin/events",
  reconciliations: "/admin/reconciliations",
  posts: "/admin/blog",
  createPost: "/admin/blog/create",
  editPost: "any post",
  categories: "/admin/blog/categories",
  settings: "/admin/settings",
  limits: "/admin/settings/limits",
  bannedWords: "/admin/settings/banned-words",
} as const;

/** Where to find the link to a symbolic page: a page, and a pattern of the link's address. */
const LINKS: Record<string, [from: string, address: RegExp]> = {
  listing: ["/tutoring", /\/tutoring\/\w{16}/],
  thread: ["/profile/enquiries", /\/enquiries\/\w{16}/],
  edit: ["/profile/listings", /\/tutoring\/\w{16}\/edit/],
  promote: ["/profile/listings", /\/tutoring\/\w{16}\/promote/],
  order: ["/profile/promotions", /\/profile\/promotions\/\w{16}/],
  invoice: ["/profile/promotions", /\/invoices\/[^"?]+/],
  "any order": ["/admin/orders", /\/admin\/orders\/\w{16}/],
  "any user": ["/admin/users?role=t", /\/admin\/users\/\w{16}/],
  "any row of the work list": ["/admin/follow-up", /\/admin\/follow-up\/\w+(?::|%3A)[^"?]+/],
  "any post": ["/admin/blog", /\/admin\/blog\/\w{16}\/edit/],
  review: ["/admin/listings", /\/admin\/listings\/\w{16}/],
};

/** The path of a page of the lists above; `request` is signed in as a user who may see it. */
export async function findPath(request: APIRequestContext, name: string): Promise<string> {
  if (name === "report") return `${await findPath(request, "listing")}/report`;
  if (name === "renewal") return `${await findPath(request, "listing")}/renew?token=none`;
  if (name === "reports about") return (await findPath(request, "review")).replace("/listings/", "/reports/");
  const link = LINKS[name];
  if (!link) return name;
  const [from, address] = link;
  const html = await (await request.get(from)).text();
  const path = html.match(new RegExp(`href="(${address.source})"`))?.[1];
  if (!path) throw new Error(`${from} has no link like ${address}`);
  return path;
}
