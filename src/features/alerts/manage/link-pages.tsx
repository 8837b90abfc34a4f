import { paths } from "@/shared/paths";
import { ActionButton, LinkButton } from "@/ui/button";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formatAlertFilters } from "../format-alert-filters";
import type { Alert } from "../queries";

/** Asks the recipient of the mailed link to start the alert. Opening the page changes nothing. */
export function ConfirmAlertPage({ alert, token }: { alert: Alert; token: string }) {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("alerts.confirm.heading")}>
      <p className="page-head__lead">{formatAlertFilters(t, alert.filters)}</p>
      <p>{t(`alerts.confirm.${alert.frequency}`, { email: alert.email })}</p>
      <div className="row">
        <ActionButton action={url(paths.alertAction(alert.id, "confirm"))} fields={{ token }}>
          {t("alerts.confirm.submit")}
        </ActionButton>
        <ActionButton action={url(paths.alertAction(alert.id, "delete"))} fields={{ token }} variant="danger">
          {t("alerts.confirm.discard")}
        </ActionButton>
      </div>
    </MessagePage>
  );
}

/** For a link whose alert has ended, or that is incomplete. */
export function InvalidAlertLinkPage() {
  const { t, url } = usePage();
  return (
    <MessagePage heading={t("alerts.link.invalidHeading")}>
      <Notice tone="danger" live>
        <p>{t("alerts.link.invalid")}</p>
      </Notice>
      <p>{t("alerts.link.next")}</p>
      <div className="row">
        <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
        <LinkButton href={url(paths.signIn({ next: paths.alerts() }))} variant="secondary">
          {t("general.nav.signIn")}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
