import { createExecutionContext } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail, sweepMails } from "@/features/mail";
import { runQueue } from "@/jobs";
import { bindings, db } from "../../helpers/app";
import {
  DAY,
  findMail,
  jobContextAt,
  queueTestMail,
  SECOND,
  START,
  stubMailEndpoint,
} from "../../helpers/outbox";

const endpoint = stubMailEndpoint();

describe("deliverMail", () => {
  it("sends a mail once, with the endpoint's fields", async () => {
    const id = await queueTestMail();
    expect(await deliverMail(jobContextAt(START))).toBeNull();
    expect(await deliverMail(jobContextAt(START + 60 * SECOND))).toBeNull();
    expect(endpoint.requests).toHaveLength(1);
    expect(endpoint.requests[0]).toMatchObject({
      message_id: `<${id}@catedra.test>`,
      to: "ana@example.test",
      subject: "Daria N. v-a scris despre „Matematică”",
      headers: {},
    });
    expect(endpoint.requests[0]?.text).toContain("> Bună!");
    expect(await findMail(id)).toMatchObject({
      state: "sent",
      attempts: 1,
      lastError: "",
      text: "",
      html: "",
    });
  });

  it("deletes the row of a mail with deleteWhenDone, sent or dead", async () => {
    const mailId = await queueTestMail("gone@example.test", START, { deleteWhenDone: true });
    await deliverMail(jobContextAt(START));
    expect(endpoint.requests).toHaveLength(1);
    expect(await findMail(mailId)).toBeUndefined();

    const late = await queueTestMail("unreachable@example.test", START, { deleteWhenDone: true });
    endpoint.answer = () => new Response(null, { status: 500 });
    await deliverMail(jobContextAt(START));
    expect(await findMail(late)).toMatchObject({ state: "waiting", deleteWhenDone: true });
    await db.update(mailOutbox).set({ attempts: 9 });
    await deliverMail(jobContextAt(START + DAY));
    expect(await findMail(late)).toBeUndefined();
  });

  it("sends each mail once when several runs overlap", async () => {
    for (let n = 0; n < 8; n++) await queueTestMail(`one${n}@example.test`);
    endpoint.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return new Response();
    };
    await Promise.all(Array.from({ length: 6 }, () => deliverMail(jobContextAt(START))));
    expect(endpoint.requests.map(({ to }) => to).sort()).toEqual(
      Array.from({ length: 8 }, (_, n) => `one${n}@example.test`),
    );
  });

  it("retries a failed mail after 5, 15 and 60 seconds, then with growing pauses", async () => {
    const id = await queueTestMail();
    endpoint.answer = () => new Response("no", { status: 500 });
    let now = START;
    const pauses: number[] = [];
    for (let n = 0; n < 11; n++) {
      await deliverMail(jobContextAt(now));
      const next = (await findMail(id))?.nextAttemptTs ?? 0;
      pauses.push(Math.round((next - now) / SECOND));
      // A run before the due time sends nothing.
      await deliverMail(jobContextAt(next - SECOND));
      expect(endpoint.requests).toHaveLength(n + 1);
      now = next;
    }
    expect(pauses).toEqual([5, 15, 60, 120, 180, 300, 600, 900, 1800, 3600, 7200]);
    endpoint.answer = () => new Response();
    expect(await deliverMail(jobContextAt(now))).toBeNull();
    expect(await findMail(id)).toMatchObject({ state: "sent", attempts: 12 });
  });

  it("marks a mail as dead after a day, with its text and the last error", async () => {
    const id = await queueTestMail();
    endpoint.answer = () => new Response(null, { status: 503 });
    let now = START;
    for (let n = 0; n < 30; n++) {
      await deliverMail(jobContextAt(now));
      const row = await findMail(id);
      if (row?.state !== "waiting") break;
      now = row.nextAttemptTs;
    }
    expect(await findMail(id)).toMatchObject({
      state: "dead",
      lastError: "mail endpoint returned status 503",
    });
    expect((await findMail(id))?.text).toContain("> Bună!");
    expect(now).toBe(START + DAY);
    const attempts = endpoint.requests.length;
    expect(await deliverMail(jobContextAt(START + 3 * DAY))).toBeNull();
    expect(endpoint.requests).toHaveLength(attempts);
  });

  it("sends other mails on time while one fails", async () => {
    await queueTestMail("bad@example.test");
    for (let n = 0; n < 12; n++) await queueTestMail(`good${n}@example.test`);
    endpoint.answer = ({ to }) => new Response(null, { status: to === "bad@example.test" ? 500 : 200 });
    expect(await deliverMail(jobContextAt(START))).toBe(5);
    expect(endpoint.requests).toHaveLength(13);
  });
});

