import { describe, expect, test } from "vitest";
import { isAdminPath } from "@/http/admin-gate";
import { app, expectRedirect, expectStatus } from "../../helpers/app";
import { createAdmin, createTeacher, createUser } from "../../helpers/factories";

const DISGUISES = [
  "/admin",
  "/admin/",
  "/admin/listings",
  "/admin/listings/0123456789abcdef/approve",
  "/admin/nothing/here",
  "/Admin",
  "/aDmIn/Follow-Up",
  "/%61dmin",
  "/a%64min/listings",
  "/%2561dmin",
  "//admin",
  "/./admin",
  "/x/../admin",
  "/%2e/admin",
  "/x/%2e%2e/admin",
  "/x/..%2fadmin",
  "/%2fadmin",
  "/%5cadmin",
  "/\\admin",
  "/admin%5clistings",
  "/admin/..%2f..%2ftutoring",
  "/admin%00",
  "/admin%3fx=1",
  "/admin;x=1",
  "/en/admin",
  "/en//admin",
];
const ROMANIAN = ["/ro/admin", "/ro//admin", "/ro/%61dmin", "/ro/ro/admin"];

describe("user who is not an admin", () => {
  const expectHome = async (path: string, home = "/", init = {}) => {
    const response = await app.request(path, init);
    const answer = [response.status, response.headers.get("location"), await response.text()];
    expect(answer, path).toEqual([302, home, ""]);
  };

  test("each form of an admin path: 302 to the home page of its language and nothing else", async () => {
    for (const path of DISGUISES) await expectHome(path);
    for (const path of ROMANIAN) await expectHome(path, "/ro");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"])
      for (const path of ["/admin/listings", "/%61dmin"]) await expectHome(path, "/", { method });
  });

  test("GET /ro/admin/users?q=ana signed out: 302, and the sign-in of that language leads there", async () => {
    const { headers } = await app.get("/ro/admin/users?q=ana");
    const [cookie, ...attributes] = (headers.get("set-cookie") ?? "").split("; ");
    expect(attributes).toContain("Path=/ro/sign-in");
    const page = await app.get("/ro/sign-in", { headers: { cookie: cookie ?? "" } });
    expect(await page.text()).toContain('name="next" value="/admin/users?q=ana"');
  });

  test("GET /admin as a learner or a teacher: 302 to /", async () => {
    for (const user of [await createUser(), await createTeacher()])
      await expectHome("/admin/listings", "/", { as: user });
  });

  test("GET /admin as an admin who was disabled after the sign-in: 302 to /", async () => {
    const admin = await createAdmin();
    await app.bindings.DB.prepare("update users set disabled_ts = 1 where id = ?").bind(admin.id).run();
    await expectStatus(app.get("/admin", { as: admin }), 302);
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
  const as = await createAdmin();
  await expectStatus(app.get("/%61dmin/nothing", { as }), 404);
});

test("isAdminPath decodes a path with many encodings completely", () => {
  expect(isAdminPath(`/%${"25".repeat(2000)}61dmin`)).toBe(true);
  expect(isAdminPath(`/%${"25".repeat(2000)}62dmin`)).toBe(false);
});
