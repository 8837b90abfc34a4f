import { beforeEach, describe, expect, it } from "vitest";
import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { db } from "../../helpers/app";
import { countRows, makeUser, signedIn } from "../../helpers/factories";
import { shows } from "../../helpers/listing-form";
import { FORM, type Scene, scene, stored, WORDS } from "./scene";

let app: Scene["app"];
let person: Scene["person"];
let as: Scene["as"];
let send: Scene["send"];

beforeEach(async () => {
  ({ app, person, as, send } = await scene());
});

describe("POST /testimonials", () => {
  it("redirects and stores the text as typed, pending, in the page's language; only its sender sees it", async () => {
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
    shows(own, "În verificare");
    expect(await (await app.get("/testimonials")).text()).not.toContain(WORDS);
    expect(await (await app.get("/")).text()).not.toContain(WORDS);
  });

  it("returns 422 with the text kept: too short, too long, no name, no consent, contact data in any line", async () => {
    for (const [wrong, error] of [
      [{ text: "Prea scurt." }, "Too short: use at least 20 characters"],
      [{ text: "x".repeat(601) }, "Too long: use at most 600 characters"],
      [{ name: " " }, "Please fill this in."],
      [{ role: "x".repeat(61) }, "Too long: use at most 60 characters"],
      [{ text: `${WORDS} Sunați la 0712 345 678.` }, "Remove phone numbers"],
      [{ text: `${WORDS} Vezi www.meditatii-ieftine.ro` }, "Remove phone numbers"],
      [{ name: "ana@example.ro" }, "Remove phone numbers"],
      [{ role: "vezi lectii.ro" }, "Remove phone numbers"],
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
    shows(html, "Select this checkbox to continue.");
    shows(html, WORDS);
    expect(await stored()).toEqual([]);
  });

  it("returns 401 with the typed text when signed out meanwhile; it can be sent again after sign-in", async () => {
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

  it("returns 403 for cross-site requests", async () => {
    for (const who of [{}, { as }]) {
      const headers = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
      const answer = await app.post("/testimonials", { form: FORM, headers, ...who });
      expect(answer.status).toBe(403);
    }
    expect(await stored()).toEqual([]);
  });

  it("stores a form sent eight times in parallel once, and counts it once", async () => {
    const once = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ ...FORM, once })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await stored()).toHaveLength(1);
    for (const text of [`${WORDS} Doi.`, `${WORDS} Trei.`])
      expect((await send({ ...FORM, text })).status).toBe(303);
    // Another user's id cannot be used.
    const other = await signedIn(app, await makeUser(app));
    expect((await send({ ...FORM, once }, other)).status).toBe(409);
  });

  it("returns 429 for the fourth of a day, with the text kept; withdrawn ones count", async () => {
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

  it("the sender withdraws their own, published or not, and no other", async () => {
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

  it("shows markup in a testimonial as text", async () => {
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

describe("POST /api/testimonials", () => {
  it("returns 401 for visitors, even with the cookie, and writes nothing", async () => {
    for (const who of [{}, { as }]) {
      const answer = await app.post("/api/testimonials", { json: { ...FORM, consent: true }, ...who });
      expect(answer.status).toBe(401);
    }
    expect(await countRows("testimonials")).toBe(0);
  });
});
