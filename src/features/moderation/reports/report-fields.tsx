import { REPORT_LENGTH, REPORTER_NAME_LENGTH } from "@/shared/schemas/moderation";
import {
  Checkbox,
  EmailField,
  ErrorSummary,
  type FormErrors,
  RadioGroup,
  TextArea,
  TextField,
} from "@/ui/form";
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

/** A report as it was typed. Without `name` and `email`, the sender is known. */
export type TypedReport = {
  reason: string;
  text: string;
  name?: string;
  email?: string;
  good_faith: boolean;
};

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
  typed: TypedReport;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
}) {
  const { t } = usePage();
  const labels = {
    reason: t("moderation.reports.form.reason"),
    text: t("moderation.reports.form.text"),
    name: t("moderation.reports.form.name"),
    email: t("general.fields.email"),
    good_faith: t("moderation.reports.form.goodFaith"),
  };
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
      {typed.name === undefined ? null : (
        <TextField
          name="name"
          label={labels.name}
          help={t("moderation.reports.form.nameHelp")}
          value={typed.name}
          error={errors.name}
          autoComplete="name"
          maxLength={REPORTER_NAME_LENGTH}
          required={false}
        />
      )}
      {typed.email === undefined ? null : (
        <EmailField
          name="email"
          label={labels.email}
          help={t("moderation.reports.form.emailHelp")}
          value={typed.email}
          error={errors.email}
          required={false}
        />
      )}
      <Checkbox
        name="good_faith"
        label={labels.good_faith}
        help={t("moderation.reports.form.goodFaithHelp")}
        checked={typed.good_faith}
        error={errors.good_faith}
      />
    </>
  );
}
