import { paths } from "@/shared/paths";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { Badge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import type { UndeliveredMails } from "./queries";

/** Undelivered mail. `retried` after a mail was queued again; `first` is false after the first page. */
export function MailPage({
  undelivered: { mails, next },
  retried,
  first,
}: {
  undelivered: UndeliveredMails;
  retried: boolean;
  first: boolean;
}) {
  const { t } = usePage();
  return (
    <AdminQueuePage
      heading={t("admin.mail.heading")}
      lead={t("admin.mail.lead")}
      empty={t("admin.mail.empty")}
      emptyText={t("admin.mail.emptyText")}
      notice={
        retried ? (
          <Notice tone="success" live>
            {t("admin.mail.retried")}
          </Notice>
        ) : null
      }
      previous={first ? null : paths.adminMail()}
      next={next && paths.adminMail({ after: next })}
    >
      {mails.map((mail) => (
        <Entry key={mail.id} mail={mail} />
      ))}
    </AdminQueuePage>
  );
}

function Entry({ mail }: { mail: UndeliveredMails["mails"][number] }) {
  const { t, url } = usePage();
  const dead = mail.state === "dead";
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{mail.subject}</p>
        <p className="entry__meta">{t("admin.mail.to", { recipient: mail.recipient })}</p>
        <p className="entry__meta">
          {t("admin.mail.since")} <Time ts={mail.createdTs} clock /> ·{" "}
          {t.count("admin.mail.attempts", mail.attempts)}
          {dead ? null : (
            <>
              {" "}
              · {t("admin.mail.next")} <Time ts={mail.nextAttemptTs} clock />
            </>
          )}
        </p>
        {mail.isLinkExpired ? <p className="entry__meta">{t("admin.mail.linkExpired")}</p> : null}
        {mail.problem ? (
          <p className="entry__meta">
            {t(`users.records.mailErrors.${mail.problem}`)} {t("admin.mail.error", { error: mail.lastError })}
          </p>
        ) : null}
      </div>
      <div className="entry__side">
        {mail.isSetAside ? <SetAsideBadge /> : null}
        <Badge tone={dead ? "danger" : "warning"}>{t(dead ? "admin.mail.dead" : "admin.mail.late")}</Badge>
        {mail.isLinkExpired || !mail.hasContent ? null : (
          <ActionButton action={url(paths.adminMailRetry(mail.id))} variant="secondary" size="small">
            {t("admin.mail.retry")}
            <span className="visually-hidden">: {mail.subject}</span>
          </ActionButton>
        )}
      </div>
    </li>
  );
}
