import fc from "fast-check";
import { FORMATS, SORTS } from "@/shared/codes";
import { mapFlags } from "@/shared/search-filters";

/** Words of listings and of searches for them. */
export const SEARCH_WORDS = ["algebră", "științe", "pian", "Țepeș", "joc", "examen", "clar", "română"];

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2, nil: undefined });
const price = fc.constantFrom(
  "40",
  "73.5",
  "73.49",
  "74.4",
  "79.99",
  "80",
  "80.01",
  "100",
  "100,5",
  "120",
  "5000",
);
/** The values of a search's parameters by their names. Few values of each, so that many listings match. */
export const searchValues = fc.record({
  q: maybe(
    fc
      .array(fc.constantFrom(...SEARCH_WORDS, "alg", "stiin", "Latină", "bac", "cluj"), {
        minLength: 1,
        maxLength: 2,
      })
      .map((all) => all.join(" ")),
  ),
  subject: maybe(fc.subarray(["m", "ro", "la"], { minLength: 1 })),
  level: maybe(fc.subarray(["e", "h", "pb", "phd"], { minLength: 1 })),
  location: maybe(fc.subarray(["th", "lh", "o"], { minLength: 1 })),
  ...mapFlags(() => maybe(fc.constant(["1"]))),
  when: maybe(fc.subarray(["1m", "1e", "6m", "5a"], { minLength: 1 })),
  format: maybe(fc.subarray([...FORMATS], { minLength: 1 })),
  teaches_in: maybe(fc.subarray(["ro", "en", "hu", "de"], { minLength: 1 })),
  county: maybe(fc.constantFrom(["cj"], ["b"], ["if"])),
  min: maybe(price.map((text) => [text])),
  max: maybe(price.map((text) => [text])),
  near: maybe(fc.constantFrom(["cj"], ["b"], ["46.77,23.59"], ["46.7012345,23.4567"], ["46.075,23.58"])),
  radius: maybe(fc.constantFrom(["1"], ["3"], ["7.5"], ["25"], ["100"])),
  sort: maybe(fc.constantFrom(...SORTS.map((sort) => [sort]))),
});
