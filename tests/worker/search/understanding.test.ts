import { beforeAll, describe, expect, it } from "vitest";
import type { ListingPageJson } from "@/features/search/api";
import { app, expectStatus } from "../../helpers/app";
import { createListing, createTeacher } from "../../helpers/factories";
import { openPage } from "../../helpers/open-page";
import { listResultTitles } from "../../helpers/result-titles";

beforeAll(async () => {
  const teacher = await createTeacher({ firstName: "Maria", lastName: "Ionescu" });
  const make = (title: string, overrides: Parameters<typeof createListing>[1]) =>
    createListing(teacher, { title, ...overrides });
  await make("Algebră", { subject: "m", levels: ["pb"], county: "cj", price: 9000, online: true });
  await make("Geometrie", { subject: "m", levels: ["pb"], county: "cj", price: 15_000 });
  await make("Optică", { subject: "p", levels: ["pb"], county: "is", price: 9000 });
  await make("Hărți", { subject: "g", county: "cj", neighbourhood: "Mănăștur" });
  await make("Relief", { subject: "g", county: "cj" });
  await make("Pian", { subject: "mu", levels: ["e"], county: "b", price: 9000 });
  await make("Mate pentru bac la Cluj", { subject: "l", levels: ["ms"], county: "vs", price: 9000 });
});

const get = (path: string) => openPage(path);
const listChips = (html: string) =>
  Array.from(
    html.matchAll(/<a class="chip" href="([^"]+)"[^>]*><span[^>]*>[^<]*<\/span>([^<]+)</g),
    ([, href = "", label = ""]) => ({ href: href.replaceAll("&amp;", "&"), label: label.trim() }),
  );
/** The sentence about the typed words, and the path of its link. */
const readNotice = (html: string) => {
  const [, text = "", href = "", link = ""] =
    html.match(
      /<p class="understood"><span data-announced="">([^<]*)<\/span> <a href="([^"]+)"[^>]*>([^<]*)</,
    ) ?? [];
  return { text: text.trim(), href: href.replaceAll("&amp;", "&"), link };
};
const isSelected = (html: string, id: string, value: string) =>
  new RegExp(`id="${id}"[\\s\\S]*?<option value="${value}" selected=""`).test(html);

