import { VERIFICATION_REASONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { VERIFICATION_TEXT_LENGTH } from "@/shared/schemas/verification";
import { DateField, ErrorSummary, ReasonFields, SubmitButton, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Verification } from "../queries";
import type { VerificationDecisionView } from "./verification-review-page";

type PanelProps = { verification: Verification; decision: VerificationDecisionView };

/** In place of the forms, for the admin's own document. */
export function OwnDocumentPanel() {
  const { t } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("verifications.admin.decision")}</h2>
      <p>{t("general.refusals.own_verification")}</p>
    </section>
  );
}

/** Approve with what was seen, or refuse with a reason. Both forms send the version that the admin sees. */
export function VerificationDecisionPanel({ verification, decision }: PanelProps) {
  const { t } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("verifications.admin.decision")}</h2>
      {decision.message ? (
        <Notice tone="danger" live>
          {decision.message}
        </Notice>
      ) : null}
      {verification.state === "pending" ? (
        <>
          <ApproveForm verification={verification} decision={decision} />
          <hr className="divider" />
          <RejectForm verification={verification} decision={decision} />
        </>
      ) : (
        <p>{t("verifications.admin.already")}</p>
      )}
    </section>
  );
}

function ApproveForm({ verification, decision }: PanelProps) {
  const { t, url } = usePage();
  const isSubmitted = decision.form === "approve";
  const errors = isSubmitted ? decision.errors : {};
  const values = isSubmitted ? decision.values : { proves: verification.proves };
  const isIntegrity = verification.kind === "integrity";
  const labels = {
    proves: t("verifications.admin.proves"),
    issuer: t("verifications.admin.issuer"),
    document_date: t("verifications.admin.documentDate"),
  };
  return (
    <form
      method="post"
      className="form"
      action={url(paths.adminVerificationAction(verification.id, "approve"))}
      noValidate
    >
      <ErrorSummary errors={errors} labels={labels} />
      <p className="small">{t("verifications.admin.approveLead")}</p>
      <input type="hidden" name="version" value={verification.version} />
      {isIntegrity ? null : (
        <TextField
          name="proves"
          label={labels.proves}
          help={t(`verifications.form.provesHelp.${verification.kind}`)}
          value={values.proves}
          error={errors.proves}
          maxLength={VERIFICATION_TEXT_LENGTH}
          autoComplete="off"
        />
      )}
      <TextField
        name="issuer"
        label={labels.issuer}
        help={t("verifications.admin.issuerHelp")}
        value={values.issuer}
        error={errors.issuer}
        maxLength={VERIFICATION_TEXT_LENGTH}
        autoComplete="off"
      />
      <DateField
        name="document_date"
        label={labels.document_date}
        help={isIntegrity ? t("verifications.admin.dateHelp") : undefined}
        value={values.document_date}
        error={errors.document_date}
      />
      <SubmitButton>{t("verifications.admin.approve")}</SubmitButton>
    </form>
  );
}

function RejectForm({ verification, decision }: PanelProps) {
  const { t, url } = usePage();
  const { values, errors } = decision.form === "reject" ? decision : { values: {}, errors: {} };
  return (
    <form
      method="post"
      className="form"
      action={url(paths.adminVerificationAction(verification.id, "reject"))}
      noValidate
    >
      <ReasonFields
        form="reject"
        reasons={VERIFICATION_REASONS.map((value) => ({ value, label: t(`verifications.reasons.${value}`) }))}
        typed={{ reason: values.reason ?? "", text: values.text ?? "", errors }}
        help={t("verifications.admin.textHelp")}
      />
      <input type="hidden" name="version" value={verification.version} />
      <SubmitButton variant="secondary">{t("verifications.admin.reject")}</SubmitButton>
    </form>
  );
}
