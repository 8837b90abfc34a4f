import { describe, expect, it } from "vitest";
import { noGuard } from "@/db/guard";
import { mailOutbox } from "@/db/schema";
import { deliverMail, type JoinedMails, type MailComposer, queueJoiningMailStatement } from "@/features/mail";
import { MAIL_PRIORITY } from "@/features/mail/mail-priorities";
import { app, db } from "../../helpers/app";
import { intercept } from "../../helpers/intercept";
import { findMail, jobContextAt, SECOND, START, stubMailEndpoint } from "../../helpers/outbox";

const endpoint = stubMailEndpoint();

/** Queues a mail that is composed when it is delivered. Returns its id. */
async function queueComposedMail(id: string, payload: unknown): Promise<string> {
  await db.insert(mailOutbox).values({
    id,
    template: "test_composed",
    priority: MAIL_PRIORITY.bulk,
    recipient: `${id}@example.test`,
    subject: "",
    text: "",
    html: "",
    payload,
    createdTs: START,
    nextAttemptTs: START,
  });
  return id;
}

const compose: MailComposer = async (_, { payload, recipient }) => ({
  template: "enquiry_new",
  locale: "en",
  params: { learner: "", name: recipient, title: String((payload as { title: string }).title) },
  unsubscribePath: "/unsubscribe?token=1",
});
const deliver = (now: number, composer: MailComposer = compose) =>
  deliverMail(jobContextAt(now), { test_composed: composer });

describe("a mail with a payload", () => {
  it("is composed when it is sent, and loses its payload", async () => {
    const id = await queueComposedMail("ana", { title: "Piano" });
    await deliver(START);
    expect(endpoint.requests).toEqual([
      expect.objectContaining({
        to: "ana@example.test",
        subject: "ana@example.test wrote to you about “Piano”",
        headers: expect.objectContaining({
          "List-Unsubscribe": "<https://catedra.test/unsubscribe?token=1>",
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      }),
    ]);
    expect(await findMail(id)).toMatchObject({
      state: "sent",
      subject: "ana@example.test wrote to you about “Piano”",
      text: "",
      payload: null,
    });
  });

  it("is deleted if there is nothing to send any more", async () => {
    const id = await queueComposedMail("ana", { title: "Piano" });
    expect(await deliver(START, async () => null)).toBeNull();
    expect(endpoint.requests).toEqual([]);
    expect(await findMail(id)).toBeUndefined();
  });

  it("is retried if it can't be composed", async () => {
    const id = await queueComposedMail("ana", { title: "Piano" });
    await deliver(START, () => Promise.reject(new Error("database busy")));
    expect(await findMail(id)).toMatchObject({ state: "waiting", lastError: "database busy", attempts: 1 });
    await deliver(START + 5 * SECOND);
    expect(endpoint.requests).toHaveLength(1);
  });
});

describe("mails about one record that follow each other quickly", () => {
  const join: MailComposer = async (_, { payload }) => {
    const [first, ...others] = (payload as JoinedMails).mails;
    return first ? { ...first, quote: [first, ...others].flatMap(({ quote }) => quote ?? []) } : null;
  };
  const queue = (now: number, quote: string, more = {}) => {
    const ctx = jobContextAt(now);
    const params = { name: "Daria N.", title: "Matematică" };
    const mail = {
      template: "enquiry_message",
      locale: "en",
      to: "ana@example.test",
      about: "enquiry:1",
    } as const;
    return ctx.commit([queueJoiningMailStatement(ctx, { ...mail, params, quote, ...more }, noGuard)]);
  };
  const deliverJoined = (now: number) =>
    deliverMail(jobContextAt(now, app.bindings), { enquiry_message: join });
  const listQuotes = () => endpoint.requests.map(({ text }) => text.match(/(?<=^> ).*$/gm)?.join());

  it("leave as one, at most every five minutes: the first at once, also one that another run joins", async () => {
    await queue(START, "1");
    // The text is stored once, in the payload.
    expect(await db.select().from(mailOutbox)).toMatchObject([{ subject: "", text: "", html: "" }]);
    await deliverJoined(START);
    for (const n of [2, 3]) await queue(START + n * SECOND, `${n}`);
    // About another record, or to another address.
    await queue(START, "other", { about: "enquiry:2" });
    await queue(START, "copy", { to: "bob@example.test" });
    expect(await deliverJoined(START + 4 * SECOND)).toBe(296);
    expect(listQuotes()).toEqual(["1", "other", "copy"]);
    // Between the reading and the claim of the due mail, one still joins; after the claim, none does.
    let runs = 0;
    intercept(app, "DB", "batch", async (batch, ...args) => {
      const result = await batch(...args);
      if (runs++ === 0) await queue(START + 300 * SECOND, "4");
      return result;
    });
    endpoint.answer = async () => {
      if (endpoint.requests.length === 4) await queue(START + 301 * SECOND, "5");
      return new Response();
    };
    await deliverJoined(START + 300 * SECOND);
    await deliverJoined(START + 602 * SECOND);
    expect(listQuotes().slice(3)).toEqual(["2,3,4", "5"]);
    // After a pause, at once again.
    await queue(START + 903 * SECOND, "6");
    await deliverJoined(START + 903 * SECOND);
    expect(listQuotes().slice(5)).toEqual(["6"]);
  });

  it("wait at most five minutes for an earlier one that fails, and join none that was tried", async () => {
    endpoint.answer = () => new Response(null, { status: 503 });
    for (let n = 0; n < 40; n++) {
      await queue(START + n * 30 * SECOND, `${n}`);
      await deliverJoined(START + n * 30 * SECOND);
    }
    endpoint.answer = () => new Response();
    endpoint.requests = [];
    for (let n = 40; n < 80; n++) await deliverJoined(START + n * 30 * SECOND);
    const sent = listQuotes().flatMap((quotes) => quotes?.split(",") ?? []);
    expect(sent.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, n) => `${n}`));
    expect(endpoint.requests.length).toBeLessThan(8);
  });
});
