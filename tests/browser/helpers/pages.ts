import type { APIRequestContext } from "@playwright/test";
import { DEMO } from "./site";

/** One page of each template; journeys check those that only they reach. `:name` is a parameter of the route. */
export const TEMPLATES = [
  {
    name: "searches",
    pages: [
      "/",
      "/tutoring?subject=m&county=b&level=pb",
      "/tutoring?subject=la&county=tl&min=400",
      "/tutoring/:id",
      "/teachers/:id",
      "/prices",
      "/plan?exam=pb&subject=m&county=b",
    ],
  },
  {
    name: "texts",
    pages: [
      "/teach",
      "/ranking",
      "/blog",
      "/blog/evaluarea-nationala-mathematics-twelve-week-plan",
      "/testimonials",
      "/docs/api",
    ],
  },
  {
    name: "forms and messages",
    pages: [
      "/sign-up",
      "/tutoring/:id/report",
      "/enquiries/new?listing_ids=:id",
      "/requests/create",
      "/reset-password/sent",
      `/${"no-such-page-".repeat(10)}`,
    ],
  },
  {
    name: "a teacher's lists",
    as: DEMO.teacher,
    pages: [
      "/profile/listings",
      "/profile/analytics",
      "/profile/enquiries",
      "/enquiries/:id",
      "/profile/calendar",
      "/requests",
      "/requests/:id",
      "/profile/promotions/:id",
      "/invoices/:number",
      "/profile/reviews",
    ],
  },
  { name: "a learner's own request", as: DEMO.learner, pages: ["/requests/:id"] },
  {
    name: "a teacher's forms",
    as: DEMO.teacher,
    pages: [
      "/profile",
      "/profile/billing",
      "/profile/settings",
      "/profile/verification",
      "/tutoring/:id/edit",
      "/tutoring/:id/promote",
      "/tutoring/:id/share",
      "/alerts",
    ],
  },
  {
    name: "an admin's work",
    as: DEMO.admin,
    pages: [
      "/admin",
      "/admin/listings/:id",
      "/admin/searches",
      "/admin/coverage",
      "/admin/users",
      "/admin/users/:id",
    ],
  },
  {
    name: "an admin's forms",
    as: DEMO.admin,
    pages: [
      "/admin/follow-up/:key",
      "/admin/orders/:id",
      "/admin/pricing",
      "/admin/invitations",
      "/admin/blog/create",
      "/admin/settings/limits",
    ],
  },
];

/** Paths with a parameter whose value another link has: a page of these lists, and the path of that link. */
const LINKS: Record<string, readonly [page: string, link: string]> = {
  "/tutoring/:id": ["/tutoring", "/tutoring/:id"],
  "/teachers/:id": ["/tutoring/:id", "/teachers/:id"],
  "/tutoring/:id/report": ["/tutoring", "/tutoring/:id"],
  "/tutoring/:id/edit": ["/profile/listings", "/tutoring/:id/edit"],
  "/tutoring/:id/promote": ["/profile/listings", "/tutoring/:id/promote"],
  "/tutoring/:id/share": ["/profile/listings", "/tutoring/:id/share"],
  "/enquiries/new": ["/tutoring", "/tutoring/:id"],
  "/enquiries/:id": ["/profile/enquiries", "/enquiries/:id"],
  "/requests/:id": ["/requests", "/requests/:id"],
  "/profile/promotions/:id": ["/profile/promotions", "/profile/promotions/:id"],
  "/invoices/:number": ["/profile/promotions", "/invoices/:number"],
  "/admin/listings/:id": ["/admin/listings", "/admin/listings/:id"],
  "/admin/users/:id": ["/admin/users?role=t", "/admin/users/:id"],
  "/admin/follow-up/:key": ["/admin/follow-up", "/admin/follow-up/:key"],
  "/admin/orders/:id": ["/admin/orders", "/admin/orders/:id"],
};

/** Replaces the parameter of a path by a value; `request` is signed in as a user who may see the page. */
export async function findPath(request: APIRequestContext, page: string): Promise<string> {
  const [path = ""] = page.split("?");
  const source = LINKS[path];
  if (!source) return page;
  const [from, link] = source;
  const address = link.replace(":id", "(\\w{16})").replace(/:\w+/, '([^"/?]+)');
  const html = await (await request.get(await findPath(request, from))).text();
  const value = html.match(new RegExp(`href="${address}"`))?.[1];
  if (!value) throw new Error(`${from} has no link like ${link}`);
  return page.replace(/:\w+/, value);
}
