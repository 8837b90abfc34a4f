import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import type { Statement } from "@/db/client";
import { knownDevices, reviews, settings, users } from "@/db/schema";
import { BACKUP_DECISIONS } from "@/features/backups";
import { reindexListingsStatements } from "@/features/listings";
import { toDay } from "@/shared/dates";
import { app, bindings, db } from "../../helpers/app";
import { dumpTables, emptyDatabase, readBackups, restore, runJobs } from "../../helpers/backups";
import { expectDerivedColumns, refreshTeacher } from "../../helpers/derived-columns";
import { createListing, createUser } from "../../helpers/factories";
import { captureErrors } from "../../helpers/intercept";
import { expectConsistentIndex } from "../../helpers/search-tables";
import { servicesAt } from "../../helpers/services";
import { createTwoUsers } from "../privacy/two-users";

/** Longer than a statement, with characters of one to four bytes and quotes. */
const LONG_TEXT = "L'ă\"î\\😀".repeat(30_000);

let now: number;
let ghost: { id: string };
let before: Awaited<ReturnType<typeof dumpTables>>;

beforeAll(async () => {
  const { teacher } = await createTwoUsers();
  now = app.clock.now;
  for (let n = 0; n < 30; n++)
    await createListing(teacher, {
      title: `Titlu ${n}`,
      latitude: 43.6 + n / 7,
      longitude: 20 + Math.sqrt(n),
    });
  // The fixture writes reviews without what follows from them.
  for (const { id } of await db.select({ id: users.id }).from(users)) await refreshTeacher(id);
  await db.batch(reindexListingsStatements(servicesAt(now), sql`true`) as [Statement]);
  await db.insert(settings).values({ path: "long", value: LONG_TEXT, version: 1, updatedTs: now });
  // Numbers that rows had are not given again.
  await db.run(sql`update sqlite_sequence set seq = 5000 where name = 'alert_matches'`);
  await db.run(sql`insert into sqlite_sequence (name, seq) select 'alert_matches', 5000
    where not exists (select 1 from sqlite_sequence where name = 'alert_matches')`);
  ghost = await createUser();
  await db.insert(knownDevices).values({ userId: ghost.id, device: "Firefox", firstTs: now, lastTs: now });
  await db.update(reviews).set({ decidedBy: ghost.id });
});

it("decides about every table", async () => {
  expect(Object.keys(await dumpTables()).sort()).toEqual(
    [...Object.keys(BACKUP_DECISIONS), "sqlite_sequence"].sort(),
  );
});

it("continues an interrupted backup, which is complete only with its manifest", async () => {
  const put = vi.fn(bindings.BACKUPS.put.bind(bindings.BACKUPS));
  let puts = 0;
  const failing = new Proxy(bindings.BACKUPS, {
    get: (bucket, name) => {
      const value = Reflect.get(bucket, name);
      if (name === "put")
        return (...args: Parameters<typeof put>) => {
          if (++puts > 20) throw new Error("no bucket");
          return put(...args);
        };
      return typeof value === "function" ? value.bind(bucket) : value;
    },
  });
  const { complaints } = await captureErrors(() =>
    expect(runJobs("backup", now, { ...bindings, BACKUPS: failing })).rejects.toThrow("backup"),
  );
  expect(complaints).toHaveLength(1);
  const day = toDay(now);
  expect((await readBackups()).size).toBe(20);
  // A night that ends without a manifest is an error.
  const stuck = new Proxy(bindings.BACKUPS, {
    get: (bucket, name) => {
      const value = Reflect.get(bucket, name);
      if (name === "put") return async () => null;
      return typeof value === "function" ? value.bind(bucket) : value;
    },
  });
  await runJobs("backup", Date.parse(`${day}T01:50Z`), { ...bindings, BACKUPS: stuck });
  const { complaints: late } = await captureErrors(() =>
    expect(runJobs("backup", Date.parse(`${day}T01:55Z`), { ...bindings, BACKUPS: stuck })).rejects.toThrow(
      "backup",
    ),
  );
  expect(JSON.stringify(late)).toContain("not complete");
  // The stored parts refer to a row that is deleted before its table is read.
  await db.update(reviews).set({ decidedBy: null });
  await db.delete(knownDevices).where(eq(knownDevices.userId, ghost.id));
  await db.delete(users).where(eq(users.id, ghost.id));
  before = await dumpTables();

  await expect(restore(now)).rejects.toThrow("no complete backup");

  await runJobs("backup", now + 300_000);
  const backups = await readBackups();
  expect(backups.has(`${day}/manifest.json`)).toBe(true);
  expect(JSON.parse(new TextDecoder().decode(backups.get("index.json")))).toEqual({ days: [day] });
  await runJobs("backup", now + 600_000);
  expect((await readBackups()).size).toBe(backups.size);
});

it("refuses a filled database and a day without a backup", async () => {
  await expect(restore(now)).rejects.toThrow("not empty (alert_filters");
  await expect(restore(now, "2020-01-01")).rejects.toThrow(`There are: ${toDay(now)}`);
});

it("restores every row, and what is derived from them", async () => {
  await emptyDatabase();
  const report = await restore(now);
  expect(report.dropped).toEqual({ known_devices: 1, reviews: before.reviews?.length });
  const after = await dumpTables();
  await expectDerivedColumns(now);
  await expectConsistentIndex(now);
  const {
    sessions: ended,
    one_time_tokens: used,
    push_outbox: sent,
    mail_outbox: mails = [],
    e_invoices: documents = [],
    ...same
  } = after;
  expect([ended, used, sent]).toEqual([[], [], []]);
  const held = before.mail_outbox?.filter((row) => (row as { state: string }).state === "waiting").length;
  expect(held).toBeGreaterThan(0);
  const notWaiting = mails.filter(
    (row) => (row as { last_error: string }).last_error === "held_back_by_restore",
  );
  expect(notWaiting).toHaveLength(held ?? -1);
  // The job looks for them at the tax authority first.
  const states = (rows: unknown[] = []) => rows.map((row) => (row as { state: string }).state);
  expect(states(before.e_invoices)).toContain("queued");
  expect(states(documents)).toEqual(
    states(before.e_invoices).map((state) => (state === "queued" ? "uploading" : state)),
  );
  expect(same.restores).toHaveLength(1);
  for (const [name, rows] of Object.entries(same))
    if (!["restores", "job_runs", "user_search", "sqlite_sequence", "listing_counts"].includes(name))
      expect(rows, name).toEqual(before[name]);
  expect(same.sqlite_sequence).toContainEqual({ name: "alert_matches", seq: 5000 });
});
