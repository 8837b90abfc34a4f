import { ReportFields, type TypedReport } from "@/features/moderation";
import { REPORT_REASONS, type Side } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Checkbox, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type ConversationReportPageProps = {
  enquiryId: string;
  /** The other side. */
  name: string;
  reportedSide: Side;
  /** The token of a guest's link. */
  token: string | undefined;
  typed: TypedReport & { block: boolean };
  errors: FormErrors;
  message: string | null;
};

/** The form with which a side reports a conversation, and blocks the other one. */
export function ConversationReportPage({
  enquiryId,
  name,
  reportedSide,
  token,
  typed,
  errors,
  message,
}: ConversationReportPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("enquiries.report.title")}</h1>
        <p className="page-head__lead">{t("enquiries.thread.title", { name })}</p>
      </header>
      <form method="post" action={url(paths.reportEnquiry(enquiryId))} className="form" noValidate>
        {token === undefined ? null : <input type="hidden" name="token" value={token} />}
        <ReportFields
          reasons={REPORT_REASONS.map((value) => ({
            value,
            label: t(`moderation.reports.reasons.${value}`),
          }))}
          textHelp={t("enquiries.report.textHelp")}
          typed={typed}
          errors={errors}
          message={message}
        />
        <Checkbox
          name="block"
          label={t("enquiries.block.do")}
          help={t("enquiries.block.help")}
          checked={typed.block}
        />
        <section>
          <h2>{t("enquiries.report.next")}</h2>
          <p>{t("enquiries.report.read")}</p>
          <p>{t(`enquiries.report.nextText.${reportedSide}`)}</p>
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
