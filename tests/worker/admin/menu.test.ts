import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, db, expectStatus, type Jar } from "../../helpers/app";
import { createAdmin, createListing, createTeacher, signIn } from "../../helpers/factories";
import { readSince } from "../../helpers/follow-up";

let as: Jar;

beforeEach(async () => {
  as = await signIn(await createAdmin());
  await db.run(sql`update listings set state = 'paused' where state = 'pending'`);
});

const page = async (path: string) => (await app.get(path, { as })).text();
const entry = (html: string, path: string) =>
  html.match(new RegExp(`class="admin-nav__link" href="${path}"[^>]*>(.*?)</a>`))?.[1];

describe("the menu of the admin area", () => {
  it("counts what waits, on every admin page, and hides zeros", async () => {
    expect(entry(await page(paths.adminUsers()), paths.adminListings())).toBe("Listings to check");
    const teacher = await createTeacher();
    const pending = { state: "pending", publishedTs: null, expiresTs: null, submittedTs: 1000 } as const;
    await createListing(teacher, pending);
    for (const path of [paths.admin(), paths.adminUsers(), paths.adminReports()]) {
      const html = await page(path);
      expect(entry(html, paths.adminListings())).toBe(
        'Listings to check <span class="admin-nav__count">1</span>',
      );
      expect(html).not.toMatch(/admin-nav__count">0</);
    }
  });

  it("has groups, a search, and no footer of the site; other pages have neither menu nor counts", async () => {
    const html = await page(paths.admin());
    for (const group of ["To do", "Users", "Payments", "Site"]) {
      expect(html).toContain(`<span class="admin-nav__heading">${group}</span>`);
    }
    expect(html).toContain(`action="${paths.adminSearch()}"`);
    expect(html).not.toContain("site-footer");
    expect(html).toMatch(/<a [^>]*hrefLang="ro"[^>]*rel="alternate"/i);
    expect(html.match(/>Română</g)).toHaveLength(1);
    const home = await page(paths.home());
    expect(home).toContain("site-footer");
    expect(home).not.toContain("admin-nav");
  });
});

it("the menu on the page of a refused form has its counts", async () => {
  const teacher = await createTeacher();
  const pending = { state: "pending", publishedTs: null, expiresTs: null, submittedTs: 1000 } as const;
  const { id } = await createListing(teacher, pending);
  for (const [version, status] of [
    ["1", 422],
    ["7", 409],
  ] as const) {
    const form = { version, reason: status === 422 ? "" : "unclear", text: "?" };
    const answer = await expectStatus(app.post(paths.adminListingAction(id, "reject"), { form, as }), status);
    expect(entry(await answer.text(), paths.adminListings())).toContain('admin-nav__count">1<');
  }
  const missing = await expectStatus(app.get(paths.adminListing("0000000000000000"), { as }), 404);
  expect(entry(await missing.text(), paths.adminListings())).toContain('admin-nav__count">1<');
});

it("the lists of reviews have the counts that add up to that of the menu", async () => {
  const teacher = await createTeacher();
  await db.run(sql`insert into reviews (id, teacher_id, guest_key, subject, rating, text, locale, lessons, author_role,
        state, created_ts) values ('0000000000000003', ${teacher.id}, 'k', 'm', 5, 't', 'ro', '1', 'parent', 'pending', 5),
        ('0000000000000004', ${teacher.id}, 'l', 'm', 5, 't', 'ro', '1', 'parent', 'published', 5)`);
  await db.run(sql`insert into review_reports (id, review_id, reason, created_ts)
      values ('0000000000000005', '0000000000000004', 'other', 5)`);
  const html = await page(paths.adminReviews());
  expect(entry(html, paths.adminReviews())).toContain('admin-nav__count">2<');
  const tabs = html.slice(html.indexOf("site-main"));
  expect([...tabs.matchAll(/follow-up-queues__n">(\d*)</g)].map(([, n]) => n).join()).toMatch(/^1,1,,/);
  await db.run(sql`delete from review_reports`);
  await db.run(sql`delete from reviews`);
});

it("what an admin snoozed is in no count: not in the menu, on Today or in the follow-up list; its own page lists it with a badge", async () => {
  const teacher = await createTeacher();
  const now = app.clock.now;
  const submittedTs = now - 2 * DAY_MS;
  const pending = { state: "pending", publishedTs: null, expiresTs: null, submittedTs } as const;
  const listing = await createListing(teacher, pending);
  const reported = await createListing(teacher, { subject: "p" });
  for (const table of ["testimonials", "reports", "reviews", "verifications", "mail_outbox"])
    await db.run(sql.raw(`delete from ${table}`));
  await db.run(sql`insert into testimonials (id, user_id, text, name, locale, consent_ts, state, created_ts)
      values ('0000000000000001', ${teacher.id}, 'Foarte bun site, mulțumim!', 'Ana', 'ro', 1, 'pending', 5)`);
  await db.run(sql`insert into reports (id, listing_id, reason, created_ts)
      values ('0000000000000002', ${reported.id}, 'spam', 5)`);
  await db.run(sql`insert into reviews (id, teacher_id, guest_key, subject, rating, text, locale, lessons, author_role,
        state, created_ts)
      values ('0000000000000003', ${teacher.id}, 'k', 'm', 5, 't', 'ro', '1', 'parent', 'pending', 5)`);
  await db.run(sql`insert into verifications (id, user_id, kind, state, files, created_ts)
      values ('0000000000000004', ${teacher.id}, 'diploma', 'pending', '[]', 5)`);
  await db.run(sql`insert into mail_outbox (id, template, recipient, subject, text, html, created_ts, next_attempt_ts,
        state)
      values ('0000000000000005', 'x', 'r@example.test', 's', '', '', 5, 5, 'dead')`);
  const queues = [
    { page: paths.adminListings(), key: `listings_pending:${listing.id}` },
    { page: paths.adminReports(), key: `reports:${reported.id}` },
    { page: paths.adminTestimonials(), key: "testimonials:0000000000000001" },
    { page: paths.adminReviews(), key: "reviews_pending:0000000000000003" },
    { page: paths.adminVerifications(), key: "verifications_pending:0000000000000004" },
    { page: paths.adminMail(), key: "mail_undelivered:0000000000000005" },
  ];
  const BADGE = "Snoozed or done in Tasks";
  const read = async () => {
    const today = await page(paths.admin());
    const tasks = await page(paths.followUp());
    return Promise.all(
      queues.map(async ({ page: path, key }) => ({
        key,
        inMenu: entry(today, path)?.includes('admin-nav__count">1<') ?? false,
        onToday: today.split("admin-search")[1]?.includes(`href="${path}"`) ?? false,
        inTasks: tasks.includes(`action="${paths.followUpRow(key)}"`),
        hasBadge: (await page(path)).includes(BADGE),
      })),
    );
  };
  expect(await read()).toEqual(
    queues.map(({ key }) => ({ key, inMenu: true, onToday: true, inTasks: true, hasBadge: false })),
  );
  for (const { key } of queues) {
    const since = await readSince(key, as);
    await app.post(paths.followUpRow(key), { form: { intent: "tomorrow", version: "0", since }, as });
  }
  expect(await read()).toEqual(
    queues.map(({ key }) => ({ key, inMenu: false, onToday: false, inTasks: false, hasBadge: true })),
  );
});

describe("GET /admin", () => {
  it("leaves out zeros, and says when a section has nothing else", async () => {
    const readSections = async () => (await page(paths.admin())).split("<h2>").slice(-2);
    const [today, totals] = await readSections();
    expect(today).toMatch(/^So far today.*New accounts/);
    expect(totals).toMatch(/^In numbers/);
    app.clock.now += 40 * DAY_MS;
    as = await signIn(await createAdmin());
    await db.run(sql`update users set signup_ts = 1`);
    await db.run(sql`delete from listing_counts`);
    const [none, money] = await readSections();
    expect(none).toContain('<p class="muted">Nothing yet</p>');
    expect(none).not.toContain("<dt");
    // The net of the month is always there.
    expect(money?.match(/<dt/g)).toHaveLength(1);
    expect(money).toContain("0 lei");
    for (const section of [none, money]) expect(section).not.toContain(">0<");
  });

  it("names only queues in which something waits", async () => {
    await db.run(sql`delete from testimonials where state = 'pending'`);
    expect(await page(paths.admin())).not.toContain("Testimonials to check");
    await db.run(sql`insert into testimonials (id, user_id, text, name, locale, consent_ts, state, created_ts)
      select '0000000000000001', id, 'Foarte bun site, mulțumim!', 'Ana', 'ro', 1, 'pending', 1 from users limit 1`);
    expect(await page(paths.admin())).toContain("Testimonials to check");
  });
});
