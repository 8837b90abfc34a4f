import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contactMessages, limitCounters, mailOutbox, users } from "@/db/schema";
import { deliverMail } from "@/features/mail";
import { runSchedule } from "@/jobs";
import { newId } from "@/shared/ids";
import { paths } from "@/shared/paths";
import { createTestApp, db, type TestApp, type TestRequest } from "../../helpers/app";
import { mailsTo, makeUser, signedIn } from "../../helpers/factories";
import { shows } from "../../helpers/listing-form";
import { servicesAt } from "../../helpers/services";

const FORM = {
  name: "Ștefan Țîru",
  email: "Stefan.Tiru@example.test",
  subject: "Întrebare despre cont",
  message: "Bună ziua,\r\nnu găsesc unde îmi schimb fotografia. Mulțumesc!",
};
const MESSAGE = "Bună ziua,\nnu găsesc unde îmi schimb fotografia. Mulțumesc!";

let app: TestApp;
let visitors = 0;
/** A visitor with a unique IP address. */
const from = () => ({ "cf-connecting-ip": `198.51.100.${++visitors}` });

beforeEach(async () => {
  app = createTestApp();
  await db.batch([db.delete(contactMessages), db.delete(mailOutbox), db.delete(limitCounters)]);
});

const send = (
  form: Record<string, string> = FORM,
  init: TestRequest = { headers: from() },
  path = "/contact",
) => app.post(path, { form, ...init });
const stored = () => db.select().from(contactMessages);
const operators = () => mailsTo(app.bindings.CONTACT_EMAIL ?? "");

describe("GET /contact", () => {
  it("shows the form in both languages with the operator's address, prefilled for a signed-in user", async () => {
    shows(await (await app.get("/contact")).text(), "Contact us");
    const person = await makeUser(app, { firstName: "Ilinca", lastName: "Șerban" });
    const html = await (await app.get("/ro/contact", { as: await signedIn(app, person) })).text();
    shows(html, "Scrieți-ne");
    shows(html, `href="mailto:${app.bindings.CONTACT_EMAIL}"`);
    shows(html, 'value="Ilinca Șerban"');
    shows(html, `value="${person.email}"`);
  });

  it("explains what happens next, and mentions a copy only if one is sent", async () => {
    const copied = await (await app.get("/contact?done=copied")).text();
    shows(copied, "within two business days");
    shows(copied, "We have sent a copy");
    const sent = await (await app.get("/ro/contact?done=sent")).text();
    shows(sent, "Am primit mesajul");
    expect(sent).not.toContain("Am trimis o copie");
  });
});

