import { expect, test } from "vitest";
import { createApp } from "@/app";
import { isMachinePath } from "@/shared/paths";
import { ADMIN_PAGES, PAGES, TEACHER_PAGES } from "../../browser/helpers/pages";
import { createTestApp } from "../../helpers/app";
import { createAdmin, signIn } from "../../helpers/factories";

/** Routes that are not in the lists, and why. */
const EXCEPTIONS = {
  "/locale": "redirects, but refuses a request without a locale",
  "/maps/:file": "an image",
  "/payment-complete/:session": "axe.spec.ts checks it after a payment",
  "/admin/events/:id": "axe.spec.ts checks it after a payment",
  "/admin/verifications/:id/files/:n": "a file",
  "/shortlist/:id/note": "axe.spec.ts checks it for a saved listing",
  "/enquiries/confirm": "axe.spec.ts checks it by a mailed link",
  "/enquiries/:id/review": "review.spec.ts checks it in each state",
};
const NO_SUCH_ID = "0000000000000000";

const listed = [PAGES, TEACHER_PAGES, ADMIN_PAGES]
  .flatMap((list) => Object.values<string>(list))
  .map((page) => page.split("?")[0] ?? "");

const gets = createApp().routes.filter(({ method, path }) => method === "GET" && path !== "*");
const routes = [...new Set(gets.map(({ path }) => path))].filter((path) => !isMachinePath(path));

const toPattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`);

/** Whether the lists contain a route, with its parameter or with a value. */
const isListed = (route: string): boolean =>
  listed.some((path) => path === route || (!routes.includes(path) && toPattern(route).test(path)));

test("axe checks every page of the route table", async () => {
  const app = createTestApp();
  const as = await signIn(app, await createAdmin(app));
  const unlisted: string[] = [];
  for (const route of routes.filter((path) => !isListed(path))) {
    const answer = await app.get(route.replace(/:\w+/g, NO_SUCH_ID), { as });
    // Other answers are redirects, such as of the paths of forms, and files.
    if (answer.headers.get("content-type")?.startsWith("text/html")) unlisted.push(route);
  }
  expect(unlisted.sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test("every page of the lists has a route", () => {
  const hasRoute = (path: string) => routes.some((route) => toPattern(route).test(path));
  expect(listed.filter((path) => !hasRoute(path))).toEqual([PAGES.missing]);
});
