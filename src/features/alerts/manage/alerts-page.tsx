import { toSavedSearchQuery } from "@/features/search";
import { ALERT_FREQUENCIES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { MAX_ALERTS } from "@/shared/schemas/alert";
import { Badge } from "@/ui/badge";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { formatAlertFilters } from "../format-alert-filters";
import type { Alert } from "../queries";

const DONE = ["created", "confirmed", "paused", "resumed", "changed", "deleted"] as const;
type AlertsDone = (typeof DONE)[number];
export const isAlertsDone = (done: string | undefined): done is AlertsDone =>
  DONE.some((known) => known === done);

/** An alert with the token of its mailed link, or null on its account's own page. */
type ManagedAlert = Alert & { token: string | null };

export type AlertsView = {
  alerts: readonly ManagedAlert[];
  /** The recipient's address; null for visitors without a link or a session. */
  email: string | null;
  /** Whether the recipient's account gets no mail from alerts. */
  isMailOff: boolean;
  /** The action that was just completed. */
  done: AlertsDone | null;
  /** The refusal of the last action as text. */
  refused: string | null;
};

/** The alerts of a recipient, with their buttons. */
export function AlertsPage({ view: { alerts, email, isMailOff, done, refused } }: { view: AlertsView }) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      heading={t("alerts.page.heading")}
      lead={
        email === null ? t("alerts.page.signedOutLead") : t("alerts.page.lead", { email, max: MAX_ALERTS })
      }
    >
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            <p>{t(`alerts.done.${done}`)}</p>
          </Notice>
        ) : null}
        {refused ? (
          <Notice tone="danger" live>
            <p>{refused}</p>
          </Notice>
        ) : null}
        {isMailOff ? (
          <Notice tone="warning">
            <p>
              {t("alerts.page.mailOff")}{" "}
              <a href={url(paths.notifications())}>{t("alerts.unsubscribe.settings")}</a>
            </p>
          </Notice>
        ) : null}
        {alerts.length > 0 ? (
          <ul className="entry-list">
            {alerts.map((alert) => (
              <AlertEntry key={alert.id} alert={alert} />
            ))}
          </ul>
        ) : (
          <NoAlerts signedOut={email === null} />
        )}
      </div>
    </SitePage>
  );
}

function NoAlerts({ signedOut }: { signedOut: boolean }) {
  const { t, url } = usePage();
  const action = (
    <div className="row">
      <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
      {signedOut ? (
        <LinkButton href={url(paths.signIn({ next: paths.alerts() }))} variant="secondary">
          {t("general.nav.signIn")}
        </LinkButton>
      ) : null}
    </div>
  );
  return (
    <EmptyState title={t(signedOut ? "alerts.page.signedOut" : "alerts.page.empty")} action={action}>
      <p>{t(signedOut ? "alerts.page.signedOutText" : "alerts.page.emptyText")}</p>
    </EmptyState>
  );
}

function AlertEntry({ alert }: { alert: ManagedAlert }) {
  const { t, url } = usePage();
  const { id, filters, frequency, pausedTs, token } = alert;
  const title = formatAlertFilters(t, filters);
  const other = ALERT_FREQUENCIES.find((code) => code !== frequency) ?? frequency;
  const fields: Record<string, string> = token === null ? {} : { token };
  const look = { variant: "secondary", size: "small" } as const;
  return (
    <li className="entry">
      <div className="entry__main stack stack--tight">
        <h2 className="entry__title">
          <a href={url(paths.listings(toSavedSearchQuery(filters)))}>{title}</a>
        </h2>
        <p className="entry__meta">{t(`alerts.when.${frequency}`)}</p>
        <div className="row">
          <ActionButton
            action={url(paths.alertAction(id, pausedTs === null ? "pause" : "resume"))}
            fields={fields}
            {...look}
          >
            {t(`alerts.actions.${pausedTs === null ? "pause" : "resume"}`)}
          </ActionButton>
          <ActionButton
            action={url(paths.alertAction(id, "frequency"))}
            fields={{ ...fields, frequency: other }}
            {...look}
          >
            {t(`alerts.actions.${other}`)}
          </ActionButton>
          <ActionButton
            action={url(paths.alertAction(id, "delete"))}
            fields={fields}
            {...look}
            variant="danger"
          >
            {t("alerts.actions.delete")}
          </ActionButton>
        </div>
      </div>
      {pausedTs === null ? null : (
        <div className="entry__side">
          <Badge tone="warning">{t("alerts.page.paused")}</Badge>
        </div>
      )}
    </li>
  );
}
