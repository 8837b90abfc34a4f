import type { ReactNode } from "react";
import { usePage } from "@/ui/page-context";
import { ConsentBanner } from "./consent-banner";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Target of the skip link. */
const MAIN = "main";
/** The id of a page's results, the target of a second skip link (`hasResults`). */
export const RESULTS_ID = "results";

function Main({ children }: { children: ReactNode }) {
  return (
    <main className="site-main" id={MAIN} tabIndex={-1}>
      {children}
    </main>
  );
}

function SkipLinks() {
  const { t, hasResults } = usePage();
  return (
    <>
      <a className="skip-link" href={`#${MAIN}`}>
        {t("general.nav.skip")}
      </a>
      {hasResults ? (
        <a className="skip-link" href={`#${RESULTS_ID}`}>
          {t("general.nav.skipToResults")}
        </a>
      ) : null}
    </>
  );
}

/** Header, main and footer: the layout of ordinary pages. Pages of the admin area have their menu instead of a footer. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  const Menu = usePage().adminMenu?.Menu;
  return (
    <div className="site">
      <SkipLinks />
      <ConsentBanner />
      <SiteHeader alone={Menu !== undefined} />
      {Menu ? <Menu /> : null}
      <Main>{children}</Main>
      {Menu ? null : <SiteFooter />}
    </div>
  );
}

/** Only the header, for pages to complete without distraction, such as checkout. */
export function HeaderLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <SkipLinks />
      <ConsentBanner />
      <SiteHeader alone />
      <Main>{children}</Main>
    </div>
  );
}

/** Only the footer, for error pages. */
export function FooterLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <ConsentBanner />
      <Main>{children}</Main>
      <SiteFooter alone />
    </div>
  );
}
