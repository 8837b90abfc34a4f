import { describe, expect, it } from "vitest";
import { toFilterQuery } from "@/features/search/filters/list-query";
import { understandSearch } from "@/features/search/understanding/understand-search";
import { withQuery } from "@/shared/paths";
import { parseSearch, type SearchFilters } from "@/shared/schemas/search";
import { PHRASINGS } from "./phrasings";

/** Wednesday. */
const now = Date.parse("2026-11-25T10:00:00Z");

const understand = (typed: string, query = "", { at = now, exact = false } = {}) => {
  const { filters } = parseSearch(new URLSearchParams(query));
  const { q } = parseSearch(new URLSearchParams({ q: typed })).filters;
  const search = { ...filters, q, sort: q === "" || filters.sort !== "newest" ? filters.sort : "relevance" };
  return understandSearch({ filters: search as SearchFilters, exact }, { now: at });
};

const WHEN: Record<string, string> = {
  EVENING: [1, 2, 3, 4, 5, 6, 7].map((day) => `${day}e`).join("&when="),
  AFTERNOON: [1, 2, 3, 4, 5, 6, 7].map((day) => `${day}a`).join("&when="),
  WEEKEND: "6m&when=6a&when=6e&when=7m&when=7a&when=7e",
};
const expand = (query: string) => query.replace(/EVENING|AFTERNOON|WEEKEND/, (name) => WHEN[name] ?? name);
/** The query of the filters, with each slot named. */
function toQuery(filters: SearchFilters): string {
  const { q, subject, level, location, when: _, ...others } = toFilterQuery(filters);
  const query = withQuery("", { q, subject, level, location, when: filters.when, ...others });
  return decodeURIComponent(query.slice(1).replaceAll("+", " "));
}

const rows = Object.values(PHRASINGS).flat();

describe("every phrasing", () => {
  it("means its filters", () => {
    for (const [typed, query] of rows)
      expect.soft(toQuery(understand(typed).filters), typed).toBe(expand(query));
  });

  it("has nothing left to understand", () => {
    for (const [typed] of rows) {
      const { filters } = understand(typed);
      expect(understandSearch({ filters, exact: false }, { now }).filters, typed).toEqual(filters);
    }
  });

  it("means the same in capitals, without diacritics, with cedillas and with more space", () => {
    for (const [typed] of rows) {
      const { q: _, ...expected } = understand(typed).filters;
      const spellings = [
        typed.toUpperCase(),
        typed.normalize("NFD").replace(/\p{M}/gu, ""),
        typed.replaceAll("ș", "ş").replaceAll("ț", "ţ"),
        `  ${typed.replaceAll(" ", "   ")} `,
      ];
      for (const spelling of spellings) {
        expect(understand(spelling).filters, spelling).toMatchObject(expected);
      }
    }
  });

  it("is searched for as it was typed with `exact`", () => {
    for (const [typed] of rows) {
      expect(understand(typed, "", { exact: true })).toMatchObject({
        filters: { q: parseSearch(new URLSearchParams({ q: typed })).filters.q },
        phrases: [],
      });
    }
  });
});

describe("filters that are set", () => {
  it.each([
    ["mate cluj", "county=is", "subject=m&county=cj"],
    ["mate cluj", "county=cj", "subject=m&county=cj"],
    ["mate fizica", "subject=p", "subject=m&subject=p"],
    ["mate", "subject=p&subject=c", "subject=m&subject=c&subject=p"],
    ["bac", "level=h", "level=h&level=pb"],
    ["sub 80 lei", "max=100", "max=80"],
    ["peste 80", "max=50", "min=80"],
    ["mate ieftin", "sort=rating", "subject=m&sort=price"],
    ["mate marti seara", "when=1e", "subject=m&when=1e&when=2e"],
    ["cluj", "near=is&sort=distance", "county=cj"],
    ["cluj", "near=cj&sort=distance", "county=cj&near=cj"],
    ["cluj iasi", "county=b", "county=cj"],
    ["pian", "subject=m", "q=pian&subject=m"],
    ["pian cluj", "subject=m&subject=p", "q=pian&subject=m&subject=p&county=cj"],
  ])("%s with %s", (typed, query, expected) => {
    expect(toQuery(understand(typed, query).filters)).toBe(expected);
  });
});

describe("understandSearch", () => {
  it("names the words of each filter, and the place that no filter has", () => {
    expect(understand("Mate în Turda, sub 100 de lei").phrases).toEqual([
      { text: "Mate", filters: { subject: ["m"] } },
      { text: "Turda", filters: { county: "cj" }, place: "Turda" },
      { text: "sub 100 de lei", filters: { max: 100 } },
    ]);
  });

  it.each([
    ["engleza bac 2027 90 de minute cluj", ["2027", "90 de minute"]],
    ["cluj sau brasov mate", ["brasov"]],
    ["mate cluj sau online", ["online"]],
    ["sub 100 sau peste 200", ["peste 200"]],
    ["math near me", ["near me"]],
    ["mate, dar să nu vină acasă", ["să nu vină acasă"]],
    ["sa nu vina profesorul de mate acasa", ["sa nu vina profesorul de mate acasa"]],
    ["math under $20 online", ["under $20"]],
    ["mate 20 euro pe ora", ["20 euro pe ora"]],
  ])("names the words of %s that it leaves out", (typed, words) => {
    const ignored = understand(typed).phrases.filter(({ isIgnored }) => isIgnored);
    expect(ignored.map((part) => part.text)).toEqual(words);
  });

  it("says which words imply a subject and stay words", () => {
    expect(understand("lectii de pian Cluj").phrases).toEqual([
      { text: "pian", filters: { subject: ["mu"] }, isSearchedAsText: true },
      { text: "Cluj", filters: { county: "cj" } },
    ]);
    expect(understand("pian", "subject=mu").phrases).toEqual([]);
  });

  it.each([
    ["Ion Duminica", "q=Ion Duminica"],
    ["Vineri Maria", "q=Vineri Maria"],
    ["profesor Ana Marti mate", "q=Ana Marti&subject=m"],
    ["ion duminica", "q=ion&when=7m&when=7a&when=7e"],
    ["Engleza Duminica", "subject=en&when=7m&when=7a&when=7e"],
    ["Ana, Duminica", "q=Ana&when=7m&when=7a&when=7e"],
  ])("takes a capitalized day next to a first name for a surname: %s", (typed, query) => {
    expect(toQuery(understand(typed).filters)).toBe(query);
  });

  it("takes today from the time in Bucharest", () => {
    const at = Date.parse("2026-11-25T22:30:00Z");
    expect(toQuery(understand("azi", "", { at }).filters)).toBe("when=4m&when=4a&when=4e");
  });
});
