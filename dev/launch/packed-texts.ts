import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { normalizePath, type Plugin } from "vite";
import { splitTexts } from "../../locales/start-texts";
import { root } from "./paths";

/** JSON of texts: an object, or a text. */
type Texts = { [key: string]: Texts | string };
/** The keys of both languages, like JSON without quotes and values, and the texts of each language in their order. */
type PackedTexts = { keys: string; en: string; ro: string };
type Keys = { [key: string]: Keys | 0 };

const folder = join(root, "locales");
const SEPARATOR = "|";
/** Stands for a text that the language lacks. */
const MISSING = "~";

const ALL_TEXTS = normalizePath(join(folder, "index.ts"));
const LATER_TEXTS = "\0later-texts";
/** The files of packed texts, by the names under which the bundle imports them. */
const FILES = { "\0packed-start": "texts-start.bin", "\0packed-later": "texts-later.bin" } as const;
/** The entries of the modules that are loaded later and need all texts. */
const LATER_ENTRIES = ["src/app.ts", "src/jobs/index.ts"].map((path) => normalizePath(join(root, path)));

/**
 * Bundles the texts as files next to the script, compressed, so that an isolate neither parses nor compiles them: one
 * string for each language, and their keys once. `TEXTS` only has those of locales/start-texts.ts, until the whole app
 * or the jobs are loaded and add the others.
 */
export const packedTexts: Plugin = {
  name: "packed-texts",
  resolveId(source) {
    if (source === LATER_TEXTS) return source;
    const file = FILES[source as keyof typeof FILES];
    return file ? { id: `./${file}`, external: true } : null;
  },
  load(id) {
    if (id !== ALL_TEXTS && id !== LATER_TEXTS) return null;
    const { start, later } = packSplitTexts();
    const [name, texts] =
      id === ALL_TEXTS ? (["\0packed-start", start] as const) : (["\0packed-later", later] as const);
    this.emitFile({ type: "asset", fileName: FILES[name], source: compress(texts) });
    const code =
      id === ALL_TEXTS
        ? `import { brotliDecompressSync } from "node:zlib";
           import packed from ${JSON.stringify(name)};
           const unpackTexts = ${unpackTexts};
           export const readTexts = (bytes) => unpackTexts(JSON.parse(brotliDecompressSync(bytes).toString()));
           export const TEXTS = readTexts(packed);`
        : `import packed from ${JSON.stringify(name)};
           import { readTexts, TEXTS } from ${JSON.stringify(ALL_TEXTS)};
           (${addTexts})(TEXTS, readTexts(packed));`;
    return { code, map: null, moduleType: "js" };
  },
  transform: (code, id) =>
    LATER_ENTRIES.includes(id) ? { code: `import ${JSON.stringify(LATER_TEXTS)}; ${code}`, map: null } : null,
};

/** All texts, packed in two parts. */
export function packSplitTexts(): { start: PackedTexts; later: PackedTexts } {
  const [en, ro] = [splitTexts(readTexts("en")), splitTexts(readTexts("ro"))];
  return { start: packTexts(en.start, ro.start), later: packTexts(en.later, ro.later) };
}

/** Brotli finds repeated text at any distance, gzip within 32 kB. */
function compress(packed: PackedTexts): Uint8Array {
  const json = JSON.stringify(packed);
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    // One block for all texts. With the order of the parts in packTexts it saves 0.2 kB.
    [constants.BROTLI_PARAM_LGBLOCK]: 20,
  };
  return brotliCompressSync(json, { params });
}

/** The texts of a language, by page. */
export const readTexts = (locale: string): Record<string, Texts> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
      .map((name) => [name, JSON.parse(readFileSync(join(folder, name, `${locale}.json`), "utf8"))]),
  );

/** @throws Error for a key or text with a character of the format */
export function packTexts(en: Texts, ro: Texts): PackedTexts {
  const keys = mergeKeys(en, ro);
  const packedKeys = JSON.stringify(keys).replace(/"([^{},"]+)":0?/g, "$1");
  const [wrong] = packedKeys.match(/"[^"]*"|\\/) ?? [];
  if (wrong) throw new Error(`A key can't be packed: ${wrong}`);
  return {
    en: listTexts(keys, en).join(SEPARATOR),
    keys: packedKeys,
    ro: listTexts(keys, ro).join(SEPARATOR),
  };
}

/** Plurals have forms that the other language lacks. */
function mergeKeys(en: Texts | string = {}, ro: Texts | string = {}): Keys | 0 {
  if (typeof en === "string" || typeof ro === "string") return 0;
  return Object.fromEntries(Object.keys({ ...en, ...ro }).map((key) => [key, mergeKeys(en[key], ro[key])]));
}

/** The texts in the order of the keys. */
function listTexts(keys: Keys | 0, texts: Texts | string | undefined): string[] {
  if (keys !== 0) {
    const groups = typeof texts === "object" ? texts : {};
    return Object.entries(keys).flatMap(([key, group]) => listTexts(group, groups[key]));
  }
  if (texts === undefined) return [MISSING];
  if (typeof texts === "object" || texts === MISSING || texts.includes(SEPARATOR))
    throw new Error(`A text can't be packed: ${JSON.stringify(texts)}`);
  return [texts];
}

/** The reverse of `packTexts`, by page. A part of the bundle, so it uses nothing outside itself. */
export function unpackTexts({ keys, en, ro }: PackedTexts): Record<string, { en: Texts; ro: Texts }> {
  const pages: Record<string, Keys> = JSON.parse(
    keys.replace(/([^{},]+)(\{?)/g, (_, key, group) => `"${key}":${group || 0}`),
  );
  const read = (group: Keys, texts: IterableIterator<string>): Texts =>
    Object.fromEntries(
      Object.entries(group)
        .map(([key, inner]) => [key, inner === 0 ? (texts.next().value ?? "~") : read(inner, texts)] as const)
        .filter(([, text]) => text !== "~"),
    );
  const [english, romanian] = [en.split("|").values(), ro.split("|").values()];
  return Object.fromEntries(
    Object.entries(pages).map(([page, group]) => [
      page,
      { en: read(group, english), ro: read(group, romanian) },
    ]),
  );
}

/** Adds the texts of `others` to the objects of `texts`. A part of the bundle, so it uses nothing outside itself. */
export function addTexts(texts: Texts, others: Texts): void {
  const add = (into: Texts, from: Texts) => {
    for (const [key, text] of Object.entries(from)) {
      const known = into[key];
      if (typeof known === "object" && typeof text === "object") add(known, text);
      else into[key] = text;
    }
  };
  add(texts, others);
}
