import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, settings, settingVersions } from "@/db/schema";
import { DEFAULT_CEILINGS, DEFAULT_LIMITS } from "@/shared/default-limits";
import { app, db, expectPage, expectRedirect, expectStatus, expectText, type Jar } from "../../helpers/app";
import { countRows, createAdmin, listRows, signIn } from "../../helpers/factories";
import { parseFormEntries } from "../../helpers/forms";

let admin: Jar;
let adminId: string;

beforeEach(async () => {
  await db.delete(settings);
  await db.delete(settingVersions);
  await db.delete(auditLog);
  const adminUser = await createAdmin();
  adminId = adminUser.id;
  admin = await signIn(adminUser);
});

type Fields = Record<string, string>;
const LIMITS = "/admin/settings/limits";
const BANNED_WORDS = "/admin/settings/banned-words";

/** Removes the markers that React puts between texts. */
const removeReactMarkers = (html: string) => html.replaceAll("<!-- -->", "");
const page = async (path: string, as = admin) => removeReactMarkers(await app.read(path, { as }));
const readForm = async (path: string) => parseFields(await page(path));
const send = (path: string, form: Fields, as = admin) => app.post(path, { as, form });

/** Names and values of the form's fields on a page. */
const parseFields = (html: string): Fields =>
  Object.fromEntries(parseFormEntries(html, /<form[^>]*action="(?:\/ro)?\/admin\/settings\//));

const findDocument = async (path: string) => (await listRows(settings, { path }))[0] ?? null;
const listWords = (form: Fields) => (form.words ?? "").split("\n").filter((word) => word !== "");

it("GET /admin/settings lists every document as default, then with the last editor", async () => {
  const before = await page("/admin/settings");
  for (const path of [
    "/admin/pricing/packages",
    "/admin/pricing/vat",
    "/admin/pricing/seller",
    LIMITS,
    BANNED_WORDS,
    "/admin/settings/exams",
  ]) {
    expect(before).toContain(`<a href="${path}">`);
  }
  expect(before.match(/Default values/g)).toHaveLength(6);
  await send(LIMITS, { ...(await readForm(LIMITS)), "contact.max": "12" });
  const after = await page("/admin/settings?done=limits");
  expect(after).toContain("The limits are saved and apply from now on.");
  expect(after.match(/Default values/g)).toHaveLength(5);
  expect(after).toMatch(/Version 1.* · <a href="\/admin\/users\/\w+">Olga Admin</);
  expect(await page("/ro/admin/settings")).toContain("Valori implicite");
});

it("GET /admin/settings/limits has a field with the default for each limit", async () => {
  const form = await readForm(LIMITS);
  const limits = Object.entries(DEFAULT_LIMITS).flatMap(([name, { max, window_s }]) => [
    [`${name}.max`, String(max)],
    [`${name}.window_s`, String(window_s)],
  ]);
  const ceilings = Object.entries(DEFAULT_CEILINGS).map(([name, max]) => [`${name}.max`, String(max)]);
  expect(form).toEqual(
    Object.fromEntries([["version", "0"], ["coverage_goal", "8"], ...limits, ...ceilings]),
  );
  const html = await page(LIMITS);
  for (const text of ["Default: 10 in 15 minutes", 'href="#signing"', "form__actions--sticky"])
    expect(html).toContain(text);
  expect(await page(`/ro${LIMITS}`)).toContain("Implicit: 10 în 15 minute");
});

describe("POST /admin/settings/limits", () => {
  it("saves only non-default values as the next version, with history and audit event, effective immediately", async () => {
    await expectRedirect(
      send(LIMITS, {
        ...(await readForm(LIMITS)),
        "contact.max": "1,000",
        "contact.window_s": "300",
        "listings_active.max": "7",
        coverage_goal: "12",
        "sign_up.max": " ",
        confirmed: "contact.max=1000&contact.window_s=300",
      }),
      "/admin/settings?done=limits",
    );
    expect(await findDocument("settings/limits")).toMatchObject({
      version: 1,
      value: { contact: { max: 1000, window_s: 300 }, listings_active: { max: 7 }, coverage_goal: 12 },
    });
    expect(await db.select().from(auditLog)).toMatchObject([
      {
        actorId: adminId,
        action: "document.saved",
        subject: "document:settings/limits",
        detail: { version: 1 },
      },
    ]);
    const after = await page(LIMITS);
    expectText(
      after,
      "Olga Admin",
      "1,000 in 5 minutes (before: 10 in 1 hour)",
      "7 at one time (before: 5 at one time)",
    );
    expect(after).not.toContain("<strong>Sign-ups, per IP address:</strong>");
    expect(await page(`/ro${LIMITS}`)).toContain("1.000 în 5 minute (înainte: 10 în 1 oră)");
  });

  it("empties the document once every value is the default", async () => {
    const defaults = await readForm(LIMITS);
    await send(LIMITS, { ...defaults, "contact.max": "12" });
    await send(LIMITS, { ...defaults, version: "1" });
    expect(await findDocument("settings/limits")).toMatchObject({ version: 2, value: {} });
  });

  it.each([
    ["contact.max", "0", "The number must be 1 or more."],
    ["contact.max", "100,001", "The number must be 100,000 or less."],
    ["contact.max", "1.000", "This value is not valid."],
    ["listings_active.max", "0", "The number must be 1 or more."],
    ["coverage_goal", "0", "The number must be 1 or more."],
    ["coverage_goal", "opt", "This value is not valid."],
    ["contact.window_s", "59", "The number must be 60 or more."],
    ["contact.window_s", "86401", "The number must be 86,400 or less."],
    ["contact.window_s", "", "This value is not valid."],
  ])(
    "returns 422 for %s %j at the field, and keeps the other typed values",
    async (field, typed, message) => {
      const form = await readForm(LIMITS);
      const answer = await send(LIMITS, { ...form, "sign_up.max": "31", [field]: typed });
      const html = removeReactMarkers(await answer.text());
      expect(answer.status).toBe(422);
      expectText(html, message, `href="#field-${field}"`, `id="field-${field}-error"`);
      expect(parseFields(html)).toMatchObject({ version: "0", "sign_up.max": "31" });
      if (field.endsWith(".max")) expect(parseFields(html)[field]).toBe(typed);
      expect(await countRows("settings")).toBe(0);
    },
  );

  it("returns 409 after another admin's save, keeps both changes, and does not reload the page", async () => {
    const mine = await readForm(LIMITS);
    await send(LIMITS, { ...mine, "contact.max": "12" });
    const answer = await send(LIMITS, { ...mine, "sign_up.max": "31" });
    const html = removeReactMarkers(await answer.text());
    expect(answer.status).toBe(409);
    expectText(
      html,
      "Another administrator saved changes while you were editing",
      "12 in 1 hour (before: 10 in 1 hour)",
    );
    expect(html).toMatch(/<body [^>]*data-sent=""/);
    const merged = parseFields(html);
    expect(merged).toMatchObject({ version: "1", "contact.max": "12", "sign_up.max": "31" });
    expect(await page(LIMITS)).not.toContain("data-sent");
    await expectStatus(send(LIMITS, merged), 303);
    expect((await findDocument("settings/limits"))?.value).toEqual({
      contact: { max: 12, window_s: 3600 },
      sign_up: { max: 31, window_s: 3600 },
    });
  });
});

describe("POST /admin/settings/banned-words", () => {
  it("saves one word per line, normalised and unique, and lists added and removed words", async () => {
    await send(BANNED_WORDS, { version: "0", words: "unu\r\n  doi   cuvinte \r\n\r\nştiinţă\nunu" });
    expect(await findDocument("settings/banned-words")).toMatchObject({
      version: 1,
      value: ["unu", "doi cuvinte", "știință"],
    });
    const form = await readForm(BANNED_WORDS);
    expect(listWords(form)).toEqual(["unu", "doi cuvinte", "știință"]);
    await expectRedirect(
      send(BANNED_WORDS, { ...form, words: "unu\ntrei" }),
      "/admin/settings?done=banned-words",
    );
    const html = await page(BANNED_WORDS);
    expectText(
      html,
      "<strong>trei:</strong> banned",
      "<strong>doi cuvinte:</strong> removed (before: banned)",
    );
    expect(await countRows("audit_log")).toBe(2);
    expect(await page("/ro/admin/settings?done=banned-words")).toContain(
      "Cuvintele interzise au fost salvate",
    );
  });

  it.each([
    ["a".repeat(101), "100"],
    [Array.from({ length: 2001 }, (_, n) => `cuvânt ${n}`).join("\n"), "2000"],
  ])(
    "returns 422 for a word that is too long and for too many words, and keeps the text",
    async (words, max) => {
      const answer = await send(BANNED_WORDS, { version: "0", words });
      const html = removeReactMarkers(await answer.text());
      expect(answer.status).toBe(422);
      expect(html).toContain('href="#field-words"');
      expect(html).toMatch(new RegExp(`id="field-words-error".*?${max.replace(/^2000$/, "2,?000")}`, "s"));
      expect(parseFields(html).words?.trim()).toBe(words);
      expect(await countRows("settings")).toBe(0);
    },
  );

  it("returns 409 after another admin's save, with the additions and removals of both", async () => {
    await send(BANNED_WORDS, { version: "0", words: "unu\ndoi\nconstructor\n__proto__" });
    await send(BANNED_WORDS, { version: "1", words: "unu\nconstructor\ntrei\n__proto__" });
    const html = await expectPage(send(BANNED_WORDS, { version: "1", words: "doi\npatru\n__proto__" }), 409);
    expect(parseFields(html).version).toBe("2");
    expect(listWords(parseFields(html)).sort()).toEqual(["__proto__", "patru", "trei"]);
    expect(await findDocument("settings/banned-words")).toMatchObject({ version: 2 });
  });
});
