import { describe, expect, it, vi } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { db } from "../../helpers/app";
import { findMail, jobContextAt, queueTestMail, SECOND, START, stubMailEndpoint } from "../../helpers/outbox";

const MINUTE = 60 * SECOND;
const endpoint = stubMailEndpoint();

/**
 * Runs deliverMail as the queue would, at each returned time, until no mail waits. Returns the time of the last run
 * (ms). A run begins no earlier than the previous one ended, because that one reports mail due at its end.
 */
async function runUntilEmpty(now: number, beforeRun: (now: number) => void = () => {}): Promise<number> {
  for (let run = 0; run < 100; run++) {
    beforeRun(now);
    const startedAt = Date.now();
    const next = await deliverMail(jobContextAt(now));
    if (next === null) return now;
    now += Date.now() - startedAt + next * SECOND;
  }
  throw new Error("mail still waits after 100 runs");
}

describe("mail service outage of ten minutes", () => {
  it("delays mail and delivers each once, in both languages and both formats", async () => {
    const recipients = Array.from({ length: 12 }, (_, n) => ({
      to: `person${n}@example.test`,
      locale: (n % 2 ? "ro" : "en") as Locale,
    }));
    for (const { to, locale } of recipients) {
      await queueTestMail(to, START, {
        template: "verify_email",
        locale,
        params: {},
        actionPath: "/verify-email",
      });
    }
    const outageEnd = START + 10 * MINUTE;
    const arrived: typeof endpoint.requests = [];
    let clock = START;
    endpoint.answer = (mail) => {
      if (clock < outageEnd) return new Response(null, { status: 503 });
      arrived.push(mail);
      return new Response(null, { status: 202 });
    };
    const end = await runUntilEmpty(START, (now) => {
      clock = now;
    });

    expect(arrived.map(({ to }) => to).sort()).toEqual(recipients.map(({ to }) => to).sort());
    for (const { to, locale } of recipients) {
      const mail = arrived.find((sent) => sent.to === to);
      expect(mail?.html).toContain(`<html lang="${locale}">`);
      const link = `https://catedra.test${locale === "ro" ? "/ro" : ""}/verify-email`;
      expect(mail?.text).toContain(link);
      expect(mail?.html).toContain(`href="${link}"`);
    }
    expect(end - outageEnd).toBeLessThanOrEqual(2 * MINUTE);
  });

  it("delays no mail that is queued after the outage", async () => {
    endpoint.answer = () => Promise.reject(new TypeError("connection refused"));
    await queueTestMail("early@example.test");
    await deliverMail(jobContextAt(START));
    endpoint.answer = () => new Response();
    await queueTestMail("late@example.test", START + SECOND);
    await deliverMail(jobContextAt(START + SECOND));
    expect(endpoint.requests.map(({ to }) => to)).toEqual(["early@example.test", "late@example.test"]);
    await runUntilEmpty(START + SECOND);
    expect(endpoint.requests.map(({ to }) => to)).toEqual([
      "early@example.test",
      "late@example.test",
      "early@example.test",
    ]);
  });
});

