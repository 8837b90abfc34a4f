import { REPORT_LENGTH } from "@/shared/schemas/moderation";
import { ErrorSummary, type FormErrors, RadioGroup, TextArea } from "@/ui/form";
import type { Option } from "@/ui/form/options";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** Whom to call in danger. */
export function DangerNotice() {
  const { t } = usePage();
  return (
    <Notice tone="warning" title={t("moderation.reports.danger.title")}>
      <p>
        <a href="tel:112">{t("moderation.reports.danger.call112")}</a>
        <br />
        <a href="tel:119">{t("moderation.reports.danger.call119")}</a>
      </p>
    </Notice>
  );
}

/** Whom to call in danger, and the fields of a report about a listing or a conversation. */
export function ReportFields({
  reasons,
  textHelp,
  typed,
  errors,
  message,
}: {
  reasons: readonly Option[];
  textHelp: string;
  typed: { reason: string; text: string };
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
}) {
  const { t } = usePage();
  const labels = { reason: t("moderation.reports.form.reason"), text: t("moderation.reports.form.text") };
  return (
    <>
      <ErrorSummary errors={errors} message={message} labels={labels} />
      <DangerNotice />
      <RadioGroup
        name="reason"
        label={labels.reason}
        options={reasons}
        value={typed.reason}
        error={errors.reason}
      />
      <TextArea
        name="text"
        label={labels.text}
        help={textHelp}
        value={typed.text}
        maxLength={REPORT_LENGTH}
        error={errors.text}
        required={false}
      />
    </>
  );
}