describe("POST /contact", () => {
  it("redirects; stores the message, mails the operator with Reply-To, and sends a copy in the sender's language", async () => {
    const answer = await send(FORM, { headers: from() }, "/ro/contact");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/ro/contact?done=copied");
    expect(await stored()).toMatchObject([
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
    const [mail, ...more] = await operators();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: "Ștefan Țîru: Întrebare despre cont",
      replyTo: "stefan.tiru@example.test",
    });
    expect(mail?.text).toContain("> nu găsesc unde îmi schimb fotografia.");
    expect(mail?.text).toContain("Email: stefan.tiru@example.test");
    const [kept] = await stored();
    expect(mail?.text).toContain(paths.followUpRow(`contact:${kept?.id}`));
    const copies = await mailsTo("stefan.tiru@example.test");
    expect(copies).toMatchObject([{ template: "contact_copy", replyTo: null }]);
    expect(copies[0]?.text).toContain("> nu găsesc unde îmi schimb fotografia.");
    expect(copies[0]?.subject).toBe("Am primit mesajul dumneavoastră");
  });

  it("sends the operator's mail with Reply-To, which is deleted with the text", async () => {
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
      [{ name: "" }, "Completați acest câmp"],
      [{ email: "stefan" }, "nume@"],
      [{ subject: " " }, ""],
      [{ message: "Scurt" }, "10"],
      [{ message: "x".repeat(4001) }, "4000"],
    ] as const) {
      const answer = await send({ ...FORM, ...wrong }, { headers: from() }, "/ro/contact");
      expect(answer.status).toBe(422);
      const html = await answer.text();
      shows(html, 'id="error-summary"');
      shows(html, `id="field-${Object.keys(wrong)[0]}-error"`);
      if (error) shows(html.replaceAll(/(\d)\.(\d{3})/g, "$1$2"), error);
      if (!("subject" in wrong)) shows(html, 'value="Întrebare despre cont"');
    }
    expect(await stored()).toEqual([]);
    expect(await operators()).toEqual([]);
  });

  it("returns 429 for the eleventh in an hour from one IP address, with the typed values, until the next hour", async () => {
    const headers = from();
    // The same text is one message and counts once.
    for (let n = 0; n < 20; n++) {
      expect((await send({ ...FORM, subject: `Mesajul ${n % 10}` }, { headers })).status).toBe(303);
    }
    expect(await stored()).toHaveLength(10);
    const late = await send({ ...FORM, message: "Al unsprezecelea mesaj <b>al meu</b>" }, { headers });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    const html = await late.text();
    shows(html, "Al unsprezecelea mesaj &lt;b&gt;al meu&lt;/b&gt;");
    shows(html, 'value="Ștefan Țîru"');
    const call = await app.post("/api/contact", { json: FORM, headers });
    expect(call.status).toBe(429);
    expect((await send(FORM)).status).toBe(303);
    app.clock.now += 3_600_000;
    expect((await send(FORM, { headers })).status).toBe(303);
  });

  it("parallel messages stop at ten; the same form eight times in parallel is one message and one mail", async () => {
    const headers = from();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => send({ ...FORM, subject: `Potop ${n}` }, { headers })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(await stored()).toHaveLength(10);
    await db.delete(contactMessages);
    await db.delete(mailOutbox);
    // Its daily copies are not used up.
    const form = { ...FORM, email: "dora.tiru@example.test" };
    const doubles = await Promise.all(Array.from({ length: 8 }, () => send(form, { headers: from() })));
    expect(new Set(doubles.map(({ status }) => status))).toEqual(new Set([303]));
    const pages = new Set(doubles.map(({ headers }) => headers.get("location")));
    expect(pages).toEqual(new Set(["/contact?done=copied"]));
    expect(await mailsTo(form.email)).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    expect(await operators()).toHaveLength(1);
  });

  it("sends at most three copies a day to one mailbox, from any sender; the messages arrive", async () => {
    const pages: (string | null)[] = [];
    for (let n = 0; n < 5; n++) {
      const answer = await send({ ...FORM, subject: `De la altă adresă ${n}` });
      pages.push(answer.headers.get("location"));
    }
    expect(pages).toEqual([...Array(3).fill("/contact?done=copied"), ...Array(2).fill("/contact?done=sent")]);
    expect(await mailsTo("stefan.tiru@example.test")).toHaveLength(3);
    expect(await operators()).toHaveLength(5);
    // A repeated form gets the same answer about its copy.
    const again = async (n: number) => {
      const answer = await send({ ...FORM, subject: `De la altă adresă ${n}` });
      return answer.headers.get("location");
    };
    expect(await again(0)).toBe("/contact?done=copied");
    expect(await again(4)).toBe("/contact?done=sent");
    expect(await operators()).toHaveLength(5);
  });

  it("sends links back only to the sender's verified address", async () => {
    const message = "Vedeți https://castig-rapid.example.com și sunați la 0712 345 678.";
    await send({ ...FORM, message, subject: "Câștigați acum" });
    const [copy] = await mailsTo("stefan.tiru@example.test");
    expect(copy?.template).toBe("contact_received");
    for (const words of ["castig-rapid", "0712", "Câștigați", "Țîru"]) {
      expect(`${copy?.subject} ${copy?.text} ${copy?.html}`).not.toContain(words);
    }
    expect((await operators())[0]?.text).toContain("castig-rapid");

    const person = await makeUser(app);
    const as = await signedIn(app, person);
    await send({ ...FORM, message, email: person.email }, { as, headers: from() });
    expect((await mailsTo(person.email))[0]?.text).toContain("castig-rapid");
    const [, kept] = await db.select().from(contactMessages).orderBy(contactMessages.subject);
    expect(kept ?? (await stored())[1]).toBeDefined();
    expect((await stored()).map(({ userId }) => userId)).toContain(person.id);
    // Signed in, but with an unverified address.
    const unverified = await makeUser(app, { emailVerifiedTs: null });
    const other = await signedIn(app, unverified);
    await send({ ...FORM, message, email: unverified.email }, { as: other, headers: from() });
    expect(await mailsTo(unverified.email)).toMatchObject([{ template: "contact_received" }]);
  });

  it("allows no line break or markup of a sender in the mail's headers or body", async () => {
    const name = "Ana\r\nBcc: all@example.test";
    await send({ ...FORM, name, message: "<img src=x onerror=alert(1)> & restul mesajului" });
    const [mail] = await operators();
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain("<img src=x");
  });

  it("returns 403 for cross-site requests, and when the app check fails", async () => {
    const headers = { ...from(), origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
    expect((await send(FORM, { headers })).status).toBe(403);
    const checked = createTestApp({ TURNSTILE_SITE_KEY: "site", TURNSTILE_SECRET_KEY: "secret" });
    const refused = await checked.post("/contact", { form: FORM, headers: from() });
    expect(refused.status).toBe(403);
    const html = await refused.text();
    shows(html, 'value="Întrebare despre cont"');
    shows(html, 'data-sitekey="site"');
    expect(await stored()).toEqual([]);
  });
});

describe("sweep-contact", () => {
  it("deletes messages settled a year ago, and no open or newer ones", async () => {
    const year = 365 * 86_400_000;
    const row = (subject: string, closedTs: number | null) => ({
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
        row("old", Date.now() - year - 1000),
        row("young", Date.now() - year + 3_600_000),
        row("open", null),
      ]);
    await runSchedule("sweep-contact", app.bindings, { waitUntil: () => {} });
    expect((await stored()).map(({ subject }) => subject).sort()).toEqual(["open", "young"]);
  });
});

describe("erasing", () => {
  it("keeps messages sent under an address that the user never verified", async () => {
    const person = await makeUser(app, { emailVerifiedTs: null });
    await send({ ...FORM, email: person.email });
    const { eraseContactMessages } = await import("@/features/contact");
    const ctx = servicesAt(app.clock.now);
    await ctx.commit(eraseContactMessages(ctx, person.id));
    expect(await stored()).toHaveLength(1);
    await db.update(users).set({ emailVerifiedTs: app.clock.now }).where(eq(users.id, person.id));
    await ctx.commit(eraseContactMessages(ctx, person.id));
    expect(await stored()).toEqual([]);
  });
});
