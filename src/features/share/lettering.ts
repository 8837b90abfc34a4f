import { ADVANCES, LETTERS, UNITS_PER_EM } from "@/platform/fonts/advances";
import { normaliseLine, withoutMarks } from "@/shared/text";

export type Weight = keyof typeof ADVANCES;

/** How wide each letter is, in em. */
const widths = (weight: Weight): ReadonlyMap<string, number> => {
  const advances = ADVANCES[weight].split(" ");
  return new Map([...LETTERS].map((letter, n) => [letter, Number(advances[n]) / UNITS_PER_EM]));
};
const WIDTHS = { 400: widths(400), 700: widths(700) } satisfies Record<Weight, ReadonlyMap<string, number>>;

const held = (text: string): boolean => text !== "" && [...text].every((letter) => WIDTHS[400].has(letter));

/**
 * A text in letters that can be drawn: ș and ț with their commas, of decorated letters the plain ones, and nothing of
 * signs and scripts that the typeface does not know.
 */
export const drawable = (text: string): string =>
  normaliseLine(
    [...normaliseLine(text)]
      .map((letter) => [letter, letter.normalize("NFKC"), withoutMarks(letter)].find(held) ?? "")
      .join(""),
  );

/** Pixels that a drawable text takes at a size. Pairs of letters that stand closer are left out: it may be a little less. */
export const widthOf = (text: string, size: number, weight: Weight): number =>
  [...text].reduce((sum, letter) => sum + (WIDTHS[weight].get(letter) ?? 0), 0) * size;

export type Box = { size: number; weight: Weight; width: number };

/** The lines of a drawable text; a word that is wider than the box is broken within. */
function linesOf(text: string, { size, weight, width }: Box): string[] {
  const fits = (line: string) => widthOf(line, size, weight) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const letter of word) {
      if (!fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** The text in at most so many lines; what does not fit is left out, and an ellipsis stands for it. */
export function fitted(text: string, box: Box, most = 1): string[] {
  const lines = linesOf(drawable(text), box);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = kept.pop() ?? "";
  while (last !== "" && widthOf(`${last}…`, box.size, box.weight) > box.width) last = last.slice(0, -1);
  return [...kept, `${last.replace(/[\s,.;:–—-]+$/, "")}…`];
}

/** The same at the largest of the sizes at which all of it fits, else at the last. */
export function fittedAt(text: string, sizes: readonly number[], box: Omit<Box, "size">, most: number) {
  const tried = sizes.map((size) => ({ size, lines: linesOf(drawable(text), { ...box, size }) }));
  const size = (tried.find(({ lines }) => lines.length <= most) ?? tried.at(-1))?.size ?? 0;
  return { size, lines: fitted(text, { ...box, size }, most) };
}
