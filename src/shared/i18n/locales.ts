export const LOCALES = ["en", "ro"] as const;
export type Locale = (typeof LOCALES)[number];

/** The language tag of a locale's dates, numbers and sorting. */
export const LANGUAGE_TAG: Record<Locale, string> = { en: "en-US", ro: "ro-RO" };

/** The locale whose pages have no prefix, whatever DEFAULT_LOCALE is. */
export const UNPREFIXED_LOCALE: Locale = "en";
const PREFIXED: Locale[] = ["ro"];

export const LOCALE_COOKIE = "locale";
export const TIME_ZONE = "Europe/Bucharest";

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (LOCALES as readonly string[]).includes(value);
}

/** `/tutoring` → `/ro/tutoring`; `/` → `/ro`. The query stays. */
export function localizePath(locale: Locale, path: string): string {
  if (!PREFIXED.includes(locale)) return path;
  return path === "/"
    ? `/${locale}`
    : /^\/[?#]/.test(path)
      ? `/${locale}${path.slice(1)}`
      : `/${locale}${path}`;
}

/** Like `localizePath`, but a path that already has a locale prefix stays unchanged. */
export function localizePathOnce(locale: Locale, path: string): string {
  const { pathname } = new URL(path, "https://site.invalid");
  return splitLocale(pathname).prefixed ? path : localizePath(locale, path);
}

/** Splits a pathname into its locale and the path without the prefix. Case matters: `/RO` is no prefix. */
export function splitLocale(pathname: string): { locale: Locale; path: string; prefixed: boolean } {
  for (const locale of PREFIXED) {
    if (pathname === `/${locale}`) return { locale, path: "/", prefixed: true };
    if (pathname.startsWith(`/${locale}/`)) {
      return { locale, path: pathname.slice(locale.length + 1), prefixed: true };
    }
  }
  return { locale: UNPREFIXED_LOCALE, path: pathname, prefixed: false };
}
