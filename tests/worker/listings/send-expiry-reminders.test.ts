import { getTableColumns, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Ctx } from "@/context";
import { listings, mailOutbox } from "@/db/schema";
import { sendExpiryReminders } from "@/features/listings";
import { SCHEDULE } from "@/jobs/schedule";
import { app, db } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { servicesAt } from "../../helpers/services";

const DAY_MS = 86_400_000;
const DUE_COUNT = 2250;

const RUN_LIMIT = 2000;

/** Published listings of one teacher that expire in two days, with distinct titles. */
async function createDueListings(count: number) {
  const teacher = await createTeacher();
  const model = await createListing(teacher, { expiresTs: app.clock.now + 2 * DAY_MS });
  const { num: _num, ...columns } = getTableColumns(listings);
  const names = Object.values(columns).map(({ name }) => sql.identifier(name));
  const values = Object.values(columns).map(({ name }) => {
    if (name === "id") return sql`printf('%016d', n)`;
    return name === "title" ? sql`'Title ' || n` : sql.identifier(name);
  });
  await db.run(sql`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count - 1})
    insert into ${listings} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
    from ${listings} cross join numbers where id = ${model.id}`);
}

const countMails = async () => {
  const [row] = await db.all<{ mails: number; titles: number }>(
    sql`select count(*) as mails, count(distinct subject) as titles from ${mailOutbox}`,
  );
  return row;
};

/** A context whose Worker is killed after the given number of commits. */
function createKilledContext(ctx: Ctx, commits: number): Ctx {
  let left = commits;
  const commit: Ctx["commit"] = async (statements) => {
    if (left-- === 0) throw new Error("killed");
    return ctx.commit(statements);
  };
  return { ...ctx, commit };
}

it("sends each of 2,250 reminders once, at most 2,000 spread over a run; the next run continues after a killed one", async () => {
  await createDueListings(DUE_COUNT);
  const services = () => servicesAt(app.clock.now, app.bindings);

  await expect(sendExpiryReminders(createKilledContext(services(), 3))).rejects.toThrow("killed");
  expect(await countMails()).toEqual({ mails: 150, titles: 150 });
  await db.delete(mailOutbox);

  const rowsRead: number[] = [];
  const ctx = services();
  const commit: Ctx["commit"] = async (statements) => {
    const results = (await ctx.commit(statements)) as { meta: { rows_read: number } }[];
    rowsRead.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0));
    return results;
  };
  expect(await sendExpiryReminders({ ...ctx, commit })).toBe(RUN_LIMIT);
  expect(await countMails()).toEqual({ mails: 2000, titles: 2000 });
  // A mail queued meanwhile does not wait behind all of them.
  const due = await db.all<{ due: number; mails: number }>(sql`
    select next_attempt_ts - ${app.clock.now} as due, count(*) as mails from ${mailOutbox} group by 1 order by 1`);
  expect(due.map(({ mails }) => mails)).toEqual(Array(40).fill(50));
  expect(due[0]?.due).toBe(0);
  expect(due.at(-1)?.due).toBeLessThan(5 * 60_000);
  // Queried by listing id, not by everything that is due.
  expect(Math.max(...rowsRead)).toBeLessThan(500);

  await Promise.all([sendExpiryReminders(services()), sendExpiryReminders(services())]);
  while ((await sendExpiryReminders(services())) > 0);
  expect(await countMails()).toEqual({ mails: DUE_COUNT - 150, titles: DUE_COUNT - 150 });
  expect(await db.$count(listings, sql`expiry_notice = 3`)).toBe(DUE_COUNT);
});

it("starts no batch after two minutes; a run starts every five minutes", async () => {
  await db.delete(mailOutbox);
  await db.run(sql`update ${listings} set expiry_notice = null`);
  let now = app.clock.now;
  const slow: Ctx = { ...servicesAt(now, app.bindings), clock: () => (now += 10_000) };
  expect(await sendExpiryReminders(slow)).toBe(400);
  expect(SCHEDULE.find(({ name }) => name === "send-expiry-reminders")?.cron).toMatch(/\/5 \* \* \* \*$/);
});
