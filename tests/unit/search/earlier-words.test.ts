import { describe, expect, it } from "vitest";
import { toFilterQuery } from "@/features/search/list/active-filters";
import { understandEarlier } from "@/features/search/understanding/earlier-words";
import { understandSearch } from "@/features/search/understanding/understand-search";
import { withQuery } from "@/shared/paths";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";

/** Wednesday. */
const now = Date.parse("2026-11-25T10:00:00Z");

const parse = (query: string | Record<string, string>): SearchFilters =>
  parseSearch(new URLSearchParams(query)).filters;
const toQuery = (filters: SearchFilters) =>
  decodeURIComponent(withQuery("", toFilterQuery(filters)).slice(1).replaceAll("+", " "));

/** The filters of the next search, after those of a text and those chosen by hand. */
async function readNext(text: string, q: string, chosen: Partial<SearchFilters> = {}) {
  const { filters } = understandSearch({ filters: parse({ q: text }), exact: false }, { now });
  const next = { ...filters, ...chosen, q };
  const sort = chosen.sort ?? (filters.sort === "price" ? filters.sort : parse({ q }).sort);
  const { earlier, filters: own } = await understandEarlier(text, { ...next, sort }, { now });
  return { query: toQuery(own), isEarlier: earlier !== null, before: toQuery({ ...next, sort }) };
}

describe("another text leaves out the filters of the earlier one", () => {
  it.each([
    ["subjects", "mate si fizica"],
    ["a level", "fizica bac"],
    ["a class", "meditatii mate 8"],
    ["a county", "fizica cluj"],
    ["a neighborhood", "mate Titan"],
    ["a town", "mate turda"],
    ["prices", "fizica intre 50 si 100 lei"],
    ["online lessons", "meditatii info online"],
    ["a format", "fizica in grup"],
    ["times", "fizica luni seara si sambata"],
    ["a place of lessons", "fizica la domiciliu"],
    ["a language", "fizica in maghiara"],
    ["an order", "mate ieftin"],
    ["badge, trial and receipt", "profesor verificat cu factura, prima lectie gratuita"],
    ["a word that implies a subject", "pian"],
  ])("%s: %s", async (_, text) => {
    const { query, isEarlier, before } = await readNext(text, "engleza cambridge");
    expect(before).not.toBe("q=engleza cambridge");
    expect({ query, isEarlier }).toEqual({ query: "q=engleza cambridge", isEarlier: false });
  });

  it("keeps filters that were chosen by hand", async () => {
    const chosen = parse("county=is&max=90&trial=1&level=h&level=pb&sort=rating");
    const { county, max, trial, level, sort } = chosen;
    const { query } = await readNext("fizica bac cluj online", "engleza", {
      county,
      max,
      trial,
      level,
      sort,
    });
    expect(parse(query)).toEqual(parse("q=engleza&level=h&trial=1&county=is&max=90&sort=rating"));
  });
});

describe("the earlier text goes on", () => {
  it.each([
    ["without words", "mate bac cluj", ""],
    ["with the words that were left", "pian cluj", "pian"],
    ["with more words", "pian cluj", "Pian pentru copii"],
    ["with fewer words", "mate cluj popescu ana", "popescu"],
  ])("%s", async (_, text, q) => {
    const { query, isEarlier, before } = await readNext(text, q);
    expect(query).toBe(before);
    expect(isEarlier).toBe(true);
  });

  it.each(["chitara", "pia", "!!"])("not with other words: %s", async (q) => {
    expect(await readNext("pian cluj", q)).toMatchObject({ query: `q=${q}`, isEarlier: false });
  });
});
