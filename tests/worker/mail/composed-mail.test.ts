import { describe, expect, it } from "vitest";
import { mailOutbox } from "@/db/schema";
import { deliverMail, type MailComposer } from "@/features/mail";
import { MAIL_PRIORITY } from "@/features/mail/mail-priorities";
import { db } from "../../helpers/app";
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
