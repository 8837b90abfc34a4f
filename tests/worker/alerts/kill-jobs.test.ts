import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "@/context";
import { alertMatches, alerts, mailOutbox } from "@/db/schema";
import { composeAlertDigest, matchAlerts, queueAlertDigests } from "@/features/alerts";
import { deliverMail } from "@/features/mail";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { app, bindings, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { killDb } from "../../helpers/kill-db";
import { jobContextAt, stubMailEndpoint } from "../../helpers/outbox";
import { createAlertRow } from "./create-alert-row";

const { now } = app.clock;
const endpoint = stubMailEndpoint();
const KILLS = 5;

/** Numbers from 0 to `end`, the end excluded; the same in each run. */
let seed = 17;
function random(end: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % end;
}

beforeEach(async () => {
  for (const table of ["alerts", "alert_filters", "alert_queue", "mail_outbox"])
    await db.run(sql`delete from ${sql.identifier(table)}`);
});

/** Runs a job that dies at a random one of its first calls. Returns whether it ended before. */
async function runKilled(run: (ctx: Ctx) => Promise<unknown>, ts: number, calls: number): Promise<boolean> {
  const killed = killDb(bindings.DB, { call: random(calls), isExecuted: random(2) === 0 });
  return run(jobContextAt(ts, { DB: killed })).then(
    () => true,
    (error: Error) => {
      expect(String(error.cause ?? error)).toContain("killed");
      return false;
    },
  );
}

it("queues each due digest once when the job is killed 5 times", async () => {
  // Three batches.
  const ALERTS = 4_100;
  const first = await createAlertRow("subject=m", { now });
  await db.run(sql`
    insert into ${alerts} (id, filters_id, email, locale, frequency, created_ts, confirmed_ts, next_digest_ts, sent_seq, opened_ts)
    with recursive row(n) as (select 2 union all select n + 1 from row where n < ${ALERTS})
    select printf('%016d', n), filters_id, n || '@example.test', 'ro', iif(n % 5, 'daily', 'weekly'), ${now}, ${now},
      ${now}, 0, ${now} from row, (select filters_id from alerts where id = ${first})`);

  let kills = 0;
  for (let evening = 0; kills < KILLS || evening < 2; evening++) {
    await db.run(sql`insert into ${alertMatches} (filters_id, listing_num, created_ts)
      select filters_id, ${evening}, ${now} from alerts where id = ${first}`);
    const ts = now + evening * DAY_MS + 8 * HOUR_MS;
    const due = await db.$count(alerts, sql`${alerts.nextDigestTs} <= ${ts}`);
    expect(due).toBeGreaterThan(3_000);
    for (let kill = 0; kill < 3; kill++) if (!(await runKilled(queueAlertDigests, ts, 6))) kills++;
    await queueAlertDigests(jobContextAt(ts));

    const [queued] = await db.all(sql`
      select count(*) as mails, count(distinct recipient) as recipients, max(payload ->> 'lastSeq') as lastSeq,
        count(distinct payload ->> 'afterSeq') <= 2 as isContinued
      from ${mailOutbox} where ${mailOutbox.template} = 'alert_digest'`);
    const [newest] = await db.all<{ seq: number }>(sql`select max(seq) as seq from ${alertMatches}`);
    expect(queued).toEqual({ mails: due, recipients: due, lastSeq: newest?.seq, isContinued: 1 });
    await db.delete(mailOutbox);
  }
});

it("tells each alert about each listing in one mail when the jobs are killed", async () => {
  const teacher = await createTeacher();
  const alertsByEmail = new Map<string, number>();
  for (const max of [65, 75, 105]) {
    for (let copy = 0; copy < 2; copy++) {
      const email = `guest${copy}.${max}@example.test`;
      await createAlertRow(`max=${max}`, { now, email });
      alertsByEmail.set(email, max);
    }
  }
  let kills = 0;
  /** Runs a job every minute; its first runs are killed. Returns the time of the last run. */
  async function runWithKills(run: (ctx: Ctx) => Promise<unknown>, from: number, calls: number) {
    let ts = from;
    for (let kill = 0; kill < 4 && !(await runKilled(run, ts, calls)); kill++, ts += 60_000) kills++;
    await run(jobContextAt(ts));
    return ts;
  }

  const prices = [6000, 7000, 10_000];
  for (const [evening, pricePerHour] of prices.entries()) {
    const title = `Lecții la ${pricePerHour} de bani`;
    const values = { title, price: pricePerHour, pricePerHour, expiresTs: now + 30 * DAY_MS };
    const listing = await createListing(teacher, values);
    let ts = now + evening * DAY_MS + 6 * HOUR_MS;
    await db.run(sql`insert into alert_queue (listing_num, published_ts) values (${listing.num}, ${ts})`);
    ts = await runWithKills(matchAlerts, ts, 6);
    ts = await runWithKills(queueAlertDigests, ts + HOUR_MS, 3);
    ts = await runWithKills((ctx) => deliverMail(ctx, { alert_digest: composeAlertDigest }), ts, 40);
    // Claims of killed runs end after half a minute.
    await deliverMail(jobContextAt(ts + 60_000), { alert_digest: composeAlertDigest });
  }

  expect(kills).toBeGreaterThanOrEqual(KILLS);
  expect(await db.$count(mailOutbox, eq(mailOutbox.state, "waiting"))).toBe(0);
  // A mail whose sender was killed before it could store the success is sent again with the same Message-ID.
  const mails = new Map(endpoint.requests.map((mail) => [mail.message_id, mail]));
  for (const [email, max] of alertsByEmail) {
    const received = [...mails.values()].filter(({ to }) => to === email);
    const titles = received.flatMap(({ text }) => text.match(/Lecții la \d+ de bani/g) ?? []);
    const expected = prices
      .filter((price) => price <= max * 100)
      .map((price) => `Lecții la ${price} de bani`);
    expect(titles.sort(), email).toEqual(expected.sort());
    expect(received, email).toHaveLength(expected.length);
  }
});
