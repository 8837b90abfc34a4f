import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COUNTY_CODES } from "@/shared/codes";

it("client/images/counties.svg has a shape for each county, of the ratio that the style sheet reserves", () => {
  const svg = readFileSync("client/images/counties.svg", "utf8");
  const symbols = [
    ...svg.matchAll(/<symbol id="(\w+)" viewBox="0 0 (\d+) (\d+)">.*?<path [^>]*d="M[^"]+z"/g),
  ];
  expect(symbols.map(([, code]) => code)).toEqual(COUNTY_CODES);
  const ratios = new Set(symbols.map(([, , width, height]) => `aspect-ratio: ${width} / ${height};`));
  const css = readFileSync("client/styles/components/county-links.css", "utf8");
  expect([...ratios]).toEqual([...new Set(css.match(/aspect-ratio: .*;/g))]);
});
