import { APPROVE_KEY, DecisionForm, Explanation, useDecision } from "@/features/moderation";
import { VERIFICATION_REASONS } from "@/shared/codes";
import { VERIFICATION_TEXT_LENGTH } from "@/shared/schemas/verification";
import { DateField, ErrorSummary, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { VerificationItem } from "./verifications-kind";

/** Approve with what was seen, or refuse with a reason. */
export function VerificationDecisions({ item }: { item: VerificationItem }) {
  const { t } = usePage();
  if (item.isOwn) return <p>{t("general.refusals.own_verification")}</p>;
  if (!item.waiting) return null;
  return (
    <>
      <Approval item={item} />
      <hr className="divider" />
      <DecisionForm name="reject" submit={t("verifications.admin.reject")}>
        <Explanation
          name="reject"
          reasons={{
            options: VERIFICATION_REASONS.map((value) => ({
              value,
              label: t(`verifications.reasons.${value}`),
            })),
            help: t("verifications.admin.reasonHelp"),
          }}
          help={t("verifications.admin.textHelp")}
        />
        <p className="small">{t("verifications.admin.deletesFiles")}</p>
      </DecisionForm>
    </>
  );
}

/** Nothing is prefilled from the teacher's claim: the admin writes what the document says. */
function Approval({ item: { verification } }: { item: VerificationItem }) {
  const { t } = usePage();
  const { values, errors } = useDecision("approve");
  const { proves = [], issuer = [], document_date = [] } = values;
  const isIntegrity = verification.kind === "integrity";
  const labels = {
    proves: t("verifications.admin.proves"),
    issuer: t("verifications.admin.issuer"),
    document_date: t("verifications.admin.documentDate"),
  };
  const text = { maxLength: VERIFICATION_TEXT_LENGTH, autoComplete: "off" };
  return (
    <DecisionForm
      name="approve"
      submit={t("verifications.admin.approve")}
      accessKey={APPROVE_KEY}
      variant="primary"
    >
      <ErrorSummary errors={errors} labels={labels} />
      <p className="small">{t("verifications.admin.approveLead")}</p>
      {isIntegrity ? null : (
        <TextField
          name="proves"
          label={labels.proves}
          help={t(`verifications.form.provesHelp.${verification.kind}`)}
          value={proves[0]}
          error={errors.proves}
          {...text}
        />
      )}
      <TextField
        name="issuer"
        label={labels.issuer}
        help={t("verifications.admin.issuerHelp")}
        value={issuer[0]}
        error={errors.issuer}
        {...text}
      />
      <DateField
        name="document_date"
        label={labels.document_date}
        help={isIntegrity ? t("verifications.admin.dateHelp") : undefined}
        value={document_date[0]}
        error={errors.document_date}
      />
      <p className="small">{t("verifications.admin.deletesFiles")}</p>
    </DecisionForm>
  );
}
