import { REPORT_REASONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { REPORT_LENGTH } from "@/shared/schemas/moderation";
import { LinkButton } from "@/ui/button";
import { Checkbox, ErrorSummary, type FormErrors, RadioGroup, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

export type ConversationReportPageProps = {
  enquiryId: string;
  /** The teacher. */
  name: string;
  /** The token of a guest's link. */
  token: string | undefined;
  typed: { reason: string; text: string; block: boolean };
  errors: FormErrors;
  message: string | null;
};

/** The form with which a learner reports a conversation, and blocks the teacher. */
export function ConversationReportPage({
  enquiryId,
  name,
  token,
  typed,
  errors,
  message,
}: ConversationReportPageProps) {
  const { t, url } = usePage();
  const labels = { reason: t("moderation.reports.form.reason"), text: t("moderation.reports.form.text") };
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("enquiries.report.title")}</h1>
        <p className="page-head__lead">{t("enquiries.thread.title", { name })}</p>
      </header>
      <form method="post" action={url(paths.reportEnquiry(enquiryId))} className="form" noValidate>
        <ErrorSummary errors={errors} message={message} labels={labels} />
        <Notice tone="warning" title={t("enquiries.report.danger")}>
          <p>
            <a href="tel:112">{t("enquiries.report.call112")}</a>
            <br />
            <a href="tel:119">{t("enquiries.report.call119")}</a>
          </p>
        </Notice>
        {token === undefined ? null : <input type="hidden" name="token" value={token} />}
        <RadioGroup
          name="reason"
          label={labels.reason}
          options={REPORT_REASONS.map((value) => ({
            value,
            label: t(`enquiries.report.reasons.${value}`),
          }))}
          value={typed.reason}
          error={errors.reason}
        />
        <TextArea
          name="text"
          label={labels.text}
          help={t("enquiries.report.textHelp")}
          value={typed.text}
          maxLength={REPORT_LENGTH}
          error={errors.text}
          required={false}
        />
        <Checkbox
          name="block"
          label={t("enquiries.block.do")}
          help={t("enquiries.block.help")}
          checked={typed.block}
        />
        <section>
          <h2>{t("enquiries.report.next")}</h2>
          <p>{t("enquiries.report.nextText")}</p>
        </section>
        <div className="form__actions">
          <SubmitButton>{t("moderation.reports.form.send")}</SubmitButton>
          <LinkButton href={url(paths.enquiry(enquiryId, { token }))} variant="quiet">
            {t("enquiries.report.back")}
          </LinkButton>
        </div>
      </form>
    </div>
  );
}
