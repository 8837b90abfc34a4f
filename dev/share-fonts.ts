/**
 * Writes src/platform/fonts, the fonts of share images. Run `bun dev/share-fonts.ts` when
 * client/styles/fonts/figtree.woff2 or the weights below change.
 *
 * resvg does not support variable fonts, so each weight is a separate font. Line breaking uses the letter widths.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Blob, Face, Font } from "harfbuzzjs";
import subsetFont from "subset-font";

const WEIGHTS = [400, 700];
const root = resolve(import.meta.dirname, "..");
const folder = join(root, "src/platform/fonts");

const variable = readFileSync(join(root, "client/styles/fonts/figtree.woff2"));
/** Latin letters and punctuation. */
const CHARACTERS = Array.from({ length: 0x2300 - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n)).join("");

/** The letter widths of each weight. */
const advances = new Map<number, Map<string, number>>();
let unitsPerEm = 0;
for (const weight of WEIGHTS) {
  const bytes = await subsetFont(variable, CHARACTERS, {
    targetFormat: "sfnt",
    variationAxes: { wght: weight },
  });
  writeFileSync(join(folder, `figtree-${weight}.bin`), bytes);
  const face = new Face(new Blob(new Uint8Array(bytes)), 0);
  const font = new Font(face);
  const getWidth = (code: number) => font.glyphHAdvance(font.nominalGlyph(code) ?? 0);
  const codes = [...face.collectUnicodes()].toSorted((a, b) => a - b);
  advances.set(weight, new Map(codes.map((code) => [String.fromCodePoint(code), getWidth(code)])));
  unitsPerEm = face.upem;
}

const lines = [
  "// Written by dev/share-fonts.ts.",
  "",
  "/** The letters that the fonts hold. */",
  `export const LETTERS = ${JSON.stringify([...(advances.get(400)?.keys() ?? [])].join(""))};`,
  "",
  "/** The width of each letter, in the order of `LETTERS`, in parts of an em. */",
  `export const UNITS_PER_EM = ${unitsPerEm};`,
  "export const ADVANCES = {",
  ...WEIGHTS.map((weight) => `  ${weight}: "${[...(advances.get(weight)?.values() ?? [])].join(" ")}",`),
  "} as const;",
  "",
];
writeFileSync(join(folder, "advances.ts"), lines.join("\n"));
