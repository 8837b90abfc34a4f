export const LOCALES = ["en", "ro"] as const;
export type Locale = (typeof LOCALES)[number];

/** The language and region that a locale's texts, dates, numbers and sorting follow. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: "en-US", ro: "ro-RO" };

/** The locale whose pages carry no prefix, whatever DEFAULT_LOCALE says. */
export const UNPREFIXED_LOCALE: Locale = "en";
const PREFIXED: Locale[] = ["ro"];

export const LOCALE_COOKIE = "locale";
export const TIME_ZONE = "Europe/Bucharest";

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (LOCALES as readonly string[]).includes(value);
}

/** `/tutoring` → `/ro/tutoring`; `/` → `/ro`. The query stays. */
export function localised(locale: Locale, path: string): string {
  if (!PREFIXED.includes(locale)) return path;
  return path === "/"
    ? `/${locale}`
    : /^\/[?#]/.test(path)
      ? `/${locale}${path.slice(1)}`
      : `/${locale}${path}`;
}

/** The same for a path that may name its locale itself: then it stays as it is. */
export function localisedOnce(locale: Locale, path: string): string {
  const { pathname } = new URL(path, "https://site.invalid");
  return splitLocale(pathname).prefixed ? path : localised(locale, path);
}

/** Splits a pathname into its locale and the path without the prefix. Case counts: `/RO` is no prefix. */
export function splitLocale(pathname: string): { locale: Locale; path: string; prefixed: boolean } {
  for (const locale of PREFIXED) {
    if (pathname === `/${locale}`) return { locale, path: "/", prefixed: true };
    if (pathname.startsWith(`/${locale}/`)) {
      return { locale, path: pathname.slice(locale.length + 1), prefixed: true };
    }
  }
  return { locale: UNPREFIXED_LOCALE, path: pathname, prefixed: false };
}
