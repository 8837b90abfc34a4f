import { beforeEach, describe, expect, it, vi } from "vitest";
import { contactMessages, limitCounters, mailOutbox, users } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { runSchedule } from "@/jobs";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { setHits, toLimitKey } from "../../helpers/accounts";
import {
  app,
  createTestApp,
  db,
  expectPage,
  expectStatus,
  expectText,
  type TestRequest,
} from "../../helpers/app";
import { createUser, mailsTo, updateRow } from "../../helpers/factories";

import { servicesAt } from "../../helpers/services";

const FORM = {
  name: "Ștefan Țîru",
  email: "Stefan.Tiru@example.test",
  subject: "Întrebare despre cont",
  message: "Bună ziua,\r\nnu găsesc unde îmi schimb fotografia. Mulțumesc!",
};
const MESSAGE = "Bună ziua,\nnu găsesc unde îmi schimb fotografia. Mulțumesc!";
let visitors = 0;
/** A visitor with a unique IP address. */
const uniqueAddress = () => ({ "cf-connecting-ip": `198.51.100.${++visitors}` });

beforeEach(async () => {
  await db.batch([db.delete(contactMessages), db.delete(mailOutbox), db.delete(limitCounters)]);
});

const send = (
  form: Record<string, string> = FORM,
  init: TestRequest = { headers: uniqueAddress() },
  path = "/contact",
) => app.post(path, { form, ...init });
const listMessages = () => db.select().from(contactMessages);
const listOperatorMails = () => mailsTo(app.bindings.CONTACT_EMAIL ?? "");

describe("GET /contact", () => {
  it("shows the form in both languages with the operator's address, prefilled for a signed-in user", async () => {
    expectText(await app.read("/contact"), "Contact us");
    const user = await createUser({ firstName: "Ilinca", lastName: "Șerban" });
    const html = await app.read("/ro/contact", { as: user });
    expectText(
      html,
      "Scrieți-ne",
      `href="mailto:${app.bindings.CONTACT_EMAIL}"`,
      'value="Ilinca Șerban"',
      `value="${user.email}"`,
    );
  });

  it("explains what happens next, and names for an hour the address that gets a copy", async () => {
    const path = (await send()).headers.get("location") ?? "";
    const page = await app.get(path);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const html = await page.text();
    expectText(html, "within two business days", "We have sent a copy to stefan.tiru@example.test.");
    app.clock.now += 3_600_000;
    const later = await app.read(`/ro${path}`);
    expectText(later, "Am primit mesajul");
    expect(later).not.toContain("stefan.tiru");
    expectText(await app.read("/contact?sent=unknown"), "Contact us");
  });
});

