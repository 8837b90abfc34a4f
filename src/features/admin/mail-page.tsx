import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ActionButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { Undelivered } from "./mail-queue";

/** Mail that did not arrive. `retried` after a mail was sent on its way again; `first` is false behind the first page. */
export function MailPage({
  undelivered: { mails, next },
  retried,
  first,
}: {
  undelivered: Undelivered;
  retried: boolean;
  first: boolean;
}) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("admin.mail.heading")}
      />
      <header className="page-head">
        <h1>{t("admin.mail.heading")}</h1>
        <p className="page-head__lead">{t("admin.mail.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {retried ? (
          <Notice tone="success" live>
            {t("admin.mail.retried")}
          </Notice>
        ) : null}
        {mails.length === 0 ? (
          <EmptyState title={t("admin.mail.empty")}>{t("admin.mail.emptyText")}</EmptyState>
        ) : (
          <ul className="entry-list">
            {mails.map((mail) => (
              <Entry key={mail.id} mail={mail} />
            ))}
          </ul>
        )}
        <Pagination
          previous={first ? null : url(paths.adminMail())}
          next={next ? url(paths.adminMail({ after: next })) : null}
        />
      </div>
    </div>
  );
}

function Entry({ mail }: { mail: Undelivered["mails"][number] }) {
  const { t, url } = usePage();
  const dead = mail.state === "dead";
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{mail.subject}</p>
        <p className="entry__meta">
          {t("admin.mail.to", { recipient: mail.recipient })} · {mail.template}
        </p>
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
        {mail.linkIsOver ? <p className="entry__meta">{t("admin.mail.linkOver")}</p> : null}
        {mail.lastError ? (
          <p className="entry__meta">{t("admin.mail.error", { error: mail.lastError })}</p>
        ) : null}
      </div>
      <div className="entry__side">
        <Badge tone={dead ? "danger" : "warning"}>{t(dead ? "admin.mail.dead" : "admin.mail.late")}</Badge>
        {mail.linkIsOver ? null : (
          <ActionButton action={url(paths.adminMailRetry(mail.id))} variant="secondary" size="small">
            {t("admin.mail.retry")}
            <span className="visually-hidden">: {mail.subject}</span>
          </ActionButton>
        )}
      </div>
    </li>
  );
}