it("sweepMails deletes mails that were sent or died thirty days ago, and no waiting mail", async () => {
  const [old, recent, dead, oldDead, waiting] = await Promise.all(
    ["old", "recent", "dead", "oldDead", "waiting"].map((name) => queueTestMail(`${name}@example.test`)),
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
  await sweepMails(jobContextAt(START + 30 * DAY));
  const left = (await db.select({ id: mailOutbox.id }).from(mailOutbox)).map(({ id }) => id);
  expect(left.sort()).toEqual([recent, dead, waiting].sort());
});

describe("the mail queue", () => {
  const batch = (...bodies: unknown[]) => ({
    acked: 0,
    ackAll() {
      this.acked++;
    },
    messages: bodies.map((body) => ({ body })),
    queue: "catedra-mail",
  });

  it("schedules the next run while mail waits, and acknowledges the message", async () => {
    const sentMessages: unknown[] = [];
    const queue = { send: async (...message: unknown[]) => void sentMessages.push(message) };
    const queueBindings = { ...bindings, MAIL_QUEUE: queue as unknown as typeof bindings.MAIL_QUEUE };
    await queueTestMail("late@example.test", Date.now());
    endpoint.answer = () => new Response(null, { status: 500 });
    const messages = batch();
    await runQueue(messages as never, queueBindings, createExecutionContext());
    expect(messages.acked).toBe(1);
    expect(sentMessages).toEqual([[{ wake: "outbox" }, { delaySeconds: 5 }]]);
  });

  it("records mail that came back, once for each event, and sends its recipient no digests", async () => {
    const event = (type: string, recipient: string, eventTimestamp: string) => ({
      type: `cf.email.sending.message.${type}`,
      source: { type: "email.sending" },
      payload: { recipient, bounce: { type: "hard", reason: `550 no ${recipient}` } },
      metadata: { eventTimestamp },
    });
    const sentAt = Date.now() - 60 * SECOND;
    const eventTs = new Date(sentAt + SECOND);
    const before = await queueTestMail("ana@example.test", sentAt - SECOND);
    await deliverMail(jobContextAt(sentAt - SECOND));
    await db.update(mailOutbox).set({ recipient: "Ana@example.test" });
    const [bounced, spam] = [
      await queueTestMail("ana@example.test", sentAt),
      await queueTestMail("ion@example.test", sentAt),
    ];
    await deliverMail(jobContextAt(sentAt));
    const events = [
      event("bounced", "ANA@example.test", eventTs.toISOString()),
      event("complained", "ion@example.test", eventTs.toISOString()),
      event("delivered", "ion@example.test", eventTs.toISOString()),
      { wake: "outbox" },
    ];
    for (let delivery = 0; delivery < 2; delivery++) {
      const messages = batch(...events);
      await runQueue(messages as never, bindings, createExecutionContext());
      expect(messages.acked).toBe(1);
    }
    expect(await findMail(bounced)).toMatchObject({ state: "dead", lastError: "BOUNCED" });
    expect(await findMail(spam)).toMatchObject({ state: "dead", lastError: "COMPLAINT" });
    expect(await findMail(before)).toMatchObject({ state: "sent" });

    const count = endpoint.requests.length;
    const later = Date.now();
    await queueTestMail("ana@example.test", later, { template: "review_invitation" });
    await deliverMail(jobContextAt(later));
    expect(endpoint.requests).toHaveLength(count);
    await queueTestMail("ana@example.test", later, { template: "reset_password" });
    await deliverMail(jobContextAt(later));
    expect(endpoint.requests).toHaveLength(count + 1);
  });
});
