import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { app, createTestApp, db, type Jar } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createAdmin, createListing, createTeacher, signIn } from "../../helpers/factories";

const { db: countingBinding, ledger } = createCountingDb(app.bindings.DB);
const measuredApp = createTestApp({ DB: countingBinding as never });
let as: Jar;

/** Thousands of rows in most queues, without notes. */
beforeAll(async () => {
  const { now } = app.clock;
  const teacher = await createTeacher();
  const listing = await createListing(teacher);
  const numbers = sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 3000)`;
  const id = sql`printf('%016d', n)`;
  await db.run(sql`insert into contact_messages (id, name, email, subject, message, locale, created_ts)
    ${numbers} select ${id}, 'A', 'a@example.test', 's', 'm', 'ro', ${now} - n from n`);
  await db.run(sql`insert into enquiries (id, listing_id, teacher_id, guest_email, guest_name, confirmed_ts, state, created_ts, last_message_ts)
    ${numbers} select ${id}, ${listing.id}, ${teacher.id}, 'g@example.test', 'G', 1, 'new', ${now - 9 * DAY_MS} - n, 1 from n`);
  await db.run(sql`insert into mail_outbox (id, template, recipient, subject, text, html, created_ts, next_attempt_ts, state)
    ${numbers} select ${id}, 'x', 'r' || n || '@example.test', 's', '', '', ${now} - n, ${now} - n, 'dead' from n`);
  await db.run(sql`insert into payment_events (id, type, created_ts, received_ts, outcome, payload)
    ${numbers} select 'evt_' || n, 'x', 1, ${now} - n, 'alert', '{}' from n`);
  await db.run(sql`insert into listings (id, owner_id, subject, state, created_ts, updated_ts, submitted_ts, expires_ts)
    ${numbers} select ${id}, ${teacher.id}, 'm', iif(n % 2, 'pending', 'published'), 1, 1, ${now - 3 * DAY_MS} - n,
      ${now + DAY_MS} + n from n`);
  await db.run(sql`insert into reports (id, listing_id, reason, created_ts)
    ${numbers} select ${id}, ${id}, 'spam', ${now} - n from n`);
  await db.run(sql`insert into testimonials (id, user_id, text, name, locale, consent_ts, state, created_ts)
    ${numbers} select ${id}, ${teacher.id}, 't', 'n', 'ro', 1, 'pending', ${now} - n from n`);
  await db.run(sql`insert into reviews (id, teacher_id, guest_key, subject, rating, text, locale, lessons, author_role, state, created_ts, objection_ts)
    ${numbers} select ${id}, ${teacher.id}, n, 'm', 5, 't', 'ro', '1', 'parent', iif(n % 2, 'pending', 'removed'), ${now} - n,
      iif(n % 2, null, ${now} - n) from n`);
  await db.run(sql`insert into review_reports (id, review_id, reason, created_ts, outcome, objection_ts)
    ${numbers} select ${id}, printf('%016d', n - 1 + n % 2), 'other', ${now} - n, iif(n % 2, null, 'dismissed'), iif(n % 2, null, ${now} - n) from n`);
  await db.run(sql`insert into orders (id, listing_id, buyer_id, package, days, placement, amount, vat_amount, vat_rate, state,
      immediate_start, consent_text, consent_ts, created_ts)
    ${numbers} select ${id}, ${id}, ${teacher.id}, 'p', 7, 'results', 1, 0, 0, 'expired', 1, '', 1, ${now} - n from n`);
  await db.run(sql`insert into users (id, email, role, first_name, last_name, signup_ts)
    ${numbers} select 'z' || substr(${id}, 2), n || '@incomplete.test', 't', 'A', 'B', ${now} - n from n`);
  await db.run(sql`insert into teacher_information (user_id)
    select id from users where email like '%@incomplete.test'`);
  await db.run(sql`insert into verifications (id, user_id, kind, state, files, created_ts)
    select id, id, 'diploma', 'pending', '[]', signup_ts from users where email like '%@incomplete.test'`);
  as = await signIn(await createAdmin());
});

/** Rows of a page, and the next cursor. */
async function readPage(path: string) {
  ledger.clear();
  const answer = await measuredApp.get(path, { as });
  expect(answer.status, path).toBe(200);
  const next = (await answer.text()).match(/rel="next" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
  // No statement reads a whole queue. Rows without an ordered index are read, listed and counted up to a bound.
  const [first = 0, second = 0, ...others] = ledger.statements
    .map(({ rowsRead }) => rowsRead)
    .toSorted((a, b) => b - a);
  expect(
    [first, second].every((n) => n <= 1200),
    path,
  ).toBe(true);
  expect(Math.max(...others), path).toBeLessThan(1000);
  expect(ledger.statements.length, path).toBeGreaterThan(17);
  return { next, rows: ledger.rowsRead() };
}

describe("GET /admin/follow-up with 3000 rows in each queue", () => {
  it("reads fewer than 9500 rows for the first page, and at most 25 more for later pages", async () => {
    let { next, rows } = await readPage(paths.followUp());
    expect(rows).toBeLessThan(9500);
    const first = rows;
    for (let n = 0; n < 3; n++) ({ next, rows } = await readPage(next));
    expect(rows).toBeLessThanOrEqual(first + 25);
  });

  it("reads fewer than 6500 rows for a single queue, the menu included", async () => {
    const { rows } = await readPage(paths.followUp({ queue: "listings_expiring" }));
    expect(rows).toBeLessThan(6500);
  });
});
