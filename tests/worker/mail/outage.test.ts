import { describe, expect, it } from "vitest";
import { deliverMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { jobAt, mailRow, queueOne, SECOND, START, standInEndpoint } from "../../helpers/outbox";

const MINUTE = 60 * SECOND;
const endpoint = standInEndpoint();

/**
 * Runs the sender as the queue would, each time it says that something is due, until nothing waits; when that was. A run
 * begins no earlier than the one before it ended: what became due at that one's end is told of as due now.
 */
async function runUntilEmpty(now: number, before: (now: number) => void = () => {}): Promise<number> {
  for (let turn = 0; turn < 100; turn++) {
    before(now);
    const begun = Date.now();
    const next = await deliverMail(jobAt(now));
    if (next === null) return now;
    now += Date.now() - begun + next * SECOND;
  }
  throw new Error("a hundred runs, and still mail waits");
}

describe("mail service outage of ten minutes", () => {
  it("delays mail and loses none: each arrives once, in both languages and both formats", async () => {
    const people = Array.from({ length: 12 }, (_, n) => ({
      to: `person${n}@example.test`,
      locale: (n % 2 ? "ro" : "en") as Locale,
    }));
    for (const { to, locale } of people) {
      await queueOne(to, START, {
        template: "verify_email",
        locale,
        params: {},
        actionPath: "/verify-email",
      });
    }
    const back = START + 10 * MINUTE;
    const arrived: typeof endpoint.bodies = [];
    let clock = START;
    endpoint.answer = (mail) => {
      if (clock < back) return new Response(null, { status: 503 });
      arrived.push(mail);
      return new Response(null, { status: 202 });
    };
    const end = await runUntilEmpty(START, (now) => {
      clock = now;
    });

    expect(arrived.map(({ to }) => to).sort()).toEqual(people.map(({ to }) => to).sort());
    for (const { to, locale } of people) {
      const mail = arrived.find((one) => one.to === to);
      expect(mail?.html).toContain(`<html lang="${locale}">`);
      const link = `https://catedra.test${locale === "ro" ? "/ro" : ""}/verify-email`;
      expect(mail?.text).toContain(link);
      expect(mail?.html).toContain(`href="${link}"`);
    }
    expect(end - back).toBeLessThanOrEqual(2 * MINUTE);
  });

  it("mail written meanwhile leaves as soon as the service is back", async () => {
    endpoint.answer = () => Promise.reject(new TypeError("connection refused"));
    await queueOne("early@example.test");
    await deliverMail(jobAt(START));
    endpoint.answer = () => new Response();
    await queueOne("late@example.test", START + SECOND);
    await deliverMail(jobAt(START + SECOND));
    expect(endpoint.bodies.map(({ to }) => to)).toEqual(["early@example.test", "late@example.test"]);
    await runUntilEmpty(START + SECOND);
    expect(endpoint.bodies.map(({ to }) => to)).toEqual([
      "early@example.test",
      "late@example.test",
      "early@example.test",
    ]);
  });
});

describe("mail with a lost answer", () => {
  it("is sent again under the same message id, so that receivers can drop the duplicate", async () => {
    const id = await queueOne();
    endpoint.answer = () => Promise.reject(new TypeError("connection reset"));
    await deliverMail(jobAt(START));
    endpoint.answer = () => new Response();
    await runUntilEmpty(START + 5 * SECOND);
    expect(endpoint.bodies.map((mail) => mail.message_id)).toEqual([
      `<${id}@catedra.test>`,
      `<${id}@catedra.test>`,
    ]);
    expect(await mailRow(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("is not taken by another sender while the first may be running, but after it has died", async () => {
    const id = await queueOne();
    let dies = () => {};
    endpoint.answer = () => new Promise<Response>((_, reject) => (dies = () => reject(new Error("gone"))));
    const first = deliverMail(jobAt(START));
    while (endpoint.bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));

    endpoint.answer = () => new Response();
    await deliverMail(jobAt(START + 20 * SECOND));
    expect(endpoint.bodies).toHaveLength(1);
    await deliverMail(jobAt(START + 31 * SECOND));
    expect(new Set(endpoint.bodies.map((mail) => mail.message_id)).size).toBe(1);
    expect(await mailRow(id)).toMatchObject({ state: "sent" });

    // The first sender resumes: the mail stays sent.
    dies();
    await first;
    expect(await mailRow(id)).toMatchObject({ state: "sent", lastError: "" });
  });
});
