import { describe, expect, it } from "vitest";

import { summarizeRating } from "@/shared/rating";

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
});
