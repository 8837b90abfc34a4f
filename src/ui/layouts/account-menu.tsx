import { paths } from "@/shared/paths";
import { Avatar } from "@/ui/avatar";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";
import { RequestCount, UnreadCount } from "@/ui/unread-count";

/** What teachers and admins need daily, then the rest. */
const TEACHER_ENTRIES = [
  ["inbox", paths.inbox()],
  ["calendar", paths.calendar()],
  ["requests", paths.requests()],
  ["myListings", paths.ownListings()],
  ["account", paths.profile()],
  ["reviews", paths.ownReviews()],
  ["analytics", paths.analytics()],
  ["promotions", paths.ownOrders()],
  ["documents", paths.verification()],
] as const;

const LEARNER_ENTRIES = [
  ["account", paths.profile()],
  ["inbox", paths.inbox()],
  ["calendar", paths.calendar()],
  ["requests", paths.requests()],
] as const;

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
        {(visitor.role === "u" ? LEARNER_ENTRIES : TEACHER_ENTRIES).map(([name, path]) => (
          <li key={name}>
            <a href={url(path)}>
              {t(`general.nav.${name}`)} {name === "inbox" ? <UnreadCount /> : null}
              {name === "requests" ? <RequestCount /> : null}
            </a>
          </li>
        ))}
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
          <Enhanced name="sign-out" texts={{ unsaved: t("general.nav.signOutUnsaved") }}>
            <form method="post" action={url(paths.signOut())}>
              <button type="submit">{t("general.nav.signOut")}</button>
            </form>
          </Enhanced>
        </li>
      </ul>
    </details>
  );
}
