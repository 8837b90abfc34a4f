import type { Locale } from "@/shared/i18n/locales";

/**
 * The attribute `lang` of a text on a page in `locale`: none if it is in the page's language, empty if its language is
 * not known, so that it does not count as the page's.
 */
export const toLangAttribute = (language: Locale | null, locale: Locale): Locale | "" | undefined =>
  language === locale ? undefined : (language ?? "");
