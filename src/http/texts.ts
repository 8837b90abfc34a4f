import { TEXTS } from "@locales/index";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { createTranslator, type Texts, type Translator } from "@/shared/i18n/translator";

const other = (locale: Locale): Locale => LOCALES.find((one) => one !== locale) ?? locale;

/** All texts of one locale, by page name: `t("search.heading")` is `heading` in `locales/search/`. */
function allTexts(locale: Locale): Texts {
  return Object.fromEntries(Object.entries(TEXTS).map(([page, texts]) => [page, texts[locale]]));
}

const translatorIn = (locale: Locale): Translator =>
  createTranslator(locale, allTexts(locale), allTexts(other(locale)));

/** Translators by locale; texts never change at run time. */
const TRANSLATORS: Record<Locale, Translator> = { en: translatorIn("en"), ro: translatorIn("ro") };

export const translatorOf = (locale: Locale): Translator => TRANSLATORS[locale];

/** The texts of a page (a folder of locales/); null for one that does not exist. */
export const textsOf = (page: string, locale: Locale): Texts | null =>
  Object.hasOwn(TEXTS, page) ? (TEXTS[page]?.[locale] ?? null) : null;

/** The texts that an island of a page needs: the general ones it names and the page's own. */
export function islandTexts(locale: Locale, pages: readonly string[]): Texts {
  const texts: Texts = {};
  for (const page of pages) {
    const found = textsOf(page, locale);
    if (found) texts[page] = found;
    else console.warn(`no texts for page: ${page}`);
  }
  return texts;
}
