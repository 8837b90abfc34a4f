import { createExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail, sweepMails } from "@/features/mail";
import { runQueue } from "@/jobs";
import { bindings, db } from "../../helpers/app";
import { DAY, jobAt, mailRow, queueOne, SECOND, START, standInEndpoint } from "../../helpers/outbox";

const endpoint = standInEndpoint();

describe("deliverMail", () => {
  it("sends a mail once, with the endpoint's fields", async () => {
    const id = await queueOne();
    expect(await deliverMail(jobAt(START))).toBeNull();
    expect(await deliverMail(jobAt(START + 60 * SECOND))).toBeNull();
    expect(endpoint.bodies).toHaveLength(1);
    expect(endpoint.bodies[0]).toMatchObject({
      message_id: `<${id}@catedra.test>`,
      to: "ana@example.test",
      subject: "Daria N. v-a scris despre „Matematică”",
      headers: {},
    });
    expect(endpoint.bodies[0]?.text).toContain("> Bună!");
    expect(await mailRow(id)).toMatchObject({ state: "sent", attempts: 1, lastError: "" });
  });

  it("deletes the body of a sent mail", async () => {
    const id = await queueOne();
    await deliverMail(jobAt(START));
    expect(await mailRow(id)).toMatchObject({ state: "sent", text: "", html: "" });
  });

  it("deletes a mail marked as untraceable, sent or failed", async () => {
    const sent = await queueOne("gone@example.test", START, { kept: false });
    await deliverMail(jobAt(START));
    expect(endpoint.bodies).toHaveLength(1);
    expect(await mailRow(sent)).toBeUndefined();

    const late = await queueOne("unreachable@example.test", START, { kept: false });
    endpoint.answer = () => new Response(null, { status: 500 });
    await deliverMail(jobAt(START));
    expect(await mailRow(late)).toMatchObject({ state: "waiting", kept: false });
    await deliverMail(jobAt(START + DAY));
    expect(await mailRow(late)).toBeUndefined();
  });

  it("sends a mail once when many run in parallel", async () => {
    for (let n = 0; n < 8; n++) await queueOne(`one${n}@example.test`);
    endpoint.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response();
    };
    await Promise.all(Array.from({ length: 6 }, () => deliverMail(jobAt(START))));
    expect(endpoint.bodies.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `one${n}@example.test`),
    );
  });

  it("retries a refused mail after 5, 15 and 60 seconds, then with growing pauses", async () => {
    const id = await queueOne();
    endpoint.answer = () => new Response("no", { status: 500 });
    let now = START;
    const pauses: number[] = [];
    for (let n = 0; n < 11; n++) {
      await deliverMail(jobAt(now));
      const next = (await mailRow(id))?.nextAttemptTs ?? 0;
      pauses.push(Math.round((next - now) / SECOND));
      // Not a moment too early.
      await deliverMail(jobAt(next - SECOND));
      expect(endpoint.bodies).toHaveLength(n + 1);
      now = next;
    }
    expect(pauses).toEqual([5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200]);
    endpoint.answer = () => new Response();
    expect(await deliverMail(jobAt(now))).toBeNull();
    expect(await mailRow(id)).toMatchObject({ state: "sent", attempts: 12 });
  });

  it("returns when the next try is due, for an unreachable endpoint", async () => {
    await queueOne();
    endpoint.answer = () => Promise.reject(new TypeError("connection refused"));
    expect(await deliverMail(jobAt(START))).toBe(5);
  });

  it("gives up a mail after a day, and keeps it with the last error", async () => {
    const id = await queueOne();
    endpoint.answer = () => new Response(null, { status: 503 });
    let now = START;
    for (let n = 0; n < 30; n++) {
      await deliverMail(jobAt(now));
      const row = await mailRow(id);
      if (row?.state !== "waiting") break;
      now = row.nextAttemptTs;
    }
    expect(await mailRow(id)).toMatchObject({ state: "dead", lastError: "mail endpoint answered 503" });
    expect((await mailRow(id))?.text).toContain("> Bună!");
    expect(now).toBe(START + DAY);
    const tries = endpoint.bodies.length;
    expect(await deliverMail(jobAt(START + 3 * DAY))).toBeNull();
    expect(endpoint.bodies).toHaveLength(tries);
  });

  it("a failing mail does not delay others", async () => {
    await queueOne("bad@example.test");
    for (let n = 0; n < 12; n++) await queueOne(`good${n}@example.test`);
    endpoint.answer = ({ to }) => new Response(null, { status: to === "bad@example.test" ? 500 : 200 });
    expect(await deliverMail(jobAt(START))).toBe(5);
    expect(endpoint.bodies).toHaveLength(13);
  });
});