describe("POST /contact", () => {
  it("returns 303, stores the message, and mails the operator and a copy in the sender's language", async () => {
    const answer = await expectStatus(send(FORM, { headers: uniqueAddress() }, "/ro/contact"), 303);
    const [{ id } = { id: "" }] = await listMessages();
    expect(answer.headers.get("location")).toBe(`/ro/contact?sent=${id}`);
    expect(await listMessages()).toMatchObject([
      {
        userId: null,
        name: "Ștefan Țîru",
        email: "stefan.tiru@example.test",
        subject: "Întrebare despre cont",
        message: MESSAGE,
        locale: "ro",
        createdTs: app.clock.now,
        closedTs: null,
      },
    ]);
    const [mail, ...others] = await listOperatorMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: "Ștefan Țîru: Întrebare despre cont",
      replyTo: "stefan.tiru@example.test",
    });
    expect(mail?.text).toContain("> nu găsesc unde îmi schimb fotografia.");
    expect(mail?.text).toContain("Email: stefan.tiru@example.test");
    const [message] = await listMessages();
    expect(mail?.text).toContain(paths.followUpRow(`contact:${message?.id}`));
    const copies = await mailsTo("stefan.tiru@example.test");
    expect(copies).toMatchObject([{ template: "contact_copy", replyTo: null }]);
    expect(copies[0]?.text).toContain("> nu găsesc unde îmi schimb fotografia.");
    expect(copies[0]?.subject).toBe("Am primit mesajul dumneavoastră");
  });

  it("sends the operator's mail with Reply-To, which is deleted after sending", async () => {
    await send();
    const bodies: { to: string; headers: Record<string, string> }[] = [];
    vi.stubGlobal("fetch", async (_: unknown, init?: RequestInit) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response(null, { status: 202 });
    });
    await deliverMail(servicesAt(app.clock.now));
    vi.unstubAllGlobals();
    expect(bodies.map(({ to, headers }) => [to, headers]).sort()).toEqual(
      [
        [app.bindings.CONTACT_EMAIL, { "Reply-To": "stefan.tiru@example.test" }],
        ["stefan.tiru@example.test", {}],
      ].sort(),
    );
    expect(await db.select().from(mailOutbox)).toMatchObject([
      { state: "sent", text: "", replyTo: null },
      { state: "sent", text: "", replyTo: null },
    ]);
  });

  it("returns 422 with every typed value and an error at each field, and writes nothing", async () => {
    for (const [wrong, error] of [
      [{ name: "" }, "Introduceți numele"],
      [{ email: "stefan" }, "nume@"],
      [{ subject: " " }, ""],
      [{ message: "Scurt" }, "10"],
      [{ message: "x".repeat(4001) }, "4000"],
    ] as const) {
      const html = await expectPage(
        send({ ...FORM, ...wrong }, { headers: uniqueAddress() }, "/ro/contact"),
        422,
      );
      expectText(html, 'id="error-summary"', `id="field-${Object.keys(wrong)[0]}-error"`);
      if (error) expectText(html.replaceAll(/(\d)\.(\d{3})/g, "$1$2"), error);
      if (!("subject" in wrong)) expectText(html, 'value="Întrebare despre cont"');
    }
    expect(await listMessages()).toEqual([]);
    expect(await listOperatorMails()).toEqual([]);
  });

  it("asks about a mistyped address before it stores the message; the same address sent again goes through", async () => {
    const form = { ...FORM, email: "stefan@gmial.com" };
    const html = await (await expectStatus(send(form), 200)).text();
    for (const text of ["We filled in stefan@gmail.com", 'value="stefan@gmial.com"', 'id="error-summary"'])
      expectText(html, text);
    expect(await listMessages()).toEqual([]);
    await expectStatus(send({ ...form, asked_email: form.email }), 303);
    await expectStatus(send({ ...form, email: "stefan@gmail.com", asked_email: form.email }), 303);
    expect((await listMessages()).map(({ email }) => email).sort()).toEqual(["stefan@gmail.com", form.email]);
  });

  it("returns 429 for the eleventh in an hour from one IP address, with the typed values, until the next hour", async () => {
    const headers = uniqueAddress();
    // The same text is one message and counts once.
    const first = { ...FORM, subject: "Primul mesaj" };
    for (let n = 0; n < 2; n++) await expectStatus(send(first, { headers }), 303);
    await setHits("contact", toLimitKey(headers["cf-connecting-ip"]), 9);
    await expectStatus(send({ ...FORM, subject: "Al zecelea mesaj" }, { headers }), 303);
    expect(await listMessages()).toHaveLength(2);
    const eleventh = await expectStatus(
      send({ ...FORM, message: "Al unsprezecelea mesaj <b>al meu</b>" }, { headers }),
      429,
    );
    expect(Number(eleventh.headers.get("retry-after"))).toBeGreaterThan(0);
    const html = await eleventh.text();
    expectText(html, "Al unsprezecelea mesaj &lt;b&gt;al meu&lt;/b&gt;", 'value="Ștefan Țîru"');
    await expectStatus(app.post("/api/contact", { json: FORM, headers }), 429);
    await expectStatus(send(FORM), 303);
    app.clock.now += 3_600_000;
    await expectStatus(send(FORM, { headers }), 303);
  });

  it("stores ten of 12 parallel messages, and one of eight parallel copies of a form", async () => {
    const headers = uniqueAddress();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => send({ ...FORM, subject: `Mesaj paralel ${n}` }, { headers })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
    expect(await listMessages()).toHaveLength(10);
    await db.delete(contactMessages);
    await db.delete(mailOutbox);
    // The daily copies of this mailbox are not used up.
    const form = { ...FORM, email: "dora.tiru@example.test" };
    const duplicates = await Promise.all(
      Array.from({ length: 8 }, () => send(form, { headers: uniqueAddress() })),
    );
    expect(new Set(duplicates.map(({ status }) => status))).toEqual(new Set([303]));
    const pages = new Set(duplicates.map(({ headers }) => headers.get("location")));
    expect(pages.size).toBe(1);
    expect(await mailsTo(form.email)).toHaveLength(1);
    expect(await listMessages()).toHaveLength(1);
    expect(await listOperatorMails()).toHaveLength(1);
  });

  it("sends at most three copies a day to one mailbox; the operator gets every message", async () => {
    const sendNth = async (n: number) => {
      const answer = await send({ ...FORM, subject: `De la altă adresă ${n}` });
      const path = answer.headers.get("location") ?? "";
      return { path, isCopied: (await app.read(path)).includes("We have sent a copy") };
    };
    const sent: Awaited<ReturnType<typeof sendNth>>[] = [];
    for (let n = 0; n < 5; n++) sent.push(await sendNth(n));
    expect(sent.map(({ isCopied }) => isCopied)).toEqual([true, true, true, false, false]);
    expect(await mailsTo("stefan.tiru@example.test")).toHaveLength(3);
    expect(await listOperatorMails()).toHaveLength(5);
    // A repeated form redirects to the same page as the first.
    for (const n of [0, 4]) expect(await sendNth(n)).toEqual(sent[n]);
    expect(await listOperatorMails()).toHaveLength(5);
  });

  it("includes text with links in a copy only for the sender's verified address", async () => {
    const message = "Vedeți https://castig-rapid.example.com și sunați la 0712 345 678.";
    await send({ ...FORM, message, subject: "Câștigați acum" });
    const [copy] = await mailsTo("stefan.tiru@example.test");
    expect(copy?.template).toBe("contact_received");
    for (const text of ["castig-rapid", "0712", "Câștigați", "Țîru"]) {
      expect(`${copy?.subject} ${copy?.text} ${copy?.html}`).not.toContain(text);
    }
    expect((await listOperatorMails())[0]?.text).toContain("castig-rapid");

    const user = await createUser();
    await send({ ...FORM, message, email: user.email }, { as: user, headers: uniqueAddress() });
    expect((await mailsTo(user.email))[0]?.text).toContain("castig-rapid");
    expect(await listMessages()).toHaveLength(2);
    expect((await listMessages()).map(({ userId }) => userId)).toContain(user.id);
    // Signed in, but with an unverified address.
    const unverified = await createUser({ emailVerifiedTs: null });
    await send({ ...FORM, message, email: unverified.email }, { as: unverified, headers: uniqueAddress() });
    expect(await mailsTo(unverified.email)).toMatchObject([{ template: "contact_received" }]);
  });

  it("puts no line break of a sender into the mail's headers and no markup into its body", async () => {
    const name = "Ana\r\nBcc: all@example.test";
    await send({ ...FORM, name, message: "<img src=x onerror=alert(1)> & restul mesajului" });
    const [mail] = await listOperatorMails();
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain("<img src=x");
  });

  it("returns 403 with the typed values when the app check fails", async () => {
    const appWithCheck = createTestApp({ TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" });
    const html = await expectPage(
      appWithCheck.post("/contact", { form: FORM, headers: uniqueAddress() }),
      403,
    );
    expectText(html, 'value="Întrebare despre cont"', 'data-sitekey="site"');
    expect(await listMessages()).toEqual([]);
  });
});

