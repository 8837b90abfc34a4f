import { Fragment } from "react";
import { findAuditSubjectPath, splitAuditSubject } from "@/features/users";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { StateBadge } from "@/ui/badge";
import { ActionButton } from "@/ui/button";
import { SubmitButton, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { useTaskOrigin } from "@/ui/task-origin";
import { Time } from "@/ui/time";
import type { ListedMails } from "./list-mails";

type Mail = ListedMails["mails"][number];

export type MailView = {
  found: ListedMails;
  /** The address whose mails are listed; empty for all undelivered mail. */
  to: string;
  /** Whether a mail was queued again. */
  retried: boolean;
  /** False after the first page. */
  first: boolean;
};

/** Undelivered mail, or all mail to an address. */
export function MailPage({ view: { found, to, retried, first } }: { view: MailView }) {
  const { t, url } = usePage();
  const query = { to: to || null };
  return (
    <AdminQueuePage
      heading={t("admin.mail.heading")}
      lead={to ? t("admin.mail.leadTo", { address: to }) : t("admin.mail.lead")}
      empty={t(to ? "admin.mail.emptyTo" : "admin.mail.empty")}
      emptyText={t(to ? "admin.mail.emptyTextTo" : "admin.mail.emptyText")}
      notice={
        retried ? (
          <Notice tone="success" live>
            {t("admin.mail.retried")}
          </Notice>
        ) : null
      }
      tabs={
        <form className="filter-bar" method="get" action={url(paths.adminMail())}>
          <TextField
            name="to"
            type="search"
            label={t("admin.mail.search")}
            help={t("admin.mail.searchHelp")}
            value={to}
            maxLength={200}
            autoComplete="off"
            required={false}
          />
          <SubmitButton>{t("admin.nav.find")}</SubmitButton>
        </form>
      }
      previous={first ? null : paths.adminMail(query)}
      next={found.next && paths.adminMail({ ...query, after: found.next })}
    >
      {found.mails.map((mail) => (
        <MailEntry key={mail.id} mail={mail} to={to} />
      ))}
    </AdminQueuePage>
  );
}

/** The admin page of what a mail is about, and the name of the link; null without one, or if it is the recipient. */
function findAbout({ about, listingId, isReported, user }: Mail): { path: string; name: string } | null {
  if (about === null) return null;
  const { kind, id } = splitAuditSubject(about);
  // A new address that was never confirmed belongs to no account.
  if (kind === "user") return user ? null : { path: paths.adminUser(id), name: "users.kinds.user" };
  if (kind === "contact") return { path: paths.followUpRow(about), name: "users.kinds.contact" };
  if (kind === "enquiry") {
    if (isReported) return { path: paths.adminConversation(id), name: "users.kinds.enquiry" };
    return listingId === null
      ? null
      : { path: paths.adminListing(listingId), name: "admin.mail.conversation" };
  }
  const path = findAuditSubjectPath({ subject: about, action: "" });
  return path === null ? null : { path, name: `users.kinds.${kind}` };
}

/** Whether another try reaches the recipient no more than the first. */
const isRefusedByMailbox = ({ problem }: Mail): boolean =>
  problem === "bounced" || problem === "complaint" || problem === "mailbox";

/** A mail in a list for admins. `to` is the address of the list, if it has one. */
export function MailEntry({ mail, to = "" }: { mail: Mail; to?: string }) {
  const { t, url } = usePage();
  const origin = useTaskOrigin();
  const { status, user, name, teacher } = mail;
  const about = findAbout(mail);
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{mail.subject}</p>
        <p className="entry__meta">
          {t("admin.mail.to", {
            recipient: user || !name ? mail.recipient : `${name} (${mail.recipient})`,
          })}
          {[user, teacher?.id === user?.id ? null : teacher].map((person) =>
            person ? (
              <Fragment key={person.id}>
                {" "}
                · <a href={url(paths.adminUser(person.id, origin))}>{formatFullName(person)}</a>
              </Fragment>
            ) : null,
          )}
          {mail.phone ? (
            <>
              {" "}
              · <a href={`tel:${mail.phone}`}>{formatPhone(mail.phone)}</a>
            </>
          ) : null}
          {about ? (
            <>
              {" "}
              · <a href={url(about.path)}>{t(about.name)}</a>
            </>
          ) : null}
        </p>
        <p className="entry__meta">
          {t("admin.mail.since")} <Time ts={mail.createdTs} clock />
          {status === "sent" ? null : <> · {t.count("admin.mail.attempts", mail.attempts)}</>}
          {status === "late" ? (
            <>
              {" "}
              · {t("admin.mail.next")} <Time ts={mail.nextAttemptTs} clock />
            </>
          ) : null}
        </p>
        {mail.isLinkExpired ? <p className="entry__meta">{t("admin.mail.linkExpired")}</p> : null}
        {mail.problem ? (
          <p className="entry__meta">
            {t(`users.records.mailErrors.${mail.problem}`)}
            {/* What came back has no response in words. */}
            {mail.problem === "bounced" || mail.problem === "complaint"
              ? null
              : ` ${t("admin.mail.error", { error: mail.lastError })}`}
          </p>
        ) : null}
      </div>
      <div className="entry__side">
        {mail.isSetAside ? <SetAsideBadge /> : null}
        <StateBadge kind="mail" state={status} />
        {status === "dead" && !mail.isSetAside ? (
          <ActionButton
            action={url(paths.followUpRow(`mail_undelivered:${mail.id}`, { run: origin.run }))}
            fields={{ intent: "done", filters: "queue=mail_undelivered" }}
            variant="secondary"
            size="small"
          >
            {t("follow-up.intents.done")}
            <span className="visually-hidden">: {mail.subject}</span>
          </ActionButton>
        ) : null}
        {mail.isLinkExpired ||
        isRefusedByMailbox(mail) ||
        !mail.hasContent ||
        (status !== "dead" && status !== "late") ? null : (
          <ActionButton
            action={url(paths.adminMailRetry(mail.id, { to, ...origin }))}
            variant="secondary"
            size="small"
          >
            {t("admin.mail.retry")}
            <span className="visually-hidden">: {mail.subject}</span>
          </ActionButton>
        )}
      </div>
    </li>
  );
}
