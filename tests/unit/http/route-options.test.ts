import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "@/context";
import { getRouteOptions, listPathsWith, type RouteOptions, routeOptions } from "@/http/route-options";

const features = new Hono<AppEnv>()
  .use("/data/*", routeOptions({ queryToken: true }))
  .get("/tutoring/create", (c) => c.text("form"))
  .get("/tutoring/:id", routeOptions({ cacheable: true, prefetchable: true }), (c) => c.text("listing"))
  .post("/tutoring/:id", (c) => c.text("saved"))
  .get("/contact", routeOptions({ sitemap: {} }), (c) => c.text("contact"))
  .put("/data/:file", routeOptions({ maxBody: 5 }), (c) => c.text("stored"));

async function findOptions(path: string, method = "GET"): Promise<RouteOptions | undefined> {
  let options: RouteOptions | undefined;
  const app = new Hono<AppEnv>()
    .use(async (c, next) => {
      options = getRouteOptions(c);
      await next();
    })
    .route("/", features);
  await app.request(path, { method });
  return options;
}

test("getRouteOptions returns the options of the route that responds, by method", async () => {
  expect(await findOptions("/tutoring/abc")).toEqual({ cacheable: true, prefetchable: true });
  expect(await findOptions("/tutoring/abc", "HEAD")).toEqual({ cacheable: true, prefetchable: true });
  expect(await findOptions("/tutoring/abc", "POST")).toEqual({});
  expect(await findOptions("/unknown")).toEqual({});
});

test("getRouteOptions ignores routes that match after the first path", async () => {
  expect(await findOptions("/tutoring/create")).toEqual({});
});

test("getRouteOptions adds the options of `use` to those of the route", async () => {
  expect(await findOptions("/data/x", "PUT")).toEqual({ queryToken: true, maxBody: 5 });
});

test("listPathsWith lists the paths of routes with an option, and its values", () => {
  expect(listPathsWith(features.routes, "sitemap")).toEqual([{ path: "/contact", value: {} }]);
});
