import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/shared/paths";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, signIn } from "../../helpers/factories";

let app: TestApp;
let as: Jar;
let waiting: string[];

beforeEach(async () => {
  app = createTestApp();
  as = await signIn(app, await createAdmin(app));
  await db.run(sql`update listings set state = 'paused' where state = 'pending'`);
  const teacher = await createTeacher(app);
  const pending = { state: "pending", publishedTs: null, renewedTs: null, expiresTs: null } as const;
  waiting = [];
  for (const submittedTs of [1000, 2000, 3000]) {
    waiting.push((await createListing(app, teacher, { ...pending, submittedTs })).id);
  }
});

/** Submits a form of a review page with its fields. */
async function decide(id: string, action: "approve" | "reject", more: Record<string, string> = {}) {
  const html = await (await app.get(paths.adminListing(id), { as })).text();
  const start = html.indexOf(paths.adminListingAction(id, action));
  const form = html.slice(start, html.indexOf("</form>", start));
  const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value ?? ""]));
  const answer = await app.post(paths.adminListingAction(id, action), { form: { ...fields, ...more }, as });
  expect(answer.status).toBe(303);
  return answer.headers.get("location");
}

describe("reviewing one listing after another", () => {
  it("continues with the next one, from the last to the oldest, then with the queue", async () => {
    const [first = "", second = "", third = ""] = waiting;
    const next = await decide(second, "approve");
    expect(next).toBe(paths.adminListing(third, { done: "approved", decided: second }));
    const html = await (await app.get(next ?? "", { as })).text();
    expect(html).toContain("The listing is published");
    expect(await decide(third, "reject", { reason: "unclear", text: "Ce instrument?" })).toBe(
      paths.adminListing(first, { done: "rejected", decided: third }),
    );
    expect(await decide(first, "approve")).toBe(paths.adminListings({ done: "approved", decided: first }));
  });

  it("links to the next one without a decision, and lists the keyboard shortcuts", async () => {
    const [first = "", second = ""] = waiting;
    const html = await (await app.get(paths.adminListing(first), { as })).text();
    expect(html).toMatch(/<a [^>]*accessKey="n"|accesskey="n"/i);
    expect(html).toContain(`href="${paths.adminListing(second)}"`);
    for (const key of ["a", "r"]) expect(html.toLowerCase()).toContain(`accesskey="${key}"`);
  });
});

describe("GET /admin", () => {
  it("shows the day's numbers, and admin pages link to each other", async () => {
    const html = await (await app.get(paths.admin(), { as })).text();
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
    const homePage = await (await app.get(paths.home(), { as })).text();
    expect(homePage).not.toContain("admin-nav");
  });

  it("shows that a queue has more than the counted number", async () => {
    await db.run(sql`insert into contact_messages (id, name, email, subject, message, locale, created_ts)
      with recursive n(n) as (select 1 union all select n + 1 from n where n < 150)
      select printf('%016d', n), 'A', 'a@example.test', 's', 'm', 'ro', ${app.clock.now} - n from n`);
    const html = await (await app.get(paths.admin(), { as })).text();
    expect(html).toContain(`href="${paths.followUp({ queue: "contact" })}">99+</a>`);
    expect(html).toMatch(/>\d+\+ open/);
  });
});
