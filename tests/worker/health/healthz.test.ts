import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobRuns, mailOutbox, pushOutbox } from "@/db/schema";
import { runSchedule } from "@/jobs";
import { DAY_MS, HOUR_MS } from "@/shared/dates";
import { toIsoTime } from "@/shared/format";
import { newId } from "@/shared/ids";
import { JOB_NAMES } from "@/shared/job-crons";
import { paths } from "@/shared/paths";
import {
  app,
  createTestApp,
  db,
  expectNoText,
  expectPage,
  expectStatus,
  expectText,
} from "../../helpers/app";
import { createAdmin } from "../../helpers/factories";
import { captureErrors, intercept } from "../../helpers/intercept";

import { queueTestMail } from "../../helpers/outbox";

const MINUTE_MS = 60_000;
beforeEach(async () => {
  for (const table of [mailOutbox, pushOutbox, jobRuns]) await db.delete(table);
  await db.run(sql`delete from payment_events`);
  await db.run(sql`insert into job_runs (name, last_success_ts)
    select value, ${app.clock.now} from json_each(${JSON.stringify(JOB_NAMES)})`);
});

const queueMail = async (minutesAgo: number, fields: object = {}) => {
  const id = await queueTestMail("reader@example.test");
  const ts = app.clock.now - minutesAgo * MINUTE_MS;
  await db
    .update(mailOutbox)
    .set({ createdTs: ts, nextAttemptTs: ts, ...fields })
    .where(sql`id = ${id}`);
};

describe("GET /healthz", () => {
  it("returns 200 and the figures while the database and the bucket answer, uncached", async () => {
    const answer = await app.get(paths.health());
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(await answer.json()).toEqual({
      database: true,
      storage: true,
      oldest_mail_s: 0,
      oldest_push_s: 0,
      jobs: Object.fromEntries(JOB_NAMES.map((name) => [name, app.clock.now])),
    });
  });

  it("is 200 with the age of what waits and without the times of jobs that never ran", async () => {
    const { now } = app.clock;
    // Spread over hours, so it has not waited; and bulk mail that has its turn after all others.
    await queueMail(90, { nextAttemptTs: now + 1 });
    await queueMail(80, { payload: {}, priority: 2 });
    await queueMail(20, { attempts: 3, nextAttemptTs: now + 60 * MINUTE_MS });
    await db.delete(jobRuns);
    const answer = await expectStatus(app.get(paths.health()), 200);
    expect(await answer.json()).toMatchObject({ oldest_mail_s: 20 * 60, jobs: { "deliver-mail": null } });
  });

  it.each([
    ["database", "DB", "prepare"],
    ["storage", "MEDIA", "head"],
  ] as const)(
    "returns 503 that names the %s when it fails, without the error message",
    async (service, binding, method) => {
      intercept(app, binding, method, () => {
        throw new Error("an internal secret");
      });
      const { outcome, complaints } = await captureErrors(() => app.get(paths.health()));
      expect(outcome.status).toBe(503);
      const body = await outcome.text();
      expect(JSON.parse(body)).toMatchObject({ database: true, storage: true, [service]: false });
      if (service === "database") expect(JSON.parse(body)).toMatchObject({ oldest_mail_s: null, jobs: {} });
      expect(body).not.toContain("secret");
      expect(complaints.join()).toContain("health_check_failed");
    },
  );

  it("does not redirect to the visitor's language", async () => {
    await expectStatus(app.get(paths.health(), { headers: { cookie: "locale=ro" } }), 200);
  });
});

