import { describe, expect, it } from "vitest";
import { deliverMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
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
