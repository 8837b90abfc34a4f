import { formatDate, formatDay, formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { DetailPage } from "@/ui/detail-page";
import type { FormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ReviewedVerification } from "../queries";
import { VerificationBadge } from "../verification-badge";
import { OwnDocumentPanel, VerificationDecisionPanel } from "./verification-decision-panel";

/** A decision form after a refused submission. */
export type VerificationDecisionView = {
  form: "approve" | "reject" | null;
  values: Partial<Record<"proves" | "issuer" | "document_date" | "reason" | "text", string>>;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** A request with its files and the decision forms, for admins. */
export function VerificationReviewPage({
  review,
  decision,
  isOwn,
}: {
  review: ReviewedVerification;
  decision: VerificationDecisionView;
  /** Whether the document is the admin's own. */
  isOwn: boolean;
}) {
  const { t, url, locale } = usePage();
  const { verification, user, decider } = review;
  const name = formatFullName(user);
  const { state, kind, proves, issuer, documentDate, decidedTs, endsTs, reason } = verification;
  const isPending = state === "pending";
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("verifications.admin.heading"), href: url(paths.adminVerifications()) },
      ]}
      current={name}
      heading={`${t(`verifications.kinds.${kind}`)}: ${name}`}
      actions={
        <>
          <VerificationBadge state={state} />
          <LinkButton href={url(paths.adminUser(user.id))} variant="secondary" size="small">
            {t("verifications.admin.teacher")}
          </LinkButton>
        </>
      }
      aside={
        isOwn ? (
          <OwnDocumentPanel />
        ) : (
          <VerificationDecisionPanel verification={verification} decision={decision} />
        )
      }
    >
      <section className="stack">
        <h2>{t("verifications.admin.files")}</h2>
        <Files review={review} />
      </section>
      <DescriptionList
        items={[
          { term: t("verifications.admin.teacher"), details: `${name} · ${user.email}` },
          { term: t("verifications.admin.kind"), details: t(`verifications.about.${kind}`) },
          {
            term: t(isPending ? "verifications.admin.teacherProves" : "verifications.admin.proves"),
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
            details: formatFullName(decider),
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
    </DetailPage>
  );
}

function Files({ review: { verification } }: { review: ReviewedVerification }) {
  const { t, url } = usePage();
  if (verification.files.length === 0) return <p className="muted">{t("verifications.admin.noFiles")}</p>;
  return (
    <>
      <ul className="list-plain stack">
        {verification.files.map((file, n) => (
          <li key={file}>
            <LinkButton
              href={url(paths.adminVerificationFile(verification.id, n + 1))}
              variant="secondary"
              target="_blank"
              rel="noopener"
            >
              {t("verifications.admin.file", {
                n: n + 1,
                type: t(`verifications.admin.types.${file.endsWith(".pdf") ? "pdf" : "webp"}`),
              })}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="small muted">{t("verifications.admin.filesHelp")}</p>
    </>
  );
}
