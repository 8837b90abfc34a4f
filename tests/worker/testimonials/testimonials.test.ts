import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { createTestApp, db, type Jar, type TestApp } from "../../helpers/app";
import { countRows, mailsTo, makeAdmin, makeUser, signedIn } from "../../helpers/factories";
import { shows } from "../listings/form";

const WORDS = "Am găsit un profesor bun în două zile și fetița mea îl așteaptă.";
const FORM = { text: WORDS, name: "Ioana P.", role: "mamă a doi copii, Cluj", consent: "1" };

let app: TestApp;
let person: Awaited<ReturnType<typeof makeUser>>;
let as: Jar;

beforeEach(async () => {
  app = createTestApp();
  await db.delete(testimonials);
  person = await makeUser(app, { firstName: "Ioana", lastName: "Popa", locale: "ro" });
  as = await signedIn(app, person);
});

const send = (form: Record<string, string>, who: Jar = as, path = "/testimonials") =>
  app.post(path, { form, as: who });
const stored = () => db.select().from(testimonials);
/** So many of one person, each a second older than the one before. */
async function published(
  n: number,
  locale: "en" | "ro",
  given: Partial<typeof testimonials.$inferInsert> = {},
) {
  for (let place = 0; place < n; place++) {
    await db.insert(testimonials).values({
      id: newId(),
      userId: person.id,
      text: `Cuvintele numărul ${place} (${locale}) sunt aici.`,
      name: "Ana",
      locale,
      consentTs: app.clock.now,
      state: "published" as const,
      createdTs: app.clock.now - place * 1000,
      ...given,
    });
  }
}

