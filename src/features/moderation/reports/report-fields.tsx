import type { ReactNode } from "react";
import { REPORT_LENGTH, REPORTER_NAME_LENGTH } from "@/shared/schemas/moderation";
import {
  Checkbox,
  EmailField,
  ErrorSummary,
  type FormErrors,
  RadioGroup,
  TextArea,
  TextField,
  useFields,
} from "@/ui/form";
import type { Option } from "@/ui/form/options";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** Whom to call in danger. */
export function DangerNotice({ children }: { children?: ReactNode }) {
  const { t } = usePage();
  return (
    <Notice tone="warning" title={t("moderation.reports.danger.title")}>
      <p>
        <a href="tel:112">{t("moderation.reports.danger.call112")}</a>
        <br />
        <a href="tel:119">{t("moderation.reports.danger.call119")}</a>
      </p>
      {children}
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
  const { good_faith, ...texts } = typed;
  const values = { name: "", email: "", ...texts };
  const { field, labels } = useFields("moderation.reports.form", { values, errors });
  const goodFaith = t("moderation.reports.form.goodFaith");
  return (
    <>
      <ErrorSummary errors={errors} message={message} labels={{ ...labels, good_faith: goodFaith }} />
      <DangerNotice />
      <RadioGroup {...field("reason")} options={reasons} />
      <TextArea {...field("text")} help={textHelp} maxLength={REPORT_LENGTH} required={false} />
      {typed.name === undefined ? null : (
        <TextField {...field("name")} autoComplete="name" maxLength={REPORTER_NAME_LENGTH} required={false} />
      )}
      {typed.email === undefined ? null : <EmailField {...field("email")} required={false} />}
      <Checkbox
        name="good_faith"
        label={goodFaith}
        help={t("moderation.reports.form.goodFaithHelp")}
        checked={good_faith}
        error={errors.good_faith}
      />
    </>
  );
}
