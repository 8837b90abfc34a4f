import generalEn from "@locales/general/en.json";
import generalRo from "@locales/general/ro.json";
import { describe, expect, it } from "vitest";
import { createTranslator } from "@/shared/i18n/translator";
import { formatRating, summarizeRating } from "@/shared/rating";

describe("a teacher's rating", () => {
  it("has an average from three reviews", () => {
    expect(summarizeRating({ reviewCount: 0, ratingSum: 0 })).toEqual({ average: null, count: 0 });
    expect(summarizeRating({ reviewCount: 2, ratingSum: 10 })).toEqual({ average: null, count: 2 });
    expect(summarizeRating({ reviewCount: 3, ratingSum: 14 })).toEqual({ average: 4.7, count: 3 });
  });

  it("rounds the average to one decimal, halves up", () => {
    expect(summarizeRating({ reviewCount: 20, ratingSum: 97 })).toEqual({ average: 4.9, count: 20 });
    expect(summarizeRating({ reviewCount: 4, ratingSum: 17 })).toEqual({ average: 4.3, count: 4 });
    expect(summarizeRating({ reviewCount: 100, ratingSum: 499 })).toEqual({ average: 5, count: 100 });
  });

  it("is written in the page's language", () => {
    const en = createTranslator("en", { general: generalEn });
    const ro = createTranslator("ro", { general: generalRo });
    expect(formatRating(en, { average: 4.8, count: 12 })).toEqual({
      average: "4.8",
      count: "12 reviews",
      label: "4.8 out of 5, 12 reviews",
    });
    expect(formatRating(ro, { average: 5, count: 21 })).toEqual({
      average: "5,0",
      count: "21 de recenzii",
      label: "5,0 din 5, 21 de recenzii",
    });
    expect(formatRating(en, { average: null, count: 1 })).toEqual({
      average: null,
      count: "1 review",
      label: "1 review",
    });
    expect(formatRating(en, { average: null, count: 0 })).toBeNull();
  });
});
