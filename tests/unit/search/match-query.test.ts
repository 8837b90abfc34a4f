import { expect, test } from "vitest";
import { buildMatchQuery } from "@/features/search/matching/match-query";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";

const match = (filters: Partial<SearchFilters>) => buildMatchQuery({ ...NO_FILTERS, ...filters });

test("subjects in a county for one level are one term each, of several levels or without a county not", () => {
  expect(match({ subject: ["m", "p"], county: "cj", level: ["h"] })).toBe('("_sm_ccj_lh" OR "_sp_ccj_lh")');
  expect(match({ subject: ["m"], county: "cj", level: ["h", "m"] })).toBe('("_sm_ccj") AND ("_lh" OR "_lm")');
  expect(match({ subject: ["m"], level: ["h"] })).toBe('("_sm") AND ("_lh")');
  expect(match({ county: "cj", level: ["h"] })).toBe('("_ccj") AND ("_lh")');
});