describe("GET /tutoring with phrases in `q`", () => {
  it("redirects to the filters that the words mean, and names the typed search", async () => {
    const answer = await expectStatus(
      app.get("/ro/tutoring?q=mate+bac+ieftin+ionescu&county=cj&select=1"),
      302,
    );
    const [path = "", query] = answer.headers.get("location")?.split("?") ?? [];
    expect(path).toBe("/ro/tutoring");
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      q: "ionescu",
      subject: "m",
      level: "pb",
      county: "cj",
      sort: "price",
      typed: "q=mate+bac+ieftin+ionescu&county=cj",
      select: "1",
    });
  });

  it("keeps parameters of other software in the redirect", async () => {
    const query = "utm_source=news&utm_source=b%26c&gclid=1&%C8%99%0A=x&exact=0";
    const { status, headers } = await app.get(`/tutoring?q=mate&${query}`);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe(
      "/tutoring?subject=m&typed=q=mate&utm_source=news&utm_source=b%26c&gclid=1",
    );
  });

  it.each(["", "popescu", "q=chimie", "q=mate", "q=%00%ED%A0%80", "q=mate&county=is", "q=<img src=x>"])(
    "ignores a typed search that does not mean the filters: %j",
    async (typed) => {
      const html = await get(`/tutoring?${new URLSearchParams({ subject: "m", county: "cj", typed })}`);
      expect(readNotice(html).text).toBe("");
      expect(html).not.toContain("<img src=x");
    },
  );

  it("finds by the filters that the words mean, shows each as a filter and leaves the other words", async () => {
    const html = await get("/ro/tutoring?q=mate+bac+cluj+sub+100+lei");
    expect(listResultTitles(html)).toEqual(["Algebră"]);
    expect(listChips(html)).toEqual([
      { label: "Matematică", href: "/ro/tutoring?level=pb&county=cj&max=100" },
      { label: "Cluj", href: "/ro/tutoring?subject=m&level=pb&max=100" },
      { label: "Bacalaureat", href: "/ro/tutoring?subject=m&county=cj&max=100" },
      { label: "Până la 100 de lei", href: "/ro/tutoring?subject=m&level=pb&county=cj" },
    ]);
    expect(/<input type="search"[^>]*id="filter-q" name="q"(?![^>]*value=)/.test(html)).toBe(true);
    expect(isSelected(html, "filter-subject", "m")).toBe(true);
    expect(isSelected(html, "filter-county", "cj")).toBe(true);
    expect(html.includes('<meta name="robots" content="noindex"')).toBe(true);
  });

  it("says what it understood, and searches for the words as typed with one press", async () => {
    const html = await get("/ro/tutoring?q=mate+turda+seara&level=pb");
    expect(readNotice(html)).toEqual({
      text: "Am înțeles: Matematică, Turda (Cluj), Seara.",
      href: "/ro/tutoring?q=mate+turda+seara&level=pb&exact=1",
      link: "Căutați exact „mate turda seara”",
    });
    const exact = await get("/tutoring?q=mate+bac+cluj&exact=1");
    expect(listResultTitles(exact)).toContain("Mate pentru bac la Cluj");
    expect(readNotice(exact)).toEqual({
      text: "Searched for the words “mate bac cluj”.",
      href: "/tutoring?subject=m&level=pb&county=cj&typed=q=mate%2Bbac%2Bcluj",
      link: "Use these filters instead: Mathematics, Baccalaureate, Cluj",
    });
    expect(exact).toMatch(
      /<input type="checkbox" id="filter-exact" name="exact" checked="" value="mate bac cluj"/,
    );
    expect(listChips(exact)).toEqual([{ label: "“mate bac cluj”", href: "/tutoring" }]);
    expect(isSelected(exact, "filter-subject", "")).toBe(true);
  });

  it("says that no filter has a neighborhood, with a link to the listings that mention it", async () => {
    const readPlaceNotice = (html: string) =>
      html
        .match(/<span data-announced="">([^<]*)<\/span> <a href="([^"]+)"[^>]*>(Show only[^<]*)</)
        ?.slice(1);
    const html = await get("/tutoring?q=geografie+manastur");
    expect(listResultTitles(html).toSorted()).toEqual(["Hărți", "Relief"]);
    const [text, href = "", link] = readPlaceNotice(html) ?? [];
    expect(text).toBe("There is no filter for Mănăștur, so the search covers all of Cluj.");
    expect(link).toBe("Show only listings that mention Mănăștur");
    const only = await get(href.replaceAll("&amp;", "&"));
    expect(listResultTitles(only)).toEqual(["Hărți"]);
    expect(readPlaceNotice(only)).toBeUndefined();
    expect(readPlaceNotice(await get("/tutoring?q=geografie+cluj"))).toBeUndefined();
  });

  it("names the words that it leaves out", async () => {
    const html = await get("/tutoring?q=mate+bac+2027+nu+online");
    expect(listResultTitles(html).toSorted()).toEqual(["Algebră", "Geometrie"]);
    expect(readNotice(html).text).toBe(
      "Understood as: Mathematics, Baccalaureate. We did not take into account: “2027, nu online”.",
    );
    expect(readNotice(await get("/tutoring?q=mate+cluj+sau+online")).text).toBe(
      "Understood as: Mathematics, Cluj. We did not take into account: “online”.",
    );
    expect(readNotice(await get("/ro/tutoring?q=pian+dar+nu+acas%C4%83+la+noi")).text).toBe(
      "Am înțeles: Muzică. Nu am ținut cont de: „nu acasă la noi”.",
    );
    expect(readNotice(await get("/tutoring?q=mate+under+%2420")).text).toBe(
      "Understood as: Mathematics. We did not take into account: “under $20”.",
    );
  });

  it("leaves out words that find nothing next to the filters, says so and links to the exact words", async () => {
    const found = listResultTitles(await get("/tutoring?subject=m&county=cj"));
    const html = await get("/ro/tutoring?q=mate+stresat%C4%83+cluj");
    expect(listResultTitles(html)).toEqual(found);
    expect(readNotice(html)).toEqual({
      text: "Am înțeles: Matematică, Cluj. Niciun anunț potrivit nu menționează „stresată”, așa că am căutat fără acest text.",
      href: "/ro/tutoring?q=mate+stresat%C4%83+cluj&exact=1",
      link: "Căutați exact „mate stresată cluj”",
    });
    expect(listResultTitles(await get("/tutoring?q=mate+stresata+cluj&exact=1"))).toEqual([]);
    // After a correction, too. Words that order the results stay.
    const corrected = await get("/tutoring?q=matemtica+serios+olimpiada+cluj");
    expect(listResultTitles(corrected)).toEqual(found);
    expect(readNotice(corrected).text).toBe(
      "Showing results for “matematica serios olimpiada cluj”. Understood as: Mathematics, Cluj. No matching listing mentions “olimpiada”, so we searched without it.",
    );
    expect(corrected).toContain("“serios” excludes no teacher");
  });

  it.each([
    ["that name a topic", "pian+cluj"],
    ["without a subject", "xyzzy+cluj"],
    ["if nothing is found without them either", "mate+stresata+tulcea"],
    ["that contradict others", "mate+cluj+fagaras"],
  ])("leaves out no words %s", async (_, q) => {
    const html = await get(`/tutoring?q=${q}`);
    expect(html).toContain('data-part="count">No listings');
    expect(html).not.toContain("so we searched without it");
  });

  it("offers the location for words such as near me, and leaves them out", async () => {
    const html = await get("/ro/tutoring?q=mate+l%C3%A2ng%C4%83+mine");
    expect(listResultTitles(html).toSorted()).toEqual(
      listResultTitles(await get("/ro/tutoring?q=mate")).toSorted(),
    );
    expect(readNotice(html).text).toBe("Am înțeles: Matematică.");
    const results = (page: string) => page.slice(page.indexOf('data-part="results"'));
    expect(results(html)).toContain("data-locate");
    expect(results(html)).toContain("alegeți județul în filtre");
    expect(results(await get("/tutoring?q=mate"))).not.toContain("data-locate");
    const alone = await get("/tutoring?q=near+me");
    expect(results(alone)).toContain("data-locate");
    expect(readNotice(alone).text).toBe("");
  });

  it("keeps `exact` in every link of an exact list that has words", async () => {
    const html = await get("/tutoring?q=mate&exact=1&subject=l&select=1");
    const links = Array.from(
      html.matchAll(/href="(\/tutoring\?[^"]*q=mate[^"]*)"/g),
      ([, href = ""]) => href,
    );
    const kept = links.filter((href) => href !== readNotice(html).href && !href.includes("next="));
    expect(kept.length).toBeGreaterThan(0);
    for (const href of kept.filter((link) => !link.includes("subject=l&amp;select=1")))
      expect(href).toContain("exact=1");
  });

  it("replaces filters that were set, and says so with a link to the address before", async () => {
    const chosen = await get("/tutoring?q=mate+iasi&county=cj");
    expect(listChips(chosen).map(({ label }) => label)).toEqual(["Mathematics", "Iași"]);
    const price = await get("/ro/tutoring?q=sub+100&subject=m&max=50&sort=rating");
    expect(listResultTitles(price)).toEqual(["Algebră"]);
    expect(readNotice(price).text).toBe("Am înțeles: Până la 100 de lei. În loc de: Până la 50 de lei.");
    expect(readNotice(chosen)).toEqual({
      text: "Understood as: Mathematics, Iași. In place of: Cluj.",
      href: "/tutoring?q=mate+iasi&county=cj&exact=1",
      link: "Search for exactly “mate iasi” instead",
    });
  });

  it.each([
    ["mate&near=cj&radius=500", "Distance must be between 1 and 100 km, so 100 km is used."],
    ["mate&min=abc", "“abc” is not a price, so it is not used."],
    ["mate&max=25+euro", "“25 euro” is not a price, so it is not used. Enter a price in lei, such as 80"],
    ["mate+bac&county=vs&max=abc", "“abc” is not a price, so it is not used."],
  ])("still warns about a typed value after the redirect: %s", async (query, text) => {
    expect(await get(`/tutoring?q=${query}`)).toContain(text);
  });

  it("does not warn about a typed price that the words replace", async () => {
    expect(await get("/tutoring?q=mate+sub+100+lei&max=abc")).not.toContain("is not a price");
  });
});

describe("GET /api/listings with phrases in `q`", () => {
  const find = async (query: string) =>
    (await (await app.get(`/api/listings${query}`)).json()) as ListingPageJson;

  it("answers what it understood", async () => {
    const { total, understood } = await find("?q=mate+bac+cluj+sub+100+lei+online+ionescu");
    expect(understood).toEqual({
      filters: { subject: ["m"], level: ["pb"], online: true, county: "cj", max: 100 },
      q: "ionescu",
      corrected: null,
    });
    expect(total).toBe(1);
    const without = await find("?q=mate+cluj+stresata");
    expect(without.total).toBe(2);
    expect(without.understood).toEqual({
      filters: { subject: ["m"], county: "cj" },
      q: "",
      corrected: null,
    });
  });
});