describe("alerts of check-health", () => {
  async function listAlerts(timestamp = ""): Promise<unknown[]> {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const bindings = { ...app.bindings, CF_VERSION_METADATA: { id: "v", tag: "", timestamp } };
    await runSchedule("check-health", bindings, { waitUntil: () => {} }, undefined, () => app.clock.now);
    const alerts = warned.mock.calls.map(([line]) => {
      const { alert, job, oldest_mail_s, payments } = JSON.parse(String(line));
      return [alert, job ?? oldest_mail_s ?? payments];
    });
    warned.mockRestore();
    return alerts;
  }

  it("none while all is well, also for mail of 15 minutes and right after the first deployment", async () => {
    await queueMail(15);
    expect(await listAlerts()).toEqual([]);
    await db.delete(jobRuns);
    expect(await listAlerts(new Date(app.clock.now).toISOString())).toEqual([]);
  });

  it("a job that is late, or never ended a run", async () => {
    const setLast = (minutesAgo: number) =>
      db
        .update(jobRuns)
        .set({ lastSuccessTs: app.clock.now - minutesAgo * MINUTE_MS })
        .where(sql`name = 'deliver-mail'`);
    await setLast(15);
    expect(await listAlerts()).toEqual([]);
    await setLast(15.1);
    expect(await listAlerts()).toEqual([["job_late", "deliver-mail"]]);
    await db.delete(jobRuns).where(sql`name = 'deliver-mail'`);
    const deployed = new Date(app.clock.now - 16 * MINUTE_MS).toISOString();
    expect(await listAlerts(deployed)).toEqual([["job_late", "deliver-mail"]]);
  });

  it("mail that waits for over 15 minutes", async () => {
    await queueMail(16);
    expect(await listAlerts()).toEqual([["mail_late", 960]]);
  });

  it("payments that do not converge", async () => {
    await db.run(sql`insert into payment_events (id, type, outcome, created_ts, received_ts, payload)
      values ('evt_1', 'charge.refunded', 'unknown_order', 1, 1, '{}')`);
    expect(await listAlerts()).toEqual([["payments_unsettled", 1]]);
    await db.run(sql`update payment_events set closed_ts = 1`);
    expect(await listAlerts()).toEqual([]);
  });
});

it("GET /admin/health shows each part with its last success, and what to do about one that fails", async () => {
  const as = await createAdmin();
  const unregistered = createTestApp({ EFACTURA_CLIENT_ID: undefined, EFACTURA_CLIENT_SECRET: undefined });
  const read = (path: string) => expectPage(unregistered.get(path, { as }), 200);
  const fine = await read(paths.adminHealth());
  expect(fine).not.toContain("Undelivered emails:");
  for (const part of ["Site", "Email", "Push messages", "Payments", "Other jobs", "Backup"])
    expectText(fine, part);
  expectNoText(fine, "Needs attention", "Has not run yet");
  expectText(fine, "Nothing is waiting.", "so admins upload invoices by hand.");
  // A mail that came back is no failure of the site.
  const mail = { id: newId(), template: "enquiry_answered", recipient: "ana@example.test", subject: "s" };
  const returned = { ...mail, text: "", html: "", createdTs: 1, nextAttemptTs: app.clock.now };
  await db.insert(mailOutbox).values({ ...returned, attempts: 1, state: "dead", lastError: "BOUNCED" });
  expect(await read(paths.adminHealth())).toMatch(
    new RegExp(`<a href="${paths.adminMail()}">Undelivered emails: 1<`),
  );
  await db.delete(mailOutbox);
  const eFactura = (html: string) => html.split("e-Factura</h2>")[1]?.split("</li>")[0];
  expect(eFactura(fine), "its job sends nothing").not.toContain("Last success");
  const disconnected = await expectPage(app.get(paths.adminHealth(), { as }), 200);
  expect(eFactura(disconnected)).toContain("Not connected to ANAF.");
  expect(eFactura(disconnected)).not.toContain("Last success");
  for (const text of [
    "daily",
    "hourly",
    "every 5 minutes",
    "runs the server restores one",
    "catedra-backups",
  ])
    expectText(fine, text);
  await db.delete(jobRuns).where(sql`name = 'backup'`);
  const neverRan = await read(paths.adminHealth());
  expect(neverRan).toMatch(/badge--warning">No backup yet</);
  expectText(neverRan, "Do not open the site to visitors without a backup.");
  // The next 1:00 UTC.
  const { now } = app.clock;
  const night = Math.floor(now / DAY_MS) * DAY_MS + HOUR_MS;
  const next = night > now ? night : night + DAY_MS;
  expectText(neverRan, `not yet; next run: <time dateTime="${toIsoTime(next)}">`);
  await queueMail(30);
  await db.update(jobRuns).set({ lastSuccessTs: 1 }).where(sql`name = 'sweep-mails'`);
  const late = await read(`/ro${paths.adminHealth()}`);
  expect(late.match(/>De verificat</g)).toHaveLength(2);
  expectText(
    late,
    "Cel mai vechi mesaj așteaptă de 30 de minute.",
    "1 proces este întârziat sau a eșuat.",
    "Citiți motivul în listă",
  );
  await queueMail(60 * 25);
  expectText(await read(paths.adminHealth()), "waiting for 25 hours.");
  // The menu counts jobs.
  expect(late).toMatch(/Starea sistemului <span class="admin-nav__count">1</);
});
