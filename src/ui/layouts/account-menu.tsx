import { paths } from "@/shared/paths";
import { Avatar } from "@/ui/avatar";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { UnreadCount } from "@/ui/unread-count";

/** Sign-in link, or the user's menu: a native details element, so it works without JavaScript. */
export function AccountMenu() {
  const { t, url, visitor, signInHref } = usePage();
  if (!visitor) {
    return (
      <LinkButton variant="secondary" size="small" href={signInHref}>
        {t("general.nav.signIn")}
      </LinkButton>
    );
  }
  return (
    <details className="account-menu" name="header-menu">
      <summary className="account-menu__summary">
        <Avatar name={visitor.firstName} size="small" person={visitor} />
        <UnreadCount />
        <span className="account-menu__name">{visitor.firstName || t("general.nav.account")}</span>
      </summary>
      <ul className="account-menu__list">
        <li>
          <a href={url(paths.profile())}>{t("general.nav.account")}</a>
        </li>
        {visitor.role === "u" ? null : (
          <li>
            <a href={url(paths.ownListings())}>{t("general.nav.myListings")}</a>
          </li>
        )}
        {visitor.role === "u" ? null : (
          <li>
            <a href={url(paths.ownReviews())}>{t("general.nav.reviews")}</a>
          </li>
        )}
        {visitor.role === "u" ? null : (
          <li>
            <a href={url(paths.analytics())}>{t("general.nav.analytics")}</a>
          </li>
        )}
        {visitor.role === "u" ? null : (
          <li>
            <a href={url(paths.ownOrders())}>{t("general.nav.promotions")}</a>
          </li>
        )}
        {visitor.role === "u" ? null : (
          <li>
            <a href={url(paths.verification())}>{t("general.nav.documents")}</a>
          </li>
        )}
        <li>
          <a href={url(paths.inbox())}>
            {t("general.nav.inbox")} <UnreadCount />
          </a>
        </li>
        <li>
          <a href={url(paths.calendar())}>{t("general.nav.calendar")}</a>
        </li>
        <li>
          <a href={url(paths.requests())}>{t("general.nav.requests")}</a>
        </li>
        {visitor.role === "t" ? null : (
          <li>
            <a href={url(paths.alerts())}>{t("general.nav.alerts")}</a>
          </li>
        )}
        <li>
          <a href={url(paths.notifications())}>{t("general.nav.notifications")}</a>
        </li>
        <li>
          <a href={url(paths.settings())}>{t("general.nav.settings")}</a>
        </li>
        <li>
          <a href={url(paths.ownPrivacy())}>{t("general.nav.privacy")}</a>
        </li>
        {visitor.role === "a" ? (
          <li>
            <a href={url(paths.admin())}>{t("general.nav.admin")}</a>
          </li>
        ) : null}
        <li className="account-menu__last">
          <Enhanced name="sign-out">
            <form method="post" action={url(paths.signOut())}>
              <button type="submit">{t("general.nav.signOut")}</button>
            </form>
          </Enhanced>
        </li>
      </ul>
    </details>
  );
}
