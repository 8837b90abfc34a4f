import type { ReactNode } from "react";
import { usePage } from "@/ui/page-context";
import { AdminNav } from "./admin-nav";
import { ConsentBanner } from "./consent-banner";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Where the skip link lands. */
const MAIN = "main";

function Main({ children }: { children: ReactNode }) {
  return (
    <main className="site-main" id={MAIN} tabIndex={-1}>
      {children}
    </main>
  );
}

function SkipLink() {
  const { t } = usePage();
  return (
    <a className="skip-link" href={`#${MAIN}`}>
      {t("general.nav.skip")}
    </a>
  );
}

/** Header, main, footer: every ordinary page. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <SkipLink />
      <ConsentBanner />
      <SiteHeader />
      <AdminNav />
      <Main>{children}</Main>
      <SiteFooter />
    </div>
  );
}

/** Header alone: where one should finish what one began, as paying. */
export function HeaderLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <SkipLink />
      <ConsentBanner />
      <SiteHeader alone />
      <Main>{children}</Main>
    </div>
  );
}

/** Footer alone: error pages and the like. */
export function FooterLayout({ children }: { children: ReactNode }) {
  return (
    <div className="site">
      <ConsentBanner />
      <Main>{children}</Main>
      <SiteFooter />
    </div>
  );
}
