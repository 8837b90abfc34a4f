import { describe, expect, it } from "vitest";
import { computeFilterKeys, computeListingKeys } from "@/features/alerts/matching/filter-keys";
import { LEVELS, SUBJECTS } from "@/shared/codes";
import { toGridPoint } from "@/shared/geo";
import { parseSearch } from "@/shared/schemas/search";

const keysOf = (query: string) => computeFilterKeys(parseSearch(new URLSearchParams(query)).filters);
const listing = {
  subject: "m",
  county: "cj",
  levels: ["pb", "h"],
  locations: ["th"],
  availability: ["1e", "6m"],
  formats: ["individual"],
  languages: ["ro", "hu"],
  flags: ["online"],
  pricePerHour: 8_050,
  point: toGridPoint({ latitude: 46.77, longitude: 23.59 }),
  texts: ["Matematică pentru bac", "Ștefan", "Țepeș", "Lecții clare, cu exerciții"],
} as const;
const listingKeys = new Set(computeListingKeys(listing));
const isCandidate = (query: string) => keysOf(query).some((key) => listingKeys.has(key));

describe("filter keys", () => {
  it("lead from a listing to filters of its subject, county and level", () => {
    expect(keysOf("subject=m&county=cj&level=pb")).toEqual(["m|cj|pb|*"]);
    expect(keysOf("")).toEqual(["*|*|*|*"]);
    for (const query of ["", "subject=m", "county=cj", "level=h&level=phd", "subject=ro&subject=m&level=pb"])
      expect(isCandidate(query), query).toBe(true);
    for (const query of ["subject=ro", "county=b", "level=phd", "subject=m&county=b"])
      expect(isCandidate(query), query).toBe(false);
  });

  it("have the most selective detail: words, a place or a price", () => {
    for (const query of ["q=exercitii", "q=tepes", "q=exerc", "q=ste", "min=80&max=81", "max=85", "min=75"])
      expect(isCandidate(`subject=m&county=cj&${query}`), query).toBe(true);
    for (const query of ["q=olimpiada", "q=popescu", "q=pop", "min=90&max=95", "max=60", "min=100"])
      expect(isCandidate(`subject=m&county=cj&${query}`), query).toBe(false);
    expect(isCandidate("near=46.77,23.60&radius=2")).toBe(true);
    expect(isCandidate("near=46.70,23.59&radius=2")).toBe(false);
    expect(isCandidate("near=46.77,23.60&radius=25&max=85")).toBe(true);
    expect(isCandidate("near=44.43,26.10&radius=25&max=85")).toBe(false);
    expect(isCandidate("subject=m&online=1")).toBe(true);
    expect(isCandidate("subject=m&verified=1")).toBe(false);
    expect(isCandidate("subject=m&location=sc")).toBe(false);
    expect(isCandidate("subject=m&teaches_in=en&teaches_in=hu")).toBe(true);
    expect(isCandidate("subject=m&teaches_in=en")).toBe(false);
    // Almost all teachers teach in Romanian.
    expect(keysOf("subject=m&teaches_in=ro")).toEqual(["m|*|*|*"]);
  });

  it("do not use words that name a code, which matches, too", () => {
    expect(keysOf("q=matematica")).toEqual(["*|*|*|*"]);
    expect(isCandidate("q=mate+cluj")).toBe(true);
  });

  it("are bounded for each filter", () => {
    const all = (name: string, codes: readonly string[]) =>
      codes
        .slice(1)
        .map((code) => `${name}=${code}`)
        .join("&");
    const wide = `${all("subject", SUBJECTS)}&${all("level", LEVELS)}&near=46.77,23.59&radius=100`;
    for (const query of [wide, `${wide}&min=33&max=777`, `${wide}&q=pian`, "near=cj&radius=100&min=1"])
      expect(keysOf(query).length, query).toBeLessThanOrEqual(64);
  });

  it("are none for filters that no listing matches", () => {
    expect(keysOf("min=90&max=50")).toEqual([]);
  });
});
