import { Languages } from "lucide-react";
import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";

/** Each language is called by its own name, whatever the page's. */
const NAMES: Record<Locale, string> = { en: "English", ro: "Română" };

/** The button remembers the choice (a cookie) and comes back to this page. */
export function LanguageSwitch() {
  const page = usePage();
  return (
    <>
      {others(page.locale).map((locale) => (
        <form key={locale} method="post" action={page.url(paths.setLocale())} className="language-switch">
          <input type="hidden" name="next" value={page.here} />
          <MemoisedMarkup deps={["language", locale]}>
            <button
              type="submit"
              name="locale"
              value={locale}
              lang={locale}
              className="language-switch__button"
            >
              <Languages size={18} aria-hidden="true" />
              {NAMES[locale]}
            </button>
          </MemoisedMarkup>
        </form>
      ))}
    </>
  );
}

/** The same page in the other language as a plain link; docs/decisions/0005 says where it leads. */
export function LanguageLinks() {
  const page = usePage();
  return (
    <>
      {others(page.locale).map((locale) => (
        <a key={locale} href={page.localeHrefs[locale]} hrefLang={locale} lang={locale} rel="alternate">
          {page.t(`general.language.here.${locale}`)}
        </a>
      ))}
    </>
  );
}

const others = (locale: Locale) => LOCALES.filter((one) => one !== locale);
