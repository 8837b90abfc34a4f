import rosetta from "rosetta";
import { formatNumber } from "@/shared/format";
import type { Locale } from "./locales";

export type Texts = { [key: string]: string | Texts };
export type TextParams = Record<string, string | number>;

export type Translator = {
  locale: Locale;
  /** The text of a key such as `search.heading`; `{{name}}` is replaced by that parameter. */
  (key: string, params?: TextParams): string;
  /** The plural of a key with forms (`{one, few, other}`); `{{n}}` is the formatted count. */
  count(key: string, n: number, params?: TextParams): string;
  /** A whole number in the locale's format. */
  number(n: number): string;
  /** Whether the key exists in this locale, for optional texts such as a code's hint. */
  has(key: string): boolean;
};

/** Missing keys that a translator warns about; bounded, because a key may contain request data. */
const MAX_WARNED = 200;

/** Counted texts that a translator memoises. */
const MAX_COUNTED = 2000;

const getOwnProperty = (node: unknown, part: string): unknown =>
  node !== null && typeof node === "object" && Object.hasOwn(node, part)
    ? (node as Record<string, unknown>)[part]
    : undefined;

function find(texts: Texts, key: string): unknown {
  return key.split(".").reduce<unknown>(getOwnProperty, texts);
}

/**
 * Extends rosetta: only own keys count, a missing key shows the other locale's text or else the key, and each missing
 * key warns once per translator.
 */
export function createTranslator(locale: Locale, texts: Texts, fallback: Texts = {}): Translator {
  const engine = rosetta<Texts>({ main: texts, fallback });
  // Texts without parameters, which are most of a page's.
  const plain = new Map<string, string>();
  const warned = new Set<string>();
  const warn = (key: string) => {
    if (warned.has(key) || warned.size >= MAX_WARNED) return;
    warned.add(key);
    console.warn(`missing text: ${key} (${locale})`);
  };
  /** The parameters of texts that have any. */
  const parameters = new Map<string, string[]>();
  const lookup = (key: string, params: TextParams = {}): string => {
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = find(texts, key);
    if (typeof text === "string") {
      const names =
        parameters.get(key) ?? Array.from(text.matchAll(/{{(.+?)}}/g), ([, name = ""]) => name.trim());
      if (names.length > 0) {
        parameters.set(key, names);
        const missing = names.find((name) => params[name] === undefined);
        if (missing !== undefined) console.error(`missing value: ${missing} of ${key} (${locale})`);
        return engine.t(key.split("."), params, "main");
      }
      plain.set(key, text);
      return text;
    }
    warn(key);
    return typeof find(fallback, key) === "string" ? engine.t(key.split("."), params, "fallback") : key;
  };
  const t = ((key: string, params?: TextParams) => lookup(key, params)) as Translator;
  t.locale = locale;
  t.has = (key) => typeof find(texts, key) === "string";
  t.number = (n) => formatNumber(n, locale);
  /** Counted texts without parameters, such as reply times, repeat on every list. */
  const counted = new Map<string, string>();
  t.count = (key, n, params) => {
    const known = params ? undefined : counted.get(`${key} ${n}`);
    if (known !== undefined) return known;
    const form = pluralForm(locale, n);
    const chosen = t.has(`${key}.${form}`) ? form : "other";
    const text = lookup(`${key}.${chosen}`, { n: formatNumber(n, locale), ...params });
    if (!params && counted.size < MAX_COUNTED) counted.set(`${key} ${n}`, text);
    return text;
  };
  return t;
}

export type PluralForm = "zero" | "one" | "few" | "other";

const ROMANIAN = new Intl.PluralRules("ro");

/**
 * The plural form of a count.
 * en: zero (0), one (1), other. ro: one (1), few (0, 2–19, 101–119, …), other (20–100, 120, …, with "de").
 * English "zero" is our own rule; CLDR has no such form for en, so Intl.PluralRules can't return it.
 */
export function pluralForm(locale: Locale, count: number): PluralForm {
  const n = Math.abs(count);
  if (locale === "en") return n === 0 ? "zero" : n === 1 ? "one" : "other";
  return ROMANIAN.select(n) as PluralForm;
}
