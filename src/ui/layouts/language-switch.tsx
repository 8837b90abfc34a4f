import { LOCALES, type Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** Each language by its own name, in every locale. */
const NAMES: Record<Locale, string> = { en: "English", ro: "Română" };

/** The button stores the choice (a cookie) and returns to this page. */
export function LanguageSwitch() {
  const page = usePage();
  return (
    <>
      {listOtherLocales(page.locale).map((locale) => (
        <form key={locale} method="post" action={page.url(paths.setLocale())} className="language-switch">
          <input type="hidden" name="next" value={page.currentPath} />
          <button
            type="submit"
            name="locale"
            value={locale}
            lang={locale}
            className="language-switch__button"
          >
            {NAMES[locale]}
          </button>
        </form>
      ))}
    </>
  );
}

/**
 * Plain links to this page in the other languages; docs/decisions/0005 describes their targets. `besideSwitch`: seen only
 * with the keyboard, because the switch next to them has the same names.
 */
export function LanguageLinks({ besideSwitch = false }: { besideSwitch?: boolean }) {
  const page = usePage();
  return (
    <>
      {listOtherLocales(page.locale).map((locale) => (
        <a
          key={locale}
          className={besideSwitch ? "visually-hidden" : undefined}
          href={page.localeHrefs[locale]}
          hrefLang={locale}
          lang={locale}
          rel="alternate"
        >
          {page.t(`general.language.here.${locale}`)}
        </a>
      ))}
    </>
  );
}

const listOtherLocales = (current: Locale) => LOCALES.filter((locale) => locale !== current);
