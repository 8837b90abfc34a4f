import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { normalizePath, type Plugin } from "vite";
import { root } from "./paths";

/** JSON of texts: an object, or a text. */
type Texts = { [key: string]: Texts } | string;
/** Texts in the order of other texts' keys, or texts with their own keys, as plurals have in each language. */
type PackedTexts = PackedTexts[] | Texts;

const folder = join(root, "locales");

/**
 * Bundles all texts with their keys once: the Romanian texts follow the order of the English ones. Keys would take an
 * eighth of the texts' gzip.
 */
export const packedTexts: Plugin = {
  name: "packed-texts",
  load(id) {
    if (id !== normalizePath(join(folder, "index.ts"))) return null;
    const [en = {}, ro = {}] = ["en", "ro"].map(readTexts);
    return {
      code: `const en = JSON.parse(${JSON.stringify(JSON.stringify(en))});
             const ro = (${unpackTexts})(en, JSON.parse(${JSON.stringify(JSON.stringify(packTexts(en, ro)))}));
             export const TEXTS = Object.fromEntries(Object.keys(en).map((page) => [page, { en: en[page], ro: ro[page] }]));`,
      map: null,
      moduleType: "js",
    };
  },
};

/** The texts of a language, by page. */
export const readTexts = (locale: string): Texts =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, JSON.parse(readFileSync(join(folder, name, `${locale}.json`), "utf8"))]),
  );

export function packTexts(other: Texts, texts: Texts): PackedTexts {
  if (typeof other === "string" || typeof texts === "string") return texts;
  const keys = Object.keys(other);
  const hasSameKeys = keys.length === Object.keys(texts).length && keys.every((key) => key in texts);
  return hasSameKeys ? keys.map((key) => packTexts(other[key] ?? "", texts[key] ?? "")) : texts;
}

/** The reverse of `packTexts`. A part of the bundle, so it uses nothing outside itself. */
export function unpackTexts(other: Texts, packed: PackedTexts): Texts {
  if (!Array.isArray(packed)) return packed;
  const entries = Object.entries(other).map(([key, text], n) => [key, unpackTexts(text, packed[n] ?? "")]);
  return Object.fromEntries(entries);
}