describe("a mail that Cloudflare's service", () => {
  /** A job whose mail uses the binding, which fails with a code. */
  const failing = (code: string, now: number) =>
    jobAt(now, {
      MAIL_ENDPOINT: undefined,
      EMAIL: {
        async send() {
          throw Object.assign(new Error("no"), { code });
        },
      } as unknown as SendEmail,
    });

  it("refuses for good is given up at once", async () => {
    const id = await queueOne();
    expect(await deliverMail(failing("E_RECIPIENT_SUPPRESSED", START))).toBeNull();
    expect(await mailRow(id)).toMatchObject({
      state: "dead",
      attempts: 1,
      lastError: "E_RECIPIENT_SUPPRESSED",
    });
  });

  it("does not take for now is tried again", async () => {
    const id = await queueOne();
    expect(await deliverMail(failing("E_RATE_LIMIT_EXCEEDED", START))).toBe(5);
    expect(await mailRow(id)).toMatchObject({ state: "waiting", lastError: "E_RATE_LIMIT_EXCEEDED" });
  });
});

describe("sweepMails", () => {
  it("deletes mails sent or failed thirty days ago; pending ones stay", async () => {
    const [old, recent, dead, oldDead, waiting] = await Promise.all(
      ["old", "recent", "dead", "oldDead", "waiting"].map((name) => queueOne(`${name}@example.test`)),
    );
    const mark = (id: string | undefined, set: object) =>
      db
        .update(mailOutbox)
        .set(set)
        .where(eq(mailOutbox.id, id ?? ""));
    await mark(old, { state: "sent", sentTs: START, nextAttemptTs: START });
    await mark(recent, { state: "sent", sentTs: START + DAY, nextAttemptTs: START + DAY });
    await mark(dead, { state: "dead", nextAttemptTs: START + DAY });
    await mark(oldDead, { state: "dead", nextAttemptTs: START });
    await sweepMails(jobAt(START + 30 * DAY));
    const left = (await db.select({ id: mailOutbox.id }).from(mailOutbox)).map(({ id }) => id);
    expect(left.sort()).toEqual([recent, dead, waiting].sort());
  });
});

describe("the mail queue", () => {
  const batch = () => ({
    acked: 0,
    ackAll() {
      this.acked++;
    },
    messages: [],
    queue: "catedra-mail",
  });

  it("schedules its next run for pending mail, and acknowledges", async () => {
    const sent: unknown[] = [];
    const queue = { send: async (...message: unknown[]) => void sent.push(message) };
    const woken = { ...bindings, MAIL_QUEUE: queue as unknown as typeof bindings.MAIL_QUEUE };
    await queueOne("late@example.test", Date.now());
    endpoint.answer = () => new Response(null, { status: 500 });
    const one = batch();
    await runQueue(one as never, woken, createExecutionContext());
    expect(one.acked).toBe(1);
    expect(sent).toEqual([[{ wake: "outbox" }, { delaySeconds: 5 }]]);
  });

  it("schedules nothing without pending mail", async () => {
    const sent: unknown[] = [];
    const queue = { send: async (...message: unknown[]) => void sent.push(message) };
    const woken = { ...bindings, MAIL_QUEUE: queue as unknown as typeof bindings.MAIL_QUEUE };
    await runQueue(batch() as never, woken, createExecutionContext());
    expect(sent).toEqual([]);
  });
});
