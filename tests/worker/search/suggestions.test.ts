import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { completePhrase } from "@/features/search/suggestions/complete-phrase";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { SuggestionsJson } from "@/shared/schemas/suggestion";
import { app, bindings, expectStatus, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { countRows, createListing, createTeacher, createUser, signIn } from "../../helpers/factories";

const { db: counting, ledger } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));

beforeAll(async () => {
  const smaranda = await createTeacher({ firstName: "Smaranda", lastName: "Mateescu" });
  const other = await createTeacher({ firstName: "Ovidiu", lastName: "Stănescu" });
  await createTeacher({ firstName: "Smaranda", lastName: "Fărăanunț" });
  await createUser({ firstName: "Smaranda", lastName: "Elevă" });
  const disabled = await createTeacher({
    firstName: "Smaranda",
    lastName: "Închisă",
    disabledTs: app.clock.now,
  });
  await createListing(disabled, { subject: "la" });
  for (const county of ["cj", "cj", "tm"] as const)
    await createListing(smaranda, { subject: "m", county, levels: ["pb"], title: "Pregătire" });
  await createListing(other, { subject: "mu", county: "b", levels: ["e"], title: "Lecții de vioară" });
  await createListing(other, { subject: "h", county: "is", state: "paused" });
});

async function suggest(q: string, locale: Locale = "ro"): Promise<SuggestionsJson["content"]> {
  const response = await app.get(paths.apiSuggestions({ q, locale }));
  expect(response.status, q).toBe(200);
  const { content } = (await response.json()) as SuggestionsJson;
  expect(content.length).toBeLessThanOrEqual(8);
  return content;
}
const labels = async (q: string, locale?: Locale) => (await suggest(q, locale)).map(({ label }) => label);

