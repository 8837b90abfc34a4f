import { QueueEntry } from "@/features/moderation";
import { formatDate, formatDay, formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import type { ListedVerification, VerificationItem } from "./verifications-kind";

/** A request with its files. */
export function VerificationContent({ item }: { item: VerificationItem }) {
  const { t, locale } = usePage();
  const { verification, user, decider } = item;
  const { state, kind, proves, issuer, documentDate, decidedTs, endsTs, reason } = verification;
  return (
    <>
      <section className="stack">
        <h2>{t("verifications.admin.files")}</h2>
        <Files item={item} />
      </section>
      <DescriptionList
        items={[
          {
            term: t("verifications.admin.teacher"),
            details: (
              <>
                <UserLink user={user} /> · {user.email}
              </>
            ),
          },
          { term: t("verifications.admin.kind"), details: t(`verifications.about.${kind}`) },
          {
            term: t(state === "pending" ? "verifications.admin.teacherProves" : "verifications.admin.proves"),
            details: proves,
          },
          { term: t("verifications.admin.issuer"), details: issuer },
          {
            term: t("verifications.admin.documentDate"),
            details: documentDate === null ? null : formatDay(documentDate, locale),
          },
          { term: t("verifications.admin.sent"), details: <Time ts={verification.createdTs} clock /> },
          verification.checkedName !== null && {
            term: t("verifications.admin.checkedName"),
            details: verification.checkedName,
          },
          decidedTs !== null && {
            term: t("verifications.admin.decided"),
            details: <Time ts={decidedTs} clock />,
          },
          decider !== null && {
            term: t("verifications.admin.checkedBy"),
            details: <UserLink user={decider} />,
          },
          endsTs !== null && {
            term: t("verifications.admin.ends"),
            details: formatDate(endsTs - 1, locale),
          },
          reason !== null && {
            term: t("verifications.admin.reason"),
            details: t(`verifications.reasons.${reason}`),
          },
          { term: t("verifications.admin.text"), details: verification.reasonText },
        ]}
      />
    </>
  );
}

/** The files, which count as opened when the browser loads them: not before they are near the visible part. */
function Files({ item: { verification, isOwn } }: { item: VerificationItem }) {
  const { t, url } = usePage();
  if (isOwn) return null;
  if (verification.files.length === 0) return <p className="muted">{t("verifications.admin.noFiles")}</p>;
  return (
    <>
      <ul className="list-plain stack">
        {verification.files.map((file, n) => {
          const href = url(paths.adminVerificationFile(verification.id, n + 1));
          const type = file.endsWith(".pdf") ? "pdf" : "webp";
          const name = t("verifications.admin.file", {
            n: n + 1,
            type: t(`verifications.admin.types.${type}`),
          });
          return (
            <li key={file} className="document-file stack">
              {type === "pdf" ? (
                <iframe src={href} title={name} loading="lazy" />
              ) : (
                <img src={href} alt={name} loading="lazy" />
              )}
              <a href={href} target="_blank" rel="noopener">
                {t("verifications.admin.open", { name })}
              </a>
            </li>
          );
        })}
      </ul>
      <p className="small muted">{t("verifications.admin.filesHelp")}</p>
    </>
  );
}

/** An entry of a list. */
export function QueuedVerification({ row }: { row: ListedVerification }) {
  const { t } = usePage();
  return (
    <QueueEntry
      row={row}
      href={paths.adminVerification(row.id)}
      title={`${t(`verifications.kinds.${row.kind}`)}: ${formatFullName(row)}`}
      meta={row.proves}
      side={<StateBadge kind="verification" state={row.state} />}
      since={t("verifications.admin.sent")}
    />
  );
}

/** The state of a request, and the link to its teacher. */
export function VerificationActions({ item: { verification, user } }: { item: VerificationItem }) {
  const { t, url } = usePage();
  return (
    <>
      <StateBadge kind="verification" state={verification.state} />
      <LinkButton href={url(paths.adminUser(user.id))} variant="secondary" size="small">
        {t("verifications.admin.teacher")}
      </LinkButton>
    </>
  );
}
