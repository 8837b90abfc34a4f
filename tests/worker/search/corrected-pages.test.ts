import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ListingPageJson } from "@/features/search/api";
import { storeSearchWords } from "@/features/search/correction/refresh-search-words";
import { app, bindings, db, resetApp } from "../../helpers/app";
import { createCountingDb } from "../../helpers/counting-db";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";

const { db: counting, ledger } = createCountingDb(bindings.DB);
beforeEach(() => resetApp({ DB: counting }));

beforeAll(async () => {
  const teacher = await createTeacher();
  // More than one page each.
  for (const title of ["Orologiu vechi", "Relief"])
    for (let n = 0; n < 22; n++) await createListing(teacher, { title, subject: "g", county: "tm" });
  for (let n = 0; n < 6; n++)
    await createListing(teacher, { title: "Chitară clasică", subject: "mu", county: "cj" });
  await createListing(teacher, { title: "Algebră pe înțeles", subject: "m", county: "cj" });
  await createListing(teacher, { title: "Exerciții matemtica", subject: "p", county: "is" });
  await createListing(teacher, { title: "Grafuri la facultate", subject: "c", county: "is" });
  await storeSearchWords({ db });
});

const get = async (query: string): Promise<string> => {
  const html = await openPage(query);
  return html.replaceAll("&amp;", "&");
};

describe("GET /tutoring?q= with mistyped words", () => {
  it("shows the results of what was meant, with a link to what was typed", async () => {
    const html = await get("/tutoring?q=chitra&county=cj");
    expect(listResultTitles(html)).toEqual(Array(6).fill("Chitară clasică"));
    expect(html).toContain("Showing results for “chitara”.");
    expect(html).toContain('href="/tutoring?q=chitra&county=cj&exact=1"');
    expect(html).toContain("Search for “chitra” instead");
    const exact = await get("/tutoring?q=chitra&county=cj&exact=1");
    expect(listResultTitles(exact)).toEqual([]);
    expect(exact).not.toContain("Showing results for");
  });

  it.each([
    ["with words that mean no filter", "orologui", "orologiu"],
    ["with words that became filters", "geogrfie", "geografie"],
  ])("says so on the second page, %s", async (_, from, to) => {
    const first = await get(`/tutoring?q=${from}`);
    const [, next = ""] = first.match(/href="([^"]+after=[^"]+)"/) ?? [];
    const second = await get(next);
    expect(listResultTitles(second)).not.toEqual([]);
    expect(second).toContain(`Showing results for “${to}”.`);
    expect(second).toContain(`href="/tutoring?q=${from}&exact=1"`);
    const [, previous = ""] = second.match(/href="([^"]+before=[^"]+)"/) ?? [];
    expect(await get(previous)).toContain(`Showing results for “${to}”.`);
  });

  it("understands the corrected words", async () => {
    const html = await get("/tutoring?q=algbra+cluh");
    expect(listResultTitles(html)).toEqual(["Algebră pe înțeles"]);
    // One notice with one link.
    expect(html).toMatch(
      /Showing results for “[^”]*”\.(?:<!-- -->)? Understood as: [^<]*Cluj\.<\/span> <a [^>]*>Search for “algbra cluh” instead<\/a><\/p>/,
    );
    expect(html.match(/class="understood"/g)).toHaveLength(1);
    expect(listResultTitles(await get("/tutoring?q=matemaitca+cluh"))).toEqual(["Algebră pe înțeles"]);
  });

  it("shows what the exact words find instead of correcting a meaning without results", async () => {
    for (const q of ["grafuri facultate", "grafuri facultate chitra"]) {
      const html = await get(`/tutoring?q=${q.replaceAll(" ", "+")}`);
      const isExact = q === "grafuri facultate";
      expect(listResultTitles(html), q).toEqual(isExact ? ["Grafuri la facultate"] : []);
    }
    const html = await get("/tutoring?q=grafuri+facultate");
    expect(html).toContain("Searched for the words “grafuri facultate”.");
    const [, href = ""] = html.match(/<a href="([^"]+)"[^>]*>Use these filters instead/) ?? [];
    const meant = await get(href);
    expect(listResultTitles(meant)).toEqual([]);
    expect(meant).toContain("Understood as");
  });

  it("says so if what was meant finds nothing either, and offers wider searches", async () => {
    const html = await get("/tutoring?q=chitra&county=vs");
    expect(listResultTitles(html)).toEqual([]);
    expect(html).toContain("Nothing found for “chitara” either.");
    expect(html).toContain('href="/tutoring?q=chitara&subject=mu"');
  });

  it("reads the words in one round trip, after the search as typed", async () => {
    const read = async (path: string) => {
      ledger.clear();
      await app.get(path, { headers: { "sec-purpose": "prefetch" } });
      return { roundTrips: ledger.roundTrips(), rows: ledger.rowsRead() };
    };
    const correct = await read("/tutoring?q=chitara");
    const corrected = await read("/tutoring?q=chitra");
    expect(corrected.roundTrips).toBe(correct.roundTrips + 1);
    // The rows of the words of five lengths and of the one unknown word.
    expect(corrected.rows).toBeLessThanOrEqual(correct.rows + 25);
    const call = await read("/api/listings?q=chitra");
    expect((await read("/api/listings?q=chitra&exact=1")).roundTrips).toBeLessThan(call.roundTrips);
  });
});

describe("GET /api/listings?q= with mistyped words", () => {
  const find = async (query: string) =>
    (await (await app.get(`/api/listings?${query}`)).json()) as ListingPageJson;

  it("answers what was corrected in `understood`", async () => {
    const page = await find("q=chitra+cluh");
    expect(page.total).toBe(6);
    expect(page.understood).toEqual({
      filters: { subject: ["mu"], county: "cj" },
      q: "chitara",
      corrected: { from: "chitra cluh", to: "chitara cluj" },
    });
  });

  it("`corrected` is null if the text finds something, with exact=1 and for unknown words", async () => {
    for (const query of ["q=chitara", "q=matemtica", "q=chitra&exact=1", "q=xqzwkf", ""])
      expect((await find(query)).understood.corrected, query).toBeNull();
  });
});
