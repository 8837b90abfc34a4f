import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { createAdmin, signIn } from "../../helpers/factories";

let app: TestApp;
let as: Jar;

beforeEach(async () => {
  app = createTestApp();
  as = await signIn(app, await createAdmin(app));
});

describe("GET /admin", () => {
  it("shows the day's numbers, and admin pages link to each other", async () => {
    const html = await app.read(paths.admin(), { as });
    expect(html).toContain("New accounts");
    for (const path of [
      paths.followUp(),
      paths.adminListings(),
      paths.adminUsers(),
      paths.adminSettings(),
      paths.adminAudit(),
      paths.adminPosts(),
    ]) {
      expect(html).toContain(`class="admin-nav__link" href="${path}"`);
    }
    const homePage = await app.read(paths.home(), { as });
    expect(homePage).not.toContain("admin-nav");
  });

  it("shows that a queue has more than the counted number", async () => {
    await db.run(sql`insert into contact_messages (id, name, email, subject, message, locale, created_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 150)
      select printf('%016d', n), 'A', 'a@example.test', 's', 'm', 'ro', ${app.clock.now} - n from n`);
    const html = await app.read(paths.admin(), { as });
    expect(html).toContain(`href="${paths.followUp({ queue: "contact" })}">99+</a>`);
    expect(html).toMatch(/>\d+\+ open/);
  });
});
