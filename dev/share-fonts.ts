/**
 * Writes src/platform/fonts anew: what the worker draws letters with. `bun dev/share-fonts.ts`, when
 * client/styles/fonts/figtree.woff2 or the weights below change.
 *
 * Pictures are drawn with fonts of one weight each, as the drawing library knows no variable ones, and lines are broken
 * by the widths of letters beside them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Blob, Face, Font } from "harfbuzzjs";
import subsetFont from "subset-font";

const WEIGHTS = [400, 700];
const root = resolve(import.meta.dirname, "..");
const folder = join(root, "src/platform/fonts");

const variable = readFileSync(join(root, "client/styles/fonts/figtree.woff2"));
/** Whatever the font has of Latin letters and of what stands between them. */
const ASKED = Array.from({ length: 0x2300 - 0x20 }, (_, n) => String.fromCodePoint(0x20 + n)).join("");

/** Of each weight, how wide the letters are. */
const advances = new Map<number, Map<string, number>>();
let unitsPerEm = 0;
for (const weight of WEIGHTS) {
  const bytes = await subsetFont(variable, ASKED, { targetFormat: "sfnt", variationAxes: { wght: weight } });
  writeFileSync(join(folder, `figtree-${weight}.bin`), bytes);
  const face = new Face(new Blob(new Uint8Array(bytes)), 0);
  const font = new Font(face);
  const widthOf = (code: number) => font.glyphHAdvance(font.nominalGlyph(code) ?? 0);
  const codes = [...face.collectUnicodes()].toSorted((a, b) => a - b);
  advances.set(weight, new Map(codes.map((code) => [String.fromCodePoint(code), widthOf(code)])));
  unitsPerEm = face.upem;
}

const lines = [
  "// Written by dev/share-fonts.ts.",
  "",
  "/** The letters that the fonts hold. */",
  `export const LETTERS = ${JSON.stringify([...(advances.get(400)?.keys() ?? [])].join(""))};`,
  "",
  "/** How wide each of them is, in the order of `LETTERS`, in parts of an em. */",
  `export const UNITS_PER_EM = ${unitsPerEm};`,
  "export const ADVANCES = {",
  ...WEIGHTS.map((weight) => `  ${weight}: "${[...(advances.get(weight)?.values() ?? [])].join(" ")}",`),
  "} as const;",
  "",
];
writeFileSync(join(folder, "advances.ts"), lines.join("\n"));
