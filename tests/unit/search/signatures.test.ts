import { describe, expect, it } from "vitest";
import { forEachSignature, type Signature } from "@/features/search/counts/signatures";

const readAll = (signatureCounts: string) => {
  const all: [Signature, number][] = [];
  forEachSignature(signatureCounts, (signature, listings) => all.push([signature, listings]));
  return all;
};

describe("forEachSignature", () => {
  it("reads the signatures and counts of scopes, of cells, and of cells in a price band", () => {
    const everything = { levels: 36, locations: 3, flags: 1, county: undefined, part: 0, price: undefined };
    expect(readAll('{"36.3.1":5}')).toEqual([[everything, 5]]);
    expect(readAll('{"36.3.1.cj.12":1000,"512.0.0.b.255":1}')).toEqual([
      [{ ...everything, county: "cj", part: 12 }, 1000],
      [{ ...everything, levels: 512, locations: 0, flags: 0, county: "b", part: 255 }, 1],
    ]);
    expect(readAll('{"1.7.0.tr.0.9000":12,"1.7.0.tr.3.12050":2}')).toEqual([
      [{ levels: 1, locations: 7, flags: 0, county: "tr", part: 0, price: 9000 }, 12],
      [{ levels: 1, locations: 7, flags: 0, county: "tr", part: 3, price: 12050 }, 2],
    ]);
  });

  it("reads no signatures from empty counts", () => {
    expect(readAll("{}")).toEqual([]);
    expect(readAll("")).toEqual([]);
  });
});
