import type { Page } from "@playwright/test";

/** Every screen there is, by the paths a person would follow; `listing` is the first one of the list. */
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

/** Screens of somebody who is signed in. */
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
  paper: "paper",
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

/** Where a symbolic page is found: by the first link that leads there. */
export async function pathOf(page: Page, name: string): Promise<string> {
  const first = async (from: string, selector: string) => {
    await page.goto(from);
    const href = await page.locator(selector).first().getAttribute("href");
    if (!href) throw new Error(`${from} has no ${selector}`);
    return href;
  };
  switch (name) {
    case "listing":
      return first("/tutoring", 'main a[href^="/tutoring/"]:not([href*="?"])');
    case "report":
      return `${await pathOf(page, "listing")}/report`;
    case "renewal":
      return `${await pathOf(page, "listing")}/renew?token=none`;
    case "thread":
      return first("/profile/enquiries", 'main a[href^="/enquiries/"]');
    case "edit":
      return first("/profile/listings", 'main a[href$="/edit"]');
    case "promote":
      return first("/profile/listings", 'main a[href$="/promote"]');
    case "order":
      return first("/profile/promotions", 'main a[href^="/profile/promotions/"]');
    case "paper":
      return first("/profile/promotions", 'main a[href^="/papers/"]');
    case "any order":
      return first("/admin/orders", 'main a[href^="/admin/orders/"]');
    case "any user":
      return first("/admin/users?role=t", 'main .entry a[href^="/admin/users/"]');
    case "any row of the work list":
      return first("/admin/follow-up", 'main .entry a[href^="/admin/follow-up/"]');
    case "any post":
      return first("/admin/blog", 'main a[href$="/edit"]');
    case "review":
      return first("/admin/listings", 'main a[href^="/admin/listings/"]');
    case "reports about":
      return (await first("/admin/listings", 'main a[href^="/admin/listings/"]')).replace(
        "/listings/",
        "/reports/",
      );
    default:
      return name;
  }
}
