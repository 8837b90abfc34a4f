import { describe, expect, test } from "vitest";
import { isAdminPath } from "@/http/admin-gate";
import { createTestApp, expectRedirect, expectStatus } from "../../helpers/app";
import { createAdmin, createTeacher, createUser, signIn } from "../../helpers/factories";

const app = createTestApp();

const DISGUISES = [
  "/admin",
  "/admin/",
  "/admin?x=1",
  "/admin/listings",
  "/admin/listings/0123456789abcdef/approve",
  "/admin/nothing/here",
  "/admin/blog/create",
  "/Admin",
  "/ADMIN",
  "/aDmIn/Follow-Up",
  "/%61dmin",
  "/%41DMIN",
  "/a%64min/listings",
  "/%61%64%6d%69%6e",
  "/%61%64%6D%69%6E/x",
  "/%2561dmin",
  "/%252561dmin",
  "/%25252525252561dmin",
  "//admin",
  "///admin//listings",
  "/.//admin",
  "/./admin",
  "/x/../admin",
  "/%2e/admin",
  "/x/%2e%2e/admin",
  "/x/..%2fadmin",
  "/%2fadmin",
  "/%2Fadmin%2Flistings",
  "/%5cadmin",
  "/\\admin",
  "/admin%2flistings",
  "/admin%5clistings",
  "/admin/..%2f..%2ftutoring",
  "/admin%00",
  "/admin%20",
  "/admin%09/x",
  "/admin%3fx=1",
  "/admin%23x",
  "/admin;x=1",
  "/en/admin",
  "/en/admin/listings?state=pending",
  "/en//admin",
];
const ROMANIAN = [
  "/ro/admin",
  "/ro/admin/",
  "/ro//admin",
  "/ro/ADMIN/x",
  "/ro/%61dmin",
  "/ro/./admin",
  "/ro/ro/admin",
];

describe("user who is not an admin", () => {
  test.each(DISGUISES)("GET %s: 302 to / and nothing else", async (path) => {
    const response = await app.get(path);
    expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
      302,
      "/",
      "",
    ]);
  });

  test.each(ROMANIAN)("GET %s: 302 to /ro and nothing else", async (path) => {
    const response = await app.get(path);
    expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
      302,
      "/ro",
      "",
    ]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"])(
    "%s /admin/listings: 302 to /",
    async (method) => {
      for (const path of ["/admin", "/admin/listings", "/ADMIN/x", "/%61dmin"]) {
        const response = await app.request(path, { method });
        expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
          302,
          "/",
          "",
        ]);
      }
    },
  );

  test("GET /ro/admin/users?q=ana signed out: 302, and the sign-in of that language leads there", async () => {
    const { headers } = await app.get("/ro/admin/users?q=ana");
    const [cookie, ...attributes] = (headers.get("set-cookie") ?? "").split("; ");
    expect(attributes).toContain("Path=/ro/sign-in");
    const page = await app.get("/ro/sign-in", { headers: { cookie: cookie ?? "" } });
    expect(await page.text()).toContain('name="next" value="/admin/users?q=ana"');
  });

  test("GET /admin as a learner or a teacher: 302 to /", async () => {
    for (const user of [await createUser(app), await createTeacher(app)]) {
      const as = await signIn(app, user);
      const response = await app.get("/admin/listings", { as });
      expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
        302,
        "/",
        "",
      ]);
    }
  });

  test("GET /admin as an admin who was disabled after the sign-in: 302 to /", async () => {
    const admin = await createAdmin(app);
    const as = await signIn(app, admin);
    await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(admin.id).run();
    await expectStatus(app.get("/admin", { as }), 302);
  });

  test("GET /admin with an admin's stored language: 302 before any other redirect", async () => {
    await expectRedirect(app.get("/admin/", { headers: { cookie: "locale=ro" } }), "/", 302);
  });
});

test.each([
  "/administrator",
  "/administration/x",
  "/admin-area",
  "/admins",
  "/x/admin",
  "/tutoring/admin.txt",
])("GET %s is no admin path: 404", async (path) => {
  await expectStatus(app.get(path), 404);
});

test("GET /%61dmin as an admin: 404, because the gate lets admins pass", async () => {
  const as = await signIn(app, await createAdmin(app));
  await expectStatus(app.get("/%61dmin/nothing", { as }), 404);
});

test("isAdminPath decodes a path with many encodings completely", () => {
  expect(isAdminPath(`/%${"25".repeat(2000)}61dmin`)).toBe(true);
  expect(isAdminPath(`/%${"25".repeat(2000)}62dmin`)).toBe(false);
});
