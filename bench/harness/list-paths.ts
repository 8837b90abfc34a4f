type List = { subject: string; county: string; level: string; sort: string };

/*
 * Lists that are full at 100,000 listings. The same addresses are requested from the app and from the floor, which has
 * the same codes.
 */
const toPath = ({ subject, county, level, sort }: List): string =>
  `/tutoring?subject=${subject}&county=${county}&level=${level}&sort=${sort}`;

/** Fifteen lists of frequent subjects and counties. */
export const FEW_LISTS: readonly string[] = [
  ...["cj", "b", "is", "tm", "bv", "ct"].map((county) => ({ subject: "m", county, level: "h" })),
  ...["ro", "en", "i", "p"].map((subject) => ({ subject, county: "b", level: "h" })),
  ...["ro", "en"].map((subject) => ({ subject, county: "cj", level: "h" })),
  { subject: "m", county: "cj", level: "m" },
  { subject: "m", county: "b", level: "m" },
  { subject: "ro", county: "b", level: "m" },
].map((list) => toPath({ ...list, sort: "newest" }));

/** 648 lists: 9 subjects, 8 counties, 3 levels and 3 orders, in a mixed order that is always the same. */
export const MANY_LISTS: readonly string[] = shuffle(
  ["m", "en", "ro", "i", "b", "p", "c", "de", "fr"].flatMap((subject) =>
    ["b", "cj", "is", "tm", "bv", "ct", "if", "gl"].flatMap((county) =>
      ["h", "m", "pb"].flatMap((level) =>
        ["newest", "price", "-price"].map((sort) => toPath({ subject, county, level, sort })),
      ),
    ),
  ),
);

/** Moves by a step that is coprime to the length. */
function shuffle(list: readonly string[]): string[] {
  const step = 385;
  return list.map((_, n) => list[(n * step) % list.length] ?? "");
}

/** Another address for each `n`, so that no cache of pages answers. */
export const withOwnAddress = (path: string, n: number): string =>
  `${path}${path.includes("?") ? "&" : "?"}n=${n}`;
