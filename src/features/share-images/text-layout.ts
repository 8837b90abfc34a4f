import { ADVANCES, LETTERS, UNITS_PER_EM } from "@/platform/fonts/advances";
import { normaliseLine, withoutMarks } from "@/shared/text";

export type FontWeight = keyof typeof ADVANCES;

/** The width of each letter, in em. */
const widths = (weight: FontWeight): ReadonlyMap<string, number> => {
  const advances = ADVANCES[weight].split(" ");
  return new Map([...LETTERS].map((letter, n) => [letter, Number(advances[n]) / UNITS_PER_EM]));
};
const WIDTHS = { 400: widths(400), 700: widths(700) } satisfies Record<
  FontWeight,
  ReadonlyMap<string, number>
>;

const isSupported = (text: string): boolean =>
  text !== "" && [...text].every((letter) => WIDTHS[400].has(letter));

/** Replaces cedillas by commas below and decorated letters by plain ones, and removes characters that the fonts lack. */
export const toRenderableText = (text: string): string =>
  normaliseLine(
    [...normaliseLine(text)]
      .map((letter) => [letter, letter.normalize("NFKC"), withoutMarks(letter)].find(isSupported) ?? "")
      .join(""),
  );

/** The width of a renderable text in pixels. Kerning is ignored, so the real width may be a little less. */
export const measureText = (text: string, size: number, weight: FontWeight): number =>
  [...text].reduce((sum, letter) => sum + (WIDTHS[weight].get(letter) ?? 0), 0) * size;

export type TextBox = { size: number; weight: FontWeight; width: number };

/** Breaks a renderable text into lines; a word wider than the box is split. */
function breakLines(text: string, { size, weight, width }: TextBox): string[] {
  const fits = (line: string) => measureText(line, size, weight) <= width;
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

/** The text in at most `most` lines; an ellipsis replaces what does not fit. */
export function fitText(text: string, box: TextBox, most = 1): string[] {
  const lines = breakLines(toRenderableText(text), box);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = kept.pop() ?? "";
  while (last !== "" && measureText(`${last}…`, box.size, box.weight) > box.width) last = last.slice(0, -1);
  return [...kept, `${last.replace(/[\s,.;:–—-]+$/, "")}…`];
}

/** Fits the text at the first size at which all of it fits, else at the last. */
export function fitTextToSizes(
  text: string,
  sizes: readonly number[],
  box: Omit<TextBox, "size">,
  most: number,
) {
  const tried = sizes.map((size) => ({ size, lines: breakLines(toRenderableText(text), { ...box, size }) }));
  const size = (tried.find(({ lines }) => lines.length <= most) ?? tried.at(-1))?.size ?? 0;
  return { size, lines: fitText(text, { ...box, size }, most) };
}
