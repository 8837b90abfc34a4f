import { type County, countyName, type Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { LanguageLinks, LanguageSwitch } from "./language-switch";
import { Wordmark } from "./wordmark";

/** The most wanted subjects and counties; the home page has all. */
const SUBJECTS: readonly Subject[] = ["m", "ro", "en", "p", "c", "i", "b", "fr"];
const COUNTIES: readonly County[] = ["b", "cj", "is", "tm", "ct", "bv", "dj", "sb"];

/**
 * ANPC's page on out-of-court settlement; ANPC Order 449/2022 asks sites to link to it by a pictogram of 250×50 px. The
 * EU's ODR platform closed in July 2025.
 */
const ANPC_SAL = "https://anpc.ro/ce-este-sal/";

/** `alone`: no header precedes, so the footer contains the language switch. */
export function SiteFooter({ alone = false }: { alone?: boolean }) {
  const { t } = usePage();
  return (
    <footer className="site-footer">
      <div className="container site-footer__columns">
        <div className="site-footer__about">
          <Wordmark />
          <p>{t("general.footer.about")}</p>
          <div className="site-footer__language">
            {alone ? <LanguageSwitch /> : null}
            <LanguageLinks besideSwitch={alone} />
          </div>
        </div>
        <MemoisedMarkup deps={["footer"]}>{() => <FooterLinks />}</MemoisedMarkup>
      </div>
    </footer>
  );
}

/** Links of every page. */
function FooterLinks() {
  const { t, url, siteName } = usePage();
  return (
    <>
      <nav aria-label={t("general.footer.subjects")}>
        <h2 className="site-footer__heading">{t("general.footer.subjects")}</h2>
        <ul className="site-footer__links site-footer__links--most">
          {SUBJECTS.map((subject) => (
            <li key={subject}>
              <a href={url(paths.listings({ subject }))}>{t(`general.subjects.${subject}`)}</a>
            </li>
          ))}
          <li>
            <a href={url(paths.allSubjects())}>{t("general.footer.allSubjects")}</a>
          </li>
        </ul>
      </nav>
      <nav aria-label={t("general.footer.counties")}>
        <h2 className="site-footer__heading">{t("general.footer.counties")}</h2>
        <ul className="site-footer__links site-footer__links--most">
          {COUNTIES.map((county) => (
            <li key={county}>
              <a href={url(paths.listings({ county }))}>{countyName(county)}</a>
            </li>
          ))}
          <li>
            <a href={url(paths.allCounties())}>{t("general.footer.allCounties")}</a>
          </li>
        </ul>
      </nav>
      <nav aria-label={siteName}>
        <h2 className="site-footer__heading">{siteName}</h2>
        <ul className="site-footer__links site-footer__links--single">
          <li>
            <a href={url(paths.createRequest())}>{t("general.footer.request")}</a>
          </li>
          <li>
            <a href={url(paths.plan())}>{t("general.footer.plan")}</a>
          </li>
          <li>
            <a href={url(paths.teach())}>{t("general.nav.offer")}</a>
          </li>
          <li>
            <a href={url(paths.prices())}>{t("general.footer.prices")}</a>
          </li>
          <li>
            <a href={url(paths.blog())}>{t("general.nav.blog")}</a>
          </li>
          <li>
            <a href={url(paths.testimonials())}>{t("general.footer.testimonials")}</a>
          </li>
          <li>
            <a href={url(paths.contact())}>{t("general.footer.contact")}</a>
          </li>
          <li>
            <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
          </li>
          <li>
            <a href={url(paths.ranking())}>{t("general.footer.ranking")}</a>
          </li>
          <li>
            <a href={url(paths.reviews())}>{t("general.footer.reviews")}</a>
          </li>
          <li>
            <a href={url(paths.apiDocs())}>{t("general.footer.api")}</a>
          </li>
        </ul>
      </nav>
      <LegalLinks />
    </>
  );
}

/** Links that the law requires on every page. */
function LegalLinks() {
  const { t, url } = usePage();
  const links = [
    { name: "privacy", path: paths.privacy() },
    { name: "terms", path: paths.terms() },
    { name: "cookies", path: paths.cookies() },
    { name: "choices", path: paths.cookieChoices() },
    { name: "accessibility", path: paths.accessibility() },
    { name: "withdraw", path: paths.withdrawals() },
  ];
  return (
    <nav className="site-footer__rules" aria-label={t("general.footer.rules")}>
      <ul className="site-footer__links">
        {links.map(({ name, path }) => (
          <li key={name}>
            <a href={url(path)}>{t(`general.footer.${name}`)}</a>
          </li>
        ))}
        <li>
          <a href={ANPC_SAL} hrefLang="ro">
            <img
              src={paths.anpcPictogram()}
              width={250}
              height={50}
              loading="lazy"
              alt={t("general.footer.anpc")}
            />
          </a>
        </li>
      </ul>
    </nav>
  );
}