describe("GET /testimonials", () => {
  it("invites to be the first, and leads visitors to sign in and back", async () => {
    for (const [path, words, next] of [
      ["/testimonials", "Nobody has said anything yet", "/sign-in?next=%2Ftestimonials"],
      ["/ro/testimonials", "Nu a scris încă nimeni", "/ro/sign-in?next=%2Ftestimonials"],
    ] as const) {
      const answer = await app.get(path);
      expect(answer.status).toBe(200);
      const html = await answer.text();
      shows(html, words);
      shows(html, `href="${next}"`);
      expect(html).not.toContain('name="consent"');
    }
  });

  it("shows what is published, the newest first in pages, each in its language; no rating, no account", async () => {
    await published(14, "ro");
    await published(1, "en", { state: "pending", text: "Nobody has read this so far." });
    await published(1, "en", { state: "rejected", text: "Nobody will ever read this." });
    const html = await (await app.get("/testimonials")).text();
    const texts = (page: string) => [...page.matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(texts(html)).toEqual([...Array(12).keys()].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`));
    shows(html, '<blockquote class="quote__words pre-line" lang="ro">');
    expect(html).not.toMatch(/Nobody has read|Nobody will ever|AggregateRating|"Review"/);
    expect(html).not.toContain(person.id);
    const next = html.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    const second = await (await app.get(next)).text();
    expect(texts(second)).toHaveLength(2);
    const back = second.match(/rel="prev" href="([^"]+)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(texts(await (await app.get(back)).text())).toHaveLength(12);
    expect((await app.get("/testimonials?after=spoiled")).status).toBe(200);
    expect(await (await app.get("/ro/testimonials")).text()).not.toContain('<blockquote lang="ro"');
  });

  it("offers the form with the name as others see it and the consent unticked", async () => {
    const html = await (await app.get("/ro/testimonials", { as })).text();
    shows(html, 'value="Ioana P."');
    expect(html.match(/<input[^>]*name="consent"[^>]*>/)?.[0]).not.toContain("checked");
    shows(html, "Sunt de acord ca");
  });
});

describe("POST /testimonials", () => {
  it("303 and kept as it was typed, pending, in the page's language; only its sender sees it", async () => {
    const answer = await send({ ...FORM, text: `  ${WORDS}\r\n` }, as, "/ro/testimonials");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/ro/testimonials?done=sent");
    expect(await stored()).toMatchObject([
      {
        userId: person.id,
        text: WORDS,
        name: "Ioana P.",
        role: "mamă a doi copii, Cluj",
        locale: "ro",
        state: "pending",
        consentTs: app.clock.now,
        createdTs: app.clock.now,
        decidedTs: null,
        decidedBy: null,
      },
    ]);
    const own = await (await app.get("/ro/testimonials?done=sent", { as })).text();
    shows(own, "Vă mulțumim!");
    shows(own, WORDS);
    shows(own, "În curs de citire");
    expect(await (await app.get("/testimonials")).text()).not.toContain(WORDS);
    expect(await (await app.get("/")).text()).not.toContain(WORDS);
  });

  it("422 with the words kept: too short, too long, no name, no consent, contact data in any line", async () => {
    for (const [wrong, error] of [
      [{ text: "Prea scurt." }, "Too short: at least 20 characters"],
      [{ text: "x".repeat(601) }, "Too long: at most 600 characters"],
      [{ name: " " }, "Please fill this in."],
      [{ role: "x".repeat(61) }, "Too long: at most 60 characters"],
      [{ text: `${WORDS} Sunați la 0712 345 678.` }, "Please leave out phone numbers"],
      [{ text: `${WORDS} Vezi www.meditatii-ieftine.ro` }, "Please leave out phone numbers"],
      [{ name: "ana@example.ro" }, "Please leave out phone numbers"],
      [{ role: "vezi lectii.ro" }, "Please leave out phone numbers"],
    ] as const) {
      const answer = await send({ ...FORM, ...wrong });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      shows(html, error);
      const typed = { ...FORM, ...wrong };
      shows(html, typed.text.slice(0, 30));
    }
    const { consent: _, ...without } = FORM;
    const answer = await send(without);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    shows(html, "Please tick this box to go on.");
    shows(html, WORDS);
    expect(await stored()).toEqual([]);
  });

  it("401 with what was typed for whoever was signed out meanwhile; sent again it counts", async () => {
    const answer = await app.post("/testimonials", { form: { ...FORM, once: newId() } });
    expect(answer.status).toBe(401);
    const html = await answer.text();
    const fields = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    expect(fields).toMatchObject(FORM);
    expect(await stored()).toEqual([]);
    expect((await send(fields)).status).toBe(303);
    expect(await stored()).toMatchObject([{ text: WORDS }]);
  });

  it("403 for what another site made a browser send", async () => {
    for (const who of [{}, { as }]) {
      const headers = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
      const answer = await app.post("/testimonials", { form: FORM, headers, ...who });
      expect(answer.status).toBe(403);
    }
    expect(await stored()).toEqual([]);
  });

  it("keeps a form that is sent eight times at once a single time, and counts it once", async () => {
    const once = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ ...FORM, once })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await stored()).toHaveLength(1);
    for (const text of [`${WORDS} Doi.`, `${WORDS} Trei.`])
      expect((await send({ ...FORM, text })).status).toBe(303);
    // Somebody else's id is not theirs to use.
    const other = await signedIn(app, await makeUser(app));
    expect((await send({ ...FORM, once }, other)).status).toBe(409);
  });

  it("429 for the fourth of a day, with the words kept; withdrawn ones count", async () => {
    for (let n = 0; n < 3; n++) expect((await send(FORM)).status).toBe(303);
    for (const { id } of await stored()) await send({ withdraw: id });
    expect(await stored()).toEqual([]);
    const fourth = await send(FORM);
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
    shows(await fourth.text(), WORDS);
    app.clock.now += 24 * 3_600_000;
    expect((await send(FORM, await signedIn(app, person))).status).toBe(303);
  });

  it("withdraws one's own at once, published or not, and nobody else's", async () => {
    await send(FORM);
    const [one] = await stored();
    await db.update(testimonials).set({ state: "published" });
    const other = await signedIn(app, await makeUser(app));
    await send({ withdraw: one?.id ?? "" }, other);
    expect(await stored()).toHaveLength(1);
    for (let n = 0; n < 2; n++) {
      const answer = await send({ withdraw: one?.id ?? "" });
      expect(answer.headers.get("location")).toBe("/testimonials?done=withdrawn");
    }
    expect(await stored()).toEqual([]);
    const html = await (await app.get("/testimonials?done=withdrawn", { as })).text();
    shows(html, "withdrawn and deleted");
  });

  it("shows hostile words as text", async () => {
    const text = `<script>alert("1")</script> & {{name}} bună ziua tuturor`;
    await send({ ...FORM, text, name: "<b>x</b>" });
    await db.update(testimonials).set({ state: "published" });
    for (const path of ["/testimonials", "/"]) {
      const html = await (await app.get(path)).text();
      expect(html).not.toContain("<script>alert");
      shows(html, "&lt;script&gt;alert");
      shows(html, "{{name}}");
    }
  });
});

describe("/admin/testimonials", () => {
  let admin: Jar;
  let adminId: string;
  beforeEach(async () => {
    const made = await makeAdmin(app);
    adminId = made.id;
    admin = await signedIn(app, made);
  });
  const decide = (id: string, action: "publish" | "reject", from = "pending") =>
    app.post(`/admin/testimonials/${id}/${action}`, { form: { from }, as: admin });

  it("leads everybody but admins home", async () => {
    await send(FORM);
    const [one] = await stored();
    for (const who of [{}, { as }]) {
      expect((await app.get("/admin/testimonials", who)).headers.get("location")).toBe("/");
      await app.post(`/admin/testimonials/${one?.id}/publish`, { form: {}, ...who });
    }
    expect(await stored()).toMatchObject([{ state: "pending" }]);
  });

  it("publishes: it is on the page and at home, its writer is told in their language, the log says who", async () => {
    await send(FORM, as, "/ro/testimonials");
    const [one] = await stored();
    const id = one?.id ?? "";
    const queue = await (await app.get("/admin/testimonials", { as: admin })).text();
    shows(queue, WORDS);
    shows(queue, person.email);
    shows(queue, "in Romanian");
    app.clock.now += 60_000;
    const answers = await Promise.all([decide(id, "publish"), decide(id, "publish"), decide(id, "publish")]);
    for (const answer of answers)
      expect(answer.headers.get("location")).toBe("/admin/testimonials?done=published");
    expect(await stored()).toMatchObject([
      { state: "published", decidedBy: adminId, decidedTs: app.clock.now },
    ]);
    for (const path of ["/testimonials", "/ro/testimonials", "/", "/ro"]) {
      shows(await (await app.get(path)).text(), WORDS);
    }
    const mails = await mailsTo(person.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain("Cuvintele dumneavoastră");
    expect(mails[0]?.text).toContain(WORDS);
    expect(mails[0]?.text).toContain("/ro/testimonials");
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `testimonial:${id}`));
    expect(log).toMatchObject([{ action: "testimonial.published", actorId: adminId }]);
  });

  it("rejects without a word, takes a published one off the site, and can publish it again", async () => {
    await send(FORM);
    const id = (await stored())[0]?.id ?? "";
    await decide(id, "reject");
    expect(await mailsTo(person.email)).toEqual([]);
    shows(await (await app.get("/testimonials", { as })).text(), "Not published");
    await decide(id, "publish", "rejected");
    shows(await (await app.get("/testimonials")).text(), WORDS);
    const list = await (await app.get("/admin/testimonials?state=published", { as: admin })).text();
    shows(list, "Take off the site");
    const off = await decide(id, "reject", "published");
    expect(off.headers.get("location")).toBe("/admin/testimonials?state=published&done=rejected");
    expect(await (await app.get("/testimonials")).text()).not.toContain(WORDS);
    expect((await decide(newId(), "publish")).status).toBe(404);
  });

  it("409 for a decision about what somebody else decided meanwhile, which stands; 303 for the same one", async () => {
    await send(FORM);
    const id = (await stored())[0]?.id ?? "";
    const answers = await Promise.all([decide(id, "publish"), decide(id, "reject")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    const [one] = await stored();
    const opposite = one?.state === "published" ? "reject" : "publish";
    const late = await decide(id, opposite);
    expect(late.status).toBe(409);
    shows(await late.text(), "Somebody else decided");
    expect((await decide(id, opposite === "reject" ? "publish" : "reject")).status).toBe(303);
    expect((await stored())[0]?.state).toBe(one?.state);
    const log = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `testimonial:${id}`));
    expect(log).toHaveLength(1);
    const anew = await app.get(`/admin/testimonials/${id}/publish`, { as: admin });
    expect(anew.headers.get("location")).toBe("/admin/testimonials");
  });

  it("writes to nobody whose address is not known to be theirs", async () => {
    const unverified = await makeUser(app, { emailVerifiedTs: null });
    await send(FORM, await signedIn(app, unverified));
    await decide((await stored())[0]?.id ?? "", "publish");
    expect(await stored()).toMatchObject([{ state: "published" }]);
    expect(await mailsTo(unverified.email)).toEqual([]);
  });

  it("shows the longest waiting first, in pages", async () => {
    await published(15, "ro", { state: "pending" });
    const texts = (page: string) => [...page.matchAll(/Cuvintele numărul (\d+)/g)].map(([, n]) => Number(n));
    const first = await (await app.get("/admin/testimonials", { as: admin })).text();
    expect(texts(first)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    const next = first.match(/rel="next" href="([^"]+)"/)?.[1] ?? "";
    expect(texts(await (await app.get(next, { as: admin })).text())).toEqual([2, 1, 0]);
  });
});

describe("/", () => {
  it("shows up to three, those in the page's language first; without any there is no such part", async () => {
    const texts = async (path: string) =>
      [...(await (await app.get(path)).text()).matchAll(/<blockquote[^>]*>([^<]+)/g)].map(([, text]) => text);
    expect(await texts("/")).toEqual([]);
    expect(await (await app.get("/")).text()).not.toContain('/testimonials">All');
    await published(3, "ro");
    await published(1, "en", { createdTs: 1, text: "An old word in English, so far." });
    expect(await texts("/")).toEqual([
      "An old word in English, so far.",
      "Cuvintele numărul 0 (ro) sunt aici.",
      "Cuvintele numărul 1 (ro) sunt aici.",
    ]);
    expect(await texts("/ro")).toEqual([0, 1, 2].map((n) => `Cuvintele numărul ${n} (ro) sunt aici.`));
  });
});

describe("POST /api/testimonials", () => {
  it("401 for visitors, whatever the cookie says; nothing is written", async () => {
    for (const who of [{}, { as }]) {
      const answer = await app.post("/api/testimonials", { json: { ...FORM, consent: true }, ...who });
      expect(answer.status).toBe(401);
    }
    expect(await countRows("testimonials")).toBe(0);
  });
});
