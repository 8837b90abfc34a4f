import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type Failures, formatRowCount, hasFailures } from "../queues/count-follow-up";

/** What fails, each with the path of the page that says more. */
export function listFailures(
  t: Translator,
  { undeliveredMails, lateMails, jobs, missingBackups }: Failures,
): { text: string; path: string }[] {
  const mails = undeliveredMails + lateMails;
  const n = formatRowCount(t, undeliveredMails, lateMails);
  return [
    ...(mails > 0
      ? [{ text: t.count("follow-up.failures.mails", mails, { n }), path: paths.adminMail() }]
      : []),
    ...(jobs > 0 ? [{ text: t.count("follow-up.failures.jobs", jobs), path: paths.adminHealth() }] : []),
    ...(missingBackups > 0 ? [{ text: t("health.noBackup"), path: paths.adminHealth() }] : []),
  ];
}

/** Mail and scheduled jobs that fail, and a missing backup, concern all users, so they stand above the tasks. */
export function FailuresNotice({ failures }: { failures: Failures }) {
  const { t, url } = usePage();
  return hasFailures(failures) ? (
    <Notice tone="danger" title={t("follow-up.failures.heading")}>
      <ul className="list-plain stack stack--tight">
        {listFailures(t, failures).map(({ text, path }) => (
          <li key={text}>
            <a href={url(path)}>{text}</a>
          </li>
        ))}
      </ul>
    </Notice>
  ) : null;
}