it("job sweep-contact-messages deletes messages closed a year ago, and no open or newer ones", async () => {
  const year = 365 * 86_400_000;
  const createRow = (subject: string, closedTs: number | null) => ({
    id: newId(),
    name: "Ana",
    email: "ana@example.test",
    subject,
    message: "Un mesaj vechi.",
    locale: "ro" as const,
    createdTs: 1,
    closedTs,
  });
  await db
    .insert(contactMessages)
    .values([
      createRow("old", Date.now() - year - 1000),
      createRow("recent", Date.now() - year + 3_600_000),
      createRow("open", null),
    ]);
  await runSchedule("sweep-contact-messages", app.bindings, { waitUntil: () => {} });
  expect((await listMessages()).map(({ subject }) => subject).sort()).toEqual(["open", "recent"]);
});

it("eraseContactMessagesStatements keeps messages sent under an address that the user never verified", async () => {
  const user = await createUser({ emailVerifiedTs: null });
  await send({ ...FORM, email: user.email });
  const { eraseContactMessagesStatements } = await import("@/features/contact");
  const ctx = servicesAt(app.clock.now);
  await ctx.commit(eraseContactMessagesStatements(ctx, user.id));
  expect(await listMessages()).toHaveLength(1);
  await updateRow(users, user.id, { emailVerifiedTs: app.clock.now });
  await ctx.commit(eraseContactMessagesStatements(ctx, user.id));
  expect(await listMessages()).toEqual([]);
});
