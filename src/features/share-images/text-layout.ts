import { ADVANCES, LETTERS, UNITS_PER_EM } from "@/platform/fonts/advances";
import { normaliseLine, withoutMarks } from "@/shared/text";

export type FontWeight = keyof typeof ADVANCES;

/** The width of each letter, in em. */
const readWidths = (weight: FontWeight): ReadonlyMap<string, number> => {
  const advances = ADVANCES[weight].split(" ");
  return new Map([...LETTERS].map((letter, n) => [letter, Number(advances[n]) / UNITS_PER_EM]));
};
const WIDTHS = { 400: readWidths(400), 700: readWidths(700) } satisfies Record<
  FontWeight,
  ReadonlyMap<string, number>
>;

const isSupported = (text: string): boolean =>
  text !== "" && [...text].every((letter) => WIDTHS[400].has(letter));

/**
 * Replaces cedillas by commas below and decorated letters by plain ones, and removes characters that the fonts lack.
 */
const toRenderableText = (text: string): string =>
  normaliseLine(
    [...normaliseLine(text)]
      .map((letter) => [letter, letter.normalize("NFKC"), withoutMarks(letter)].find(isSupported) ?? "")
      .join(""),
  );

/** The width of a renderable text in pixels. Kerning is ignored, so the real width may be a little less. */
export const measureText = (text: string, size: number, weight: FontWeight): number =>
  [...text].reduce((sum, letter) => sum + (WIDTHS[weight].get(letter) ?? 0), 0) * size;

type TextBox = { size: number; weight: FontWeight; width: number };

/** Breaks a renderable text into lines; a word wider than the box is split. */
function breakLines(text: string, { size, weight, width }: TextBox): string[] {
  const fits = (line: string) => measureText(line, size, weight) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const extended = line === "" ? word : `${line} ${word}`;
    if (fits(extended)) {
      line = extended;
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

/** The text in at most `maxLines` lines; an ellipsis replaces what does not fit. */
function fitText(text: string, box: TextBox, maxLines: number): string[] {
  const lines = breakLines(toRenderableText(text), box);
  if (lines.length <= maxLines) return lines;
  const firstLines = lines.slice(0, maxLines);
  let last = firstLines.pop() ?? "";
  while (last !== "" && measureText(`${last}…`, box.size, box.weight) > box.width) last = last.slice(0, -1);
  return [...firstLines, `${last.replace(/[\s,.;:–—-]+$/, "")}…`];
}

/** The text in one line; an ellipsis replaces what does not fit. */
export const fitLine = (text: string, box: TextBox): string => fitText(text, box, 1).join("");

/** Fits the text at the first of `sizes` at which all of it fits, else at the last. */
export function fitTextToSizes(
  text: string,
  sizes: readonly number[],
  box: Omit<TextBox, "size">,
  maxLines: number,
) {
  const candidates = sizes.map((size) => ({
    size,
    lines: breakLines(toRenderableText(text), { ...box, size }),
  }));
  const size = (candidates.find(({ lines }) => lines.length <= maxLines) ?? candidates.at(-1))?.size ?? 0;
  return { size, lines: fitText(text, { ...box, size }, maxLines) };
}
