import { paths } from "@/shared/paths";
import { ShortlistLink } from "@/ui/heart-button";
import { usePage } from "@/ui/page-context";
import { RequestCount, UnreadCount } from "@/ui/unread-count";
import { AccountMenu } from "./account-menu";
import { LanguageLinks, LanguageSwitch } from "./language-switch";
import { Wordmark } from "./wordmark";

const MENU = "site-menu";

/**
 * On a wide screen the menu is in the header row; on a phone it is a native popover, without JavaScript. `alone`: no
 * footer follows, so the header contains the language links.
 */
export function SiteHeader({ alone = false }: { alone?: boolean }) {
  const { t, url, visitor } = usePage();
  const teaches = visitor !== null && visitor.role !== "u";
  return (
    <header className="site-header">
      <div className="site-header__row container">
        <Wordmark />
        <nav className="site-menu" id={MENU} popover="auto" aria-label={t("general.nav.main")}>
          <ul className="site-menu__list">
            <li>
              <a href={url(paths.listings())}>{t("general.nav.find")}</a>
            </li>
            <li>
              {teaches ? (
                <a href={url(paths.ownListings())}>{t("general.nav.myListings")}</a>
              ) : (
                <a href={url(paths.teach())}>{t("general.nav.offer")}</a>
              )}
            </li>
            {teaches ? (
              <>
                <li>
                  <a href={url(paths.requests())}>
                    {t("general.nav.requests")} <RequestCount />
                  </a>
                </li>
                <li>
                  <a href={url(paths.calendar())}>{t("general.nav.calendar")}</a>
                </li>
              </>
            ) : (
              <>
                <li>
                  <a href={url(paths.plan())}>{t("general.nav.plan")}</a>
                </li>
                <li>
                  <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
                </li>
              </>
            )}
            <li>
              {/* The same for every visitor without an account, because their pages are cached. */}
              <a href={url(visitor ? paths.inbox() : paths.guestLinks())}>
                {t("general.nav.inbox")} <UnreadCount />
              </a>
            </li>
          </ul>
          <div className="site-menu__language">
            <LanguageSwitch />
            {alone ? <LanguageLinks besideSwitch /> : null}
          </div>
        </nav>
        <div className="site-header__account">
          <ShortlistLink />
          <AccountMenu />
        </div>
        <button type="button" className="icon-button site-header__menu" popoverTarget={MENU}>
          <span className="visually-hidden">{t("general.nav.menu")}</span>
        </button>
      </div>
    </header>
  );
}
