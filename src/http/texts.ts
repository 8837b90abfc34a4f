import { TEXTS } from "@locales/index";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { createTranslator, type Texts, type Translator } from "@/shared/i18n/translator";

const otherLocale = (locale: Locale): Locale => LOCALES.find((other) => other !== locale) ?? locale;

/** All texts of one locale, by page name: `t("general.card.promoted")` is `card.promoted` in `locales/general/`. */
function allTexts(locale: Locale): Texts {
  return Object.fromEntries(Object.entries(TEXTS).map(([page, texts]) => [page, texts[locale]]));
}

const createTranslatorFor = (locale: Locale): Translator =>
  createTranslator(locale, allTexts(locale), allTexts(otherLocale(locale)));

const TRANSLATORS: Record<Locale, Translator> = {
  en: createTranslatorFor("en"),
  ro: createTranslatorFor("ro"),
};

export const getTranslator = (locale: Locale): Translator => TRANSLATORS[locale];

/** The texts of a page (a folder of locales/); null for one that does not exist. */
export const findPageTexts = (page: string, locale: Locale): Texts | null =>
  Object.hasOwn(TEXTS, page) ? (TEXTS[page]?.[locale] ?? null) : null;

/** The texts of an island: whole pages, or parts of them such as "profile.picture". */
export function selectIslandTexts(locale: Locale, keys: readonly string[]): Texts {
  const texts: Texts = {};
  for (const key of keys) {
    const [page = "", ...path] = key.split(".");
    let source: Texts | string | undefined = findPageTexts(page, locale) ?? undefined;
    let target = texts;
    let name = page;
    for (const part of path) {
      target = target[name] = { ...(target[name] as Texts | undefined) };
      source = (source as Texts | undefined)?.[part] as Texts | string | undefined;
      name = part;
    }
    if (source === undefined) console.warn(`no texts for ${key}`);
    else target[name] = source;
  }
  return texts;
}
