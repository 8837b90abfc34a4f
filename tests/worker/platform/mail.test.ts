import { afterEach, describe, expect, it, vi } from "vitest";
import { createMailTransport, MailRefused, type OutgoingMail } from "@/platform/mail";
import { bindings } from "../../helpers/app";

const mail = (overrides: Partial<OutgoingMail> = {}): OutgoingMail => ({
  messageId: "<abc@catedra.test>",
  from: "Catedra <salut@catedra.test>",
  to: "ana@example.test",
  subject: "Confirmați adresa de e-mail",
  text: "Bună ziua",
  html: "<p>Bună ziua</p>",
  headers: {},
  ...overrides,
});

/** A stub of Cloudflare's mail service. Mails land in `deliveredMails`. */
function service(fails?: Error) {
  const deliveredMails: unknown[] = [];
  const binding = {
    async send(message: unknown) {
      deliveredMails.push(message);
      if (fails) throw fails;
      return { messageId: "<1@cloudflare>" };
    },
  } as unknown as SendEmail;
  return { deliveredMails, send: createMailTransport({ endpoint: undefined, binding }) };
}
const failure = (code?: string) =>
  Object.assign(new Error("ana@example.test is not welcome"), code ? { code } : {});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("mail", () => {
  it("uses the endpoint if one is set, even with a binding", async () => {
    const bodies: unknown[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      bodies.push({ url, ...JSON.parse(String(init.body)) });
      return new Response(null, { status: 202 });
    });
    const { send } = service();
    const endpoint = "https://stubs.test/mail";
    await createMailTransport({ endpoint, binding: { send } as unknown as SendEmail })(mail());
    expect(bodies).toEqual([
      {
        url: endpoint,
        message_id: "<abc@catedra.test>",
        from: "Catedra <salut@catedra.test>",
        to: "ana@example.test",
        subject: "Confirmați adresa de e-mail",
        text: "Bună ziua",
        html: "<p>Bună ziua</p>",
        headers: {},
      },
    ]);
  });

  it("sends Reply-To as a header to the endpoint, and as a field to the service", async () => {
    const headers = { "Reply-To": "ana@example.test", "X-Other": "1" };
    const bodies: { headers: unknown }[] = [];
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return new Response(null, { status: 202 });
    });
    await createMailTransport({ endpoint: "https://stubs.test/mail", binding: undefined })(mail({ headers }));
    expect(bodies[0]?.headers).toEqual(headers);
    const { deliveredMails, send } = service();
    await send(mail({ headers }));
    expect(deliveredMails).toMatchObject([{ replyTo: "ana@example.test" }]);
    expect((deliveredMails[0] as { headers: object }).headers).toEqual({
      "X-Other": "1",
      "X-Entity-Ref-ID": "<abc@catedra.test>",
    });
  });

  it("otherwise uses Cloudflare's service, with the sender in parts and our message id as a header", async () => {
    const { deliveredMails, send } = service();
    const file = { name: "lesson.ics", type: "text/calendar", text: "Lecție" };
    await send(
      mail({ headers: { "List-Unsubscribe": "<https://catedra.test/unsubscribe>" }, attachments: [file] }),
    );
    expect(deliveredMails).toEqual([
      {
        from: { name: "Catedra", email: "salut@catedra.test" },
        to: "ana@example.test",
        subject: "Confirmați adresa de e-mail",
        text: "Bună ziua",
        html: "<p>Bună ziua</p>",
        headers: {
          "List-Unsubscribe": "<https://catedra.test/unsubscribe>",
          "X-Entity-Ref-ID": "<abc@catedra.test>",
        },
        attachments: [
          {
            disposition: "attachment",
            filename: file.name,
            type: file.type,
            content: new TextEncoder().encode(file.text),
          },
        ],
      },
    ]);
  });

  it.each([
    ["salut@catedra.test", "salut@catedra.test"],
    ["<salut@catedra.test>", "salut@catedra.test"],
    [
      '"Catedra, meditații" <salut@catedra.test>',
      { name: "Catedra, meditații", email: "salut@catedra.test" },
    ],
  ])("is sent from %s", async (from, expected) => {
    const { deliveredMails, send } = service();
    await send(mail({ from }));
    expect(deliveredMails).toMatchObject([{ from: expected }]);
  });

  it.each(["E_RECIPIENT_SUPPRESSED", "E_VALIDATION_ERROR", "E_CONTENT_TOO_LARGE", "E_HEADER_VALUE_INVALID"])(
    "fails permanently with %s, and the error does not contain the recipient",
    async (code) => {
      const refused = await service(failure(code))
        .send(mail())
        .catch((error) => error);
      expect(refused).toBeInstanceOf(MailRefused);
      expect(refused.message).toBe(code);
    },
  );

  it.each([
    "E_RATE_LIMIT_EXCEEDED",
    "E_DAILY_LIMIT_EXCEEDED",
    "E_INTERNAL_SERVER_ERROR",
    "E_SENDER_NOT_VERIFIED",
    undefined,
  ])("can be retried after %s", async (code) => {
    const failed = await service(failure(code))
      .send(mail())
      .catch((error) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(failed).not.toBeInstanceOf(MailRefused);
  });

  it("explains what to do when neither is configured", () => {
    expect(() => createMailTransport({ endpoint: undefined, binding: undefined })).toThrow(
      /MAIL_ENDPOINT.*EMAIL.*wrangler\.toml/,
    );
  });

  it("is accepted by the binding that wrangler.toml gives the worker", async () => {
    await createMailTransport({ endpoint: undefined, binding: bindings.EMAIL })(mail());
  });
});
