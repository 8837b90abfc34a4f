import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { reindexListingsStatements } from "@/features/listings";
import { runSchedule } from "@/jobs";
import { SCHEDULE } from "@/jobs/schedule";
import { DAY_MS } from "@/shared/dates";
import { app, db, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { replaceDueRows } from "../../helpers/due-rows";
import { createTeacher } from "../../helpers/factories";
import { fakeAuthority } from "../../helpers/fake-authority";
import { fakeStripe } from "../../helpers/fake-stripe";
import { servicesAt } from "../../helpers/services";

const LISTINGS = 3_000;

/** Most rows of one run, and of one statement: read or written. */
type Bound = { read: number; written: number; statement: number };
const BOUNDS: Record<string, Bound> = {
  "aggregate-statistics": { read: 32_000, written: 1_500, statement: 10_000 },
  "sweep-expired-listings": { read: 130_000, written: 25_000, statement: 12_000 },
  "reindex-outdated-listings": { read: 300_000, written: 75_000, statement: 12_000 },
  // Each listing matches 3,000 filters.
  "match-alerts": { read: 750_000, written: 200_000, statement: 10_000 },
  "queue-alert-digests": { read: 26_000, written: 22_000, statement: 10_000 },
  "sweep-alert-matches": { read: 26_000, written: 8_000, statement: 10_000 },
  "sweep-alerts": { read: 36_000, written: 16_000, statement: 2_500 },
  "deliver-mail": { read: 200, written: 150, statement: 10 },
  "deliver-pushes": { read: 450, written: 450, statement: 15 },
  // Reads every unpaid order after its checkout: those of some minutes, or of an outage of Stripe.
  "reconcile-orders": { read: 7_000, written: 300, statement: 6_500 },
  // Bounded by pages of Stripe's events.
  "reconcile-events": { read: 10, written: 0, statement: 10 },
  "reconcile-refunds": { read: 200, written: 0, statement: 50 },
  // Reads the paid orders of a month without a fee: those of some minutes, or of an outage of Stripe.
  "reconcile-fees": { read: 7_000, written: 0, statement: 6_500 },
  "send-efactura": { read: 600, written: 250, statement: 400 },
  "register-invoices": { read: 150, written: 0, statement: 100 },
  "purge-invoice-buyers": { read: 5_500, written: 1_600, statement: 3_000 },
  // Bounded samples of the outboxes, and open payments.
  "check-health": { read: 4_600, written: 0, statement: 4_400 },
  "send-expiry-reminders": { read: 20_000, written: 15_000, statement: 250 },
  // Reads the other conversations of the two sides too.
  "remind-unanswered": { read: 13_000, written: 4_000, statement: 4_500 },
  // Of teachers without listings and with one enquiry each.
  "refresh-replies": { read: 25_000, written: 6_000, statement: 1_000 },
  "send-appointment-notices": { read: 14_000, written: 8_000, statement: 2_500 },
  "offer-teachers": { read: 12_000, written: 4_500, statement: 3_500 },
  // Of teachers without listings: each listing adds 410 / 94, as in reindex-outdated-listings.
  "pause-silent-teachers": { read: 1_500, written: 150, statement: 400 },
  "send-review-invitations": { read: 11_000, written: 4_000, statement: 2_500 },
  // Of teachers without listings: each listing adds 410 / 94, as in reindex-outdated-listings.
  "reindex-ended-badges": { read: 3_000, written: 120, statement: 80 },
  // Of 5 admins, each with the first page of all tasks.
  "send-task-digests": { read: 130_000, written: 150, statement: 12_000 },
  "send-badge-reminders": { read: 1_500, written: 750, statement: 600 },
  "send-ending-notices": { read: 1_000, written: 1_000, statement: 600 },
  "send-ended-notices": { read: 1_800, written: 1_000, statement: 500 },
  // Of one teacher; `notices.test.ts` tells 5,000.
  "notify-requests": { read: 40_000, written: 100, statement: 4_000 },
  "queue-request-digests": { read: 11_000, written: 3_100, statement: 9_500 },
  // The audit events of erased requests are deleted with them.
  "sweep-requests": { read: 90_000, written: 25_000, statement: 6_500 },
  "sweep-invitations": { read: 30_000, written: 8_500, statement: 2_500 },
  "sweep-mails": { read: 15_000, written: 4_000, statement: 10_000 },
  // Holds the decisions of the last hour.
  "sweep-decision-undos": { read: 2_100, written: 1_100, statement: 2_100 },
  "sweep-auth-rows": { read: 75_000, written: 15_000, statement: 10_000 },
  "sweep-unused-pictures": { read: 60_000, written: 22_000, statement: 1_200 },
  "sweep-unconfirmed-enquiries": { read: 80_000, written: 8_000, statement: 10_000 },
  "sweep-guest-enquiries": { read: 120_000, written: 12_500, statement: 10_000 },
  "sweep-contact-messages": { read: 2_500, written: 600, statement: 2_500 },
  "erase-reporters": { read: 3_500, written: 2_500, statement: 3_500 },
  "sweep-follow-up-notes": { read: 4_500, written: 600, statement: 3_000 },
  "erase-deleted-listings": { read: 22_000, written: 11_000, statement: 300 },
  "merge-text-indexes": { read: 100, written: 100, statement: 10 },
  "sweep-statistics": { read: 600, written: 150, statement: 600 },
  "refresh-search-demand": { read: 1_500, written: 10, statement: 100 },
  "refresh-search-words": { read: 150, written: 60, statement: 30 },
  "sweep-search-days": { read: 1_200, written: 600, statement: 1_200 },
  "sweep-uploads": { read: 18_000, written: 6_000, statement: 600 },
  // Reads every row of the site, here of the 3,000 listings.
  backup: { read: 50_000, written: 0, statement: 10_000 },
  "refresh-usual-prices": { read: 9_500, written: 40, statement: 1_600 },
  "repeat-erasures": { read: 10, written: 0, statement: 10 },
  "sweep-orphans": { read: 10, written: 0, statement: 10 },
  "process-media-deletions": { read: 7_500, written: 1_200, statement: 600 },
};

/** Rows written to record the run: that of `job_runs` and its key. */
const RECORDED_ROWS = 2;

/** D1's limit for one invocation of the worker, which runs all jobs of a cron. */
const MAX_STATEMENTS = 1_000;

beforeEach(() => resetApp({ MAIL_ENDPOINT: "https://mail.test/" }));
const { now } = app.clock;
const { db: counting, ledger } = createCountingDb(app.bindings.DB as never);

beforeAll(async () => {
  const teacher = await createTeacher();
  await db.run(sql`
    insert into listings (num, id, owner_id, subject, county, title, description, state, created_ts, updated_ts,
      published_ts, price, session_minutes, price_per_hour)
    with recursive row(n) as (select 1 union all select n + 1 from row where n < ${LISTINGS})
    select n, printf('%016d', n), ${teacher.id}, 'm', 'cj', 'Matematică', 'Lecții clare', 'published', 0, 0,
      ${now} - 1000 * n, 9000, 60, 9000 from row`);
  await db.run(sql`update listings set expires_ts = ${now + 60 * DAY_MS}`);
  const [first, ...rest] = reindexListingsStatements(servicesAt(now), sql`1`);
  if (first) await db.batch([first, ...rest]);
});

beforeEach(async () => {
  await db.run(
    sql`update listings set state = 'published', erased_ts = null, online = 0, expires_ts = ${now + 60 * DAY_MS}`,
  );
  fakeStripe();
  await fakeAuthority().connect();
});

/** Statements and calls of each job, by name. */
const costs = new Map<string, { statements: number; calls: number }>();
const sumCosts = (jobs: readonly { name: string }[], of: "statements" | "calls") =>
  jobs.reduce((sum, { name }) => sum + (costs.get(name)?.[of] ?? 0), 0);

it.each(SCHEDULE.map(({ name }) => name))(`%s has a bound of rows, with ${LISTINGS} due`, async (name) => {
  await replaceDueRows(db, name, now);
  ledger.clear();
  const bindings = { ...app.bindings, DB: counting } as never;
  await runSchedule(name, bindings, { waitUntil: () => {} }, undefined, () => now);
  const bound = BOUNDS[name] as Bound;
  const largest = Math.max(
    ...ledger.statements.flatMap(({ rowsRead, rowsWritten }) => [rowsRead, rowsWritten]),
  );
  expect(ledger.rowsRead(), "rows read").toBeLessThanOrEqual(bound.read);
  expect(ledger.rowsWritten(), "rows written").toBeLessThanOrEqual(bound.written + RECORDED_ROWS);
  expect(largest, "rows of one statement").toBeLessThanOrEqual(bound.statement);
  costs.set(name, { statements: ledger.statements.length, calls: ledger.roundTrips() });
});

it("the jobs of each cron send at most D1's 1,000 statements", () => {
  for (const [cron, jobs] of Map.groupBy(SCHEDULE, (job) => job.cron)) {
    expect(sumCosts(jobs, "statements"), cron).toBeLessThanOrEqual(MAX_STATEMENTS);
  }
});

it("the jobs of a minute end within it, also with 150 ms for each call of the database", () => {
  const jobs = SCHEDULE.filter(({ cron }) => cron === "* * * * *");
  expect(sumCosts(jobs, "calls") * 0.15).toBeLessThanOrEqual(60);
});