describe("GET /api/suggestions", () => {
  it("completes a subject, then adds its levels, its counties and teachers of that name", async () => {
    expect(await suggest("mate")).toEqual([
      { kind: "subject", label: "Matematică", href: "/ro/tutoring?subject=m" },
      { kind: "level", label: "Matematică · Bacalaureat", href: "/ro/tutoring?subject=m&level=pb" },
      { kind: "county", label: "Matematică în Cluj", href: "/ro/tutoring?subject=m&county=cj" },
      { kind: "county", label: "Matematică în Timiș", href: "/ro/tutoring?subject=m&county=tm" },
      { kind: "teacher", label: "Smaranda Mateescu", href: "/ro/tutoring?q=Smaranda+Mateescu" },
    ]);
  });

  it("suggests no level that is none of the subject, unless it is typed", async () => {
    const teacher = await createTeacher();
    await createListing(teacher, { subject: "l", county: "bt", levels: ["pe", "pb"] });
    expect(await labels("logica")).toEqual(["Logică", "Logică · Bacalaureat", "Logică în Botoșani"]);
    expect(await labels("logica eval")).not.toContain("Logică · Evaluarea Națională");
    expect(await labels("evaluarea nationala")).not.toContain("Logică · Evaluarea Națională");
    expect(await labels("logica evaluarea nationala")).toEqual(
      expect.arrayContaining([expect.stringContaining("Logică · Evaluarea Națională")]),
    );
  });

  it.each([
    ["mate clu", "Matematică în Cluj", "subject=m&county=cj"],
    ["mate cluj bac", "Matematică · Bacalaureat în Cluj", "subject=m&level=pb&county=cj"],
    ["mathem", "Matematică", "subject=m"],
    ["bacalau", "Bacalaureat", "level=pb"],
    ["cluj-na", "Cluj", "county=cj"],
    ["turd", "Turda, Cluj", "county=cj&typed=q=turda"],
    ["mate turda", "Matematică în Turda, Cluj", "subject=m&county=cj&typed=q=mate%2Bturda"],
    ["vioara buc", "vioara · Muzică în București", "q=vioara&subject=mu&county=b"],
    ["mate sub 100 lei bac", "Matematică · Bacalaureat · Până la 100 de lei", "subject=m&level=pb&max=100"],
    ["mate ieftin clu", "Matematică în Cluj", "subject=m&county=cj&sort=price"],
    ["vioara muz", "vioara · Muzică", "q=vioara&subject=mu"],
    ["mate 100", "Matematică · Până la 100 de lei", "subject=m&max=100"],
    ["sector 3", "Sector 3, București", "county=b&typed=q=sector%2B3"],
    ["matemtica", "Matematică", "subject=m"],
    [
      "matematca cls a 12-a cluj",
      "Matematică · Liceu · Bacalaureat în Cluj",
      "subject=m&level=h&level=pb&county=cj",
    ],
    ["mate 12 clu", "Matematică · Liceu · Bacalaureat în Cluj", "subject=m&level=h&level=pb&county=cj"],
  ])("%s is first completed to %s", async (q, label, query) => {
    expect((await suggest(q))[0]).toMatchObject({ label, href: `/ro/tutoring?${query}` });
  });

  it("names the town on the list of a suggestion, and offers the subjects of a sector", async () => {
    const [town] = await suggest("mate turd", "en");
    const list = await app.read(town?.href ?? "");
    expect(list).toContain("Understood as: Mathematics, Turda (Cluj).");
    expect(await suggest("sector 3")).toContainEqual({
      kind: "subject",
      label: "Muzică în Sector 3, București",
      href: "/ro/tutoring?subject=mu&county=b",
    });
  });

  it("names towns whose names have other meanings, too", () => {
    const { now } = app.clock;
    const texts = (q: string) => completePhrase(q, now).flatMap(({ place, text }) => (place ? [text] : []));
    expect(texts("roma")).toContain("in roman");
    expect(texts("mate din roma")).toContain("mate din roman");
    expect(texts("gheorgheni clu")).toContain("gheorgheni cluj");
  });

  it("completes no word of a phrase that is complete, nor the article of a class", async () => {
    for (const q of ["clasa a 8-a", "clasa a", "mate clasa a", "mate clasa a VIII-a"])
      expect(completePhrase(q, app.clock.now), q).toEqual([]);
    expect(await labels("mate clasa a 12-a")).toEqual(["Matematică · Liceu · Bacalaureat"]);
    expect(completePhrase("mate a", app.clock.now)).not.toEqual([]);
  });

  it("corrects a text only if at most its last words mean something", async () => {
    // Beginnings of words, names, words without results, and unknown ones.
    for (const q of ["istorie", "popes", "smaranda elev", "profeso", "xqzwkf", "mtm"])
      expect(await labels(q), q).toEqual([]);
    expect(await labels("matemtica xyzzy")).toEqual([]);
    const teacher = await createTeacher({ firstName: "Matemaitca", lastName: "Nume" });
    await createListing(teacher, { subject: "b", county: "vs" });
    expect(await labels("matemaitca")).toEqual(["Matemaitca Nume"]);
    expect(await labels("matematcia")).toContain("Matematică");
  });

  it("writes labels and links in the language of the request, and understands both", async () => {
    expect(await suggest("mathematics clu", "en")).toContainEqual({
      kind: "county",
      label: "Mathematics in Cluj",
      href: "/tutoring?subject=m&county=cj",
    });
    expect(await labels("matematica", "en")).toContain("Mathematics");
    const byPath = (await (await app.get("/ro/api/suggestions?q=mat&locale=xx")).json()) as SuggestionsJson;
    expect(byPath.content[0]?.href).toMatch(/^\/ro\//);
  });

  it.each(["istorie", "mate evaluare", "iasi", "mate sub 20 lei clu"])(
    "suggests nothing without results: %s",
    async (q) => expect(await suggest(q)).toEqual([]),
  );

  it.each([
    ["mate sau fizica clu", "Cluj"],
    ["mate xyzzy clu", "Cluj"],
    ["mate xyzzy cluj", "Cluj"],
    ["flaut muz", "Muzică"],
  ])("suggests for the last words alone after several subjects or unknown words: %s", async (q, label) =>
    expect(await labels(q)).toEqual([label]),
  );

  it("suggests only searches with results", async () => {
    for (const q of ["m", "b", "mate b", "o"]) {
      for (const { href } of await suggest(q)) {
        const { total } = (await (await app.get(href.replace("/ro/tutoring", "/api/listings"))).json()) as {
          total: number;
        };
        expect(total, href).toBeGreaterThan(0);
      }
    }
  });

  it("names teachers with a visible listing only, by any of their names", async () => {
    expect(await labels("smar")).toEqual(["Smaranda Mateescu"]);
    expect(await labels("mateescu sma")).toEqual(["Smaranda Mateescu"]);
    expect(await labels("profesor stanes")).toEqual(["Ovidiu Stănescu"]);
    expect(await labels("smaranda elev")).toEqual([]);
    expect(await labels("s")).not.toContain("Smaranda Mateescu");
  });

  it("searches a name with a word that means a filter as it is written", async () => {
    for (const lastName of ["Duminică", "Turda"]) {
      const teacher = await createTeacher({ firstName: "Ilinca", lastName });
      await createListing(teacher, { subject: "mu", county: "b" });
    }
    const hrefs = (await suggest("ilinca")).map(({ href }) => href);
    expect(hrefs).toEqual(["/ro/tutoring?q=Ilinca+Duminic%C4%83", "/ro/tutoring?q=Ilinca+Turda&exact=1"]);
    for (const href of hrefs) await expectStatus(app.get(href), 200);
  });

  it.each(["", "   ", "!?", '"', "*", "-"])(
    "has nothing for a text without words, and reads nothing: %j",
    async (q) => {
      ledger.clear();
      expect(await suggest(q)).toEqual([]);
      expect(ledger.roundTrips()).toBe(0);
    },
  );

  it.each([
    'smar" OR name:*',
    "smar) OR (email:a",
    "'; drop table users; --",
    "email:example",
    "NEAR(mate 2)",
    "%",
    "mate ".repeat(500),
    "a".repeat(5000),
    "\u0000\ud800mate",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14",
  ])("reads typed text never as a query: %#", async (q) => {
    expect(await countRows("users")).toBeGreaterThan(0);
    for (const { label } of await suggest(q)) expect(label).not.toContain("@");
  });

  it("answers every prefix of a search in one round trip of few rows, mistyped words too", async () => {
    const text = "mate bac in cluj smaranda";
    const prefixes = Array.from(text, (_, n) => text.slice(0, n + 1));
    for (const q of [...prefixes, "matemtica", "mate cluh", "matematca cluj", "xqzwkf"]) {
      ledger.clear();
      await suggest(q);
      expect(ledger.roundTrips(), q).toBeLessThanOrEqual(1);
      expect(ledger.rowsRead(), q).toBeLessThanOrEqual(150);
    }
  });

  it("may be cached by browsers and shared caches, and sets and reads no cookie", async () => {
    const path = paths.apiSuggestions({ q: "mate", locale: "ro" });
    const response = await app.get(path);
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(response.headers.get("set-cookie")).toBeNull();
    const jar = await signIn(await createUser());
    expect(await (await app.get(path, { as: jar })).json()).toEqual(await response.json());
  });

  it("is not counted as a search", async () => {
    const before = await countRows("statistics_batches");
    await suggest("mate cluj");
    expect(await countRows("statistics_batches")).toBe(before);
    await app.get(paths.listings({ subject: "m", county: "cj" }));
    expect(await countRows("statistics_batches")).toBe(before + 1);
  });
});
