import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, signIn } from "../../helpers/factories";

let app: TestApp;
let as: Jar;

beforeEach(async () => {
  app = createTestApp();
  as = await signIn(app, await createAdmin(app));
  await db.run(sql`update listings set state = 'paused' where state = 'pending'`);
});

const page = async (path: string) => (await app.get(path, { as })).text();
const entry = (html: string, path: string) =>
  html.match(new RegExp(`class="admin-nav__link" href="${path}"[^>]*>(.*?)</a>`))?.[1];

describe("the menu of the admin area", () => {
  it("counts what waits, on every admin page, and hides zeros", async () => {
    expect(entry(await page(paths.adminUsers()), paths.adminListings())).toBe("Listings to review");
    const teacher = await createTeacher(app);
    const pending = { state: "pending", publishedTs: null, expiresTs: null, submittedTs: 1000 } as const;
    await createListing(app, teacher, pending);
    for (const path of [paths.admin(), paths.adminUsers(), paths.adminReports()]) {
      const html = await page(path);
      expect(entry(html, paths.adminListings())).toBe(
        'Listings to review <span class="admin-nav__count">1</span>',
      );
      expect(html).not.toMatch(/admin-nav__count">0</);
    }
  });

  it("has groups, a search, and no footer of the site; other pages have neither menu nor counts", async () => {
    const html = await page(paths.admin());
    for (const group of ["To do", "People", "Payments", "Site"]) {
      expect(html).toContain(`<span class="admin-nav__heading">${group}</span>`);
    }
    expect(html).toContain(`action="${paths.adminSearch()}"`);
    expect(html).not.toContain("site-footer");
    expect(html).toMatch(/<a [^>]*hrefLang="ro"[^>]*rel="alternate"/i);
    const home = await page(paths.home());
    expect(home).toContain("site-footer");
    expect(home).not.toContain("admin-nav");
  });
});

describe("GET /admin", () => {
  it("names only queues in which something waits", async () => {
    await db.run(sql`delete from testimonials where state = 'pending'`);
    expect(await page(paths.admin())).not.toContain("Testimonials to review");
    await db.run(sql`insert into testimonials (id, user_id, text, name, locale, consent_ts, state, created_ts)
      select '0000000000000001', id, 'Foarte bun site, mulțumim!', 'Ana', 'ro', 1, 'pending', 1 from users limit 1`);
    expect(await page(paths.admin())).toContain("Testimonials to review");
  });
});