describe("mail whose response was lost", () => {
  it("is sent again under the same message id, so that receivers can drop the duplicate", async () => {
    const id = await queueTestMail();
    endpoint.answer = () => Promise.reject(new TypeError("connection reset"));
    await deliverMail(jobContextAt(START));
    endpoint.answer = () => new Response();
    await runUntilEmpty(START + 5 * SECOND);
    expect(endpoint.requests.map((mail) => mail.message_id)).toEqual([
      `<${id}@catedra.test>`,
      `<${id}@catedra.test>`,
    ]);
    expect(await findMail(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("is claimed by another run only after the first run's claim has expired", async () => {
    const id = await queueTestMail();
    let failFirst = () => {};
    endpoint.answer = () =>
      new Promise<Response>((_, reject) => (failFirst = () => reject(new Error("connection lost"))));
    const first = deliverMail(jobContextAt(START));
    while (endpoint.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));

    endpoint.answer = () => new Response();
    await deliverMail(jobContextAt(START + 20 * SECOND));
    expect(endpoint.requests).toHaveLength(1);
    await deliverMail(jobContextAt(START + 31 * SECOND));
    expect(new Set(endpoint.requests.map((mail) => mail.message_id)).size).toBe(1);
    expect(await findMail(id)).toMatchObject({ state: "sent" });

    // The late failure of the first run does not change the sent mail.
    failFirst();
    await first;
    expect(await findMail(id)).toMatchObject({ state: "sent", lastError: "" });
  });
});

const HOUR = 60 * MINUTE;

/** Cloudflare's mail service with a quota for each hour; `codeFor` may fail a mail before the quota counts it. */
function stubMailService() {
  const service = {
    quota: 0,
    calls: 0,
    accepted: [] as { from: unknown; to: string }[],
    codeFor: (_to: string): string | null => null,
    binding: {
      async send({ from, to }: { from: unknown; to: string }) {
        service.calls++;
        const code = service.codeFor(to) ?? (service.quota > 0 ? null : "E_DAILY_LIMIT_EXCEEDED");
        if (code) throw Object.assign(new Error(`no mail to ${to}`), { code });
        service.quota--;
        service.accepted.push({ from, to });
        return { messageId: "1" };
      },
    } as unknown as SendEmail,
  };
  return service;
}

/** Hours in which the service accepts nothing. */
const QUOTA_HOURS = 20;
/** How often mail is queued meanwhile, and what the service accepts each hour afterwards. */
const TIMES = 10;
const PER_HOUR = 5;

it("a day on which the mail service's quota is reached sends passwords first afterwards, gives nothing up, and leaves by MAIL_ENDPOINT", async () => {
  const service = stubMailService();
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => {});
  const failedOnce = new Set<string>();
  service.codeFor = (to) => {
    if (to.startsWith("gone")) return service.quota > 0 ? "E_RECIPIENT_SUPPRESSED" : null;
    if (!to.startsWith("digest0") || service.quota === 0 || failedOnce.has(to)) return null;
    failedOnce.add(to);
    return "E_INTERNAL_SERVER_ERROR";
  };
  const from = "Catedra <noutati@mail.catedra.test>";
  const through = (now: number, overrides: Parameters<typeof jobContextAt>[1]) =>
    deliverMail(jobContextAt(now, { MAIL_FROM_DIGESTS: from, ...overrides }));
  const throughService = (now: number) => through(now, { MAIL_ENDPOINT: undefined, EMAIL: service.binding });
  const queued: string[] = [];
  const queue = (
    to: string,
    now: number,
    template: "reset_password" | "enquiry_new" | "review_invitation",
  ) => {
    queued.push(to);
    const params = { name: "Ana", title: "Pian", teacher: "Ana", subject: "Pian", learner: "" };
    return queueTestMail(to, now, { template, params });
  };

  // Digests first, so that order of arrival would send them first.
  for (let time = 0; time < TIMES; time++) {
    const now = START + (time / TIMES) * QUOTA_HOURS * HOUR;
    await queue(`digest${time}@example.test`, now, "review_invitation");
    await queue(`message${time}@example.test`, now, "enquiry_new");
    await queue(`reset${time}@example.test`, now, "reset_password");
    if (time === 0) await queue("gone@example.test", now, "enquiry_new");
    // The queue wakes the sender for each mail, the cron every five minutes.
    for (let run = 0; run < 3; run++) await throughService(now + run * SECOND);
  }
  expect(service.accepted).toEqual([]);
  expect(service.calls).toBeLessThanOrEqual(TIMES * 5);
  const alerts = warnings.mock.calls.flatMap(([line]) => JSON.parse(line).alert ?? []);
  expect(alerts).toEqual(Array(TIMES).fill("mail_quota_reached"));

  // The quota grows slowly: bulk mail is older than a day when it is tried for the first time.
  const start = START + QUOTA_HOURS * HOUR;
  for (let hour = 0; hour < 5; hour++) {
    service.quota = PER_HOUR;
    for (let run = 0; run < 2; run++) await throughService(start + hour * HOUR + run * 6 * MINUTE);
  }
  const kinds = service.accepted.map(({ to }) => to.replace(/\d.*/, ""));
  expect(kinds.slice(0, 2 * TIMES)).toEqual([...Array(TIMES).fill("reset"), ...Array(TIMES).fill("message")]);
  expect(new Set(service.accepted.slice(2 * TIMES).map(({ from }) => JSON.stringify(from)))).toEqual(
    new Set(['{"name":"Catedra","email":"noutati@mail.catedra.test"}']),
  );
  expect(failedOnce.size).toBe(1);

  // The operator sets MAIL_ENDPOINT: the rest leaves within a pause.
  const end = start + 5 * HOUR + 10 * MINUTE;
  await through(end, {});
  const relayed = endpoint.requests.map(({ to }) => to);
  expect(relayed.length).toBeGreaterThan(0);
  expect(endpoint.requests.every((mail) => mail.from === from)).toBe(true);

  // Each mail once, except to the address to which the service no longer sends: one attempt, and no digest later.
  const rows = await db.select().from(mailOutbox);
  expect(rows.filter(({ state }) => state !== "sent")).toMatchObject([
    { recipient: "gone@example.test", state: "dead", attempts: 1, lastError: "E_RECIPIENT_SUPPRESSED" },
  ]);
  const arrived = [...service.accepted.map(({ to }) => to), ...relayed, "gone@example.test"];
  expect(arrived.sort()).toEqual(queued.sort());
  await queue("gone@example.test", end, "review_invitation");
  const { calls } = service;
  await throughService(end + SECOND);
  expect(service.calls).toBe(calls);
  expect(await db.$count(mailOutbox)).toBe(rows.length);
});
