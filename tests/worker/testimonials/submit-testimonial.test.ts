import { beforeEach, describe, expect, it } from "vitest";
import { testimonials } from "@/db/schema";
import { newId } from "@/shared/ids";
import { app, db, expectPage, expectRedirect, expectStatus, expectText } from "../../helpers/app";
import { createUser, signIn } from "../../helpers/factories";

import { createSetup, FORM, listStored, type Setup, TEXT } from "./setup";

let author: Setup["author"];
let as: Setup["as"];
let send: Setup["send"];

beforeEach(async () => {
  ({ author, as, send } = await createSetup());
});

describe("POST /testimonials", () => {
  it("returns 303 and stores the text as pending, in the page's language; only its author sees it", async () => {
    await expectRedirect(
      send({ ...FORM, text: `  ${TEXT}\r\n` }, as, "/ro/testimonials"),
      "/ro/testimonials?done=sent",
    );
    expect(await listStored()).toMatchObject([
      {
        userId: author.id,
        text: TEXT,
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
    const ownPage = await app.read("/ro/testimonials?done=sent", { as });
    expectText(ownPage, "Vă mulțumim!", TEXT, "În verificare");
    expect(await app.read("/testimonials")).not.toContain(TEXT);
    expect(await app.read("/")).not.toContain(TEXT);
  });

  it("returns 422 with the typed text: too short, too long, no name, no consent, contact data in any field", async () => {
    for (const [wrong, error] of [
      [{ text: "Prea scurt." }, "Too short: use at least 20 characters"],
      [{ text: "x".repeat(601) }, "Too long: use at most 600 characters"],
      [{ name: " " }, "Enter your name."],
      [{ role: "x".repeat(61) }, "Too long: use at most 60 characters"],
      [{ text: `${TEXT} Sunați la 0712 345 678.` }, "Remove phone numbers"],
      [{ text: `${TEXT} Vezi www.meditatii-ieftine.ro` }, "Remove phone numbers"],
      [{ name: "ana@example.ro" }, "Remove phone numbers"],
      [{ role: "vezi lectii.ro" }, "Remove phone numbers"],
    ] as const) {
      const answer = await expectStatus(send({ ...FORM, ...wrong }), 422);
      const html = await answer.text();
      expectText(html, error);
      const typed = { ...FORM, ...wrong };
      expectText(html, typed.text.slice(0, 30));
    }
    const { consent: _, ...withoutConsent } = FORM;
    const html = await expectPage(send(withoutConsent), 422);
    expectText(html, "Select this checkbox to continue.", TEXT);
    expect(await listStored()).toEqual([]);
  });

  it("returns 401 with a form that holds the typed text if the visitor is signed out", async () => {
    const html = await expectPage(app.post("/testimonials", { form: { ...FORM, once: newId() } }), 401);
    const fields = Object.fromEntries(
      [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
    expect(fields).toMatchObject(FORM);
    expect(await listStored()).toEqual([]);
    await expectStatus(send(fields), 303);
    expect(await listStored()).toMatchObject([{ text: TEXT }]);
  });

  it("stores a form sent eight times in parallel once, and counts it once", async () => {
    const once = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({ ...FORM, once })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await listStored()).toHaveLength(1);
    for (const text of [`${TEXT} Doi.`, `${TEXT} Trei.`]) await expectStatus(send({ ...FORM, text }), 303);
    // Another user's id cannot be used.
    const otherJar = await createUser();
    await expectStatus(send({ ...FORM, once }, otherJar), 409);
  });

  it("returns 429 with the typed text for the fourth of a day, withdrawn ones included", async () => {
    for (let n = 0; n < 3; n++) await expectStatus(send(FORM), 303);
    for (const { id } of await listStored()) await send({ withdraw: id });
    expect(await listStored()).toEqual([]);
    const fourth = await expectStatus(send(FORM), 429);
    expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0);
    expectText(await fourth.text(), TEXT);
    app.clock.now += 24 * 3_600_000;
    await expectStatus(send(FORM, await signIn(author)), 303);
  });

  it("deletes the author's own testimonial on withdrawal, and no other user's", async () => {
    await send(FORM);
    const [testimonial] = await listStored();
    await db.update(testimonials).set({ state: "published" });
    const otherJar = await createUser();
    await send({ withdraw: testimonial?.id ?? "" }, otherJar);
    expect(await listStored()).toHaveLength(1);
    for (let n = 0; n < 2; n++) {
      const answer = await send({ withdraw: testimonial?.id ?? "" });
      expect(answer.headers.get("location")).toBe("/testimonials?done=withdrawn");
    }
    expect(await listStored()).toEqual([]);
    const html = await app.read("/testimonials?done=withdrawn", { as });
    expectText(html, "withdrawn and deleted");
  });
});
