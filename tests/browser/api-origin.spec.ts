import { readFileSync } from "node:fs";
import { paths } from "@/shared/paths";
import { insertUser } from "../helpers/rows";
import { PICTURES } from "./helpers/files";
import { hashPassword } from "./helpers/hash-password";
import { startSite } from "./helpers/served";
import { test as base, expect, type Site } from "./helpers/test";

const PASSWORD = "patru culori de pe lume";
const picture = readFileSync(PICTURES[0]);

const test = base.extend<{ apiSite: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  apiSite: async ({}, use) => {
    // Chromium resolves all subdomains of localhost to this machine.
    const apiSite = await startSite((port) => ({
      SITE_URL: `http://site.localhost:${port}`,
      API_BASE: `http://api.site.localhost:${port}`,
    }));
    await use(apiSite);
    await apiSite.stop();
  },
});

test("a page signs in, stays signed in, uploads and reads at an API with an origin of its own", async ({
  open,
  apiSite: { url, db },
}) => {
  const { email } = await insertUser({ db, now: Date.now() }, { passwordHash: await hashPassword(PASSWORD) });
  const { port } = new URL(url);
  const [own, api] = [`http://site.localhost:${port}`, `http://api.site.localhost:${port}`];
  const visitor = await open({ locale: "en", javaScriptEnabled: true }, { baseURL: own });
  const { page, context } = visitor;
  const answered: string[] = [];
  page.on("response", (answer) => {
    const { origin, pathname } = new URL(answer.url());
    if (origin === api)
      answered.push(`${answer.request().method()} ${pathname.replace(/\w{16}/, "ID")} ${answer.status()}`);
  });

  // Before the script has loaded, the form is submitted without a call.
  const script = page.waitForResponse(/\/sign-in-[^/]*\.js$/);
  await visitor.go("/sign-in");
  await visitor.fill("email", email);
  await (await script).finished();
  await visitor.fill("password", PASSWORD);
  await visitor.press("accounts.signIn.submit");
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
  expect(answered).toContain("POST /auth/users/token 200");
  const [cookie] = (await context.cookies(own)).filter(({ name }) => name === "refresh_token");
  expect(cookie).toMatchObject({ domain: ".site.localhost", httpOnly: true, secure: true, sameSite: "Lax" });

  await visitor.go(paths.profile());
  await expect(page.locator("details.account-menu")).toBeVisible();
  const upload = async (name: string, bytes: number) => {
    const buffer = Buffer.concat([picture, Buffer.alloc(Math.max(0, bytes - picture.length))]);
    await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "image/webp", buffer });
  };
  await upload("small.webp", 0);
  await expect.poll(() => answered).toContain("PUT /storage/images/profile-pictures/ID.jpg 201");
  expect(answered).toContain("POST /auth/users/refresh 200");
  await expect(page.locator(".picture-section__picture img")).toHaveCount(1);
  await upload("large.webp", 600 * 1024);
  await expect
    .poll(() => answered.filter((call) => call === "PATCH /storage/uploads/ID 204"))
    .toHaveLength(2);
  expect(answered).toContain("POST /storage/uploads 201");

  const read = (path: string) =>
    page.evaluate(async (url) => (await fetch(url, { credentials: "include" })).status, api + path);
  expect(await read(paths.apiListings())).toBe(200);
  // Another origin of the same site is refused, although the same worker serves it.
  await page.goto(`http://other.site.localhost:${port}/sign-in`);
  await expect(read(paths.apiListings())).rejects.toThrow("Failed to fetch");
});
