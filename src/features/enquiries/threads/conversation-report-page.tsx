import { ReportFields, type TypedReport } from "@/features/moderation";
import { REPORT_REASONS, type Side } from "@/shared/codes";
import { formatLessonTime } from "@/shared/format";
import { LinkButton } from "@/ui/button";
import { Checkbox, type FormErrors, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

export type ConversationReportPageProps = {
  /** The target of the form, a path. */
  action: string;
  /** The page that led here, a path. */
  back: string;
  /** The other side. */
  name: string;
  reportedSide: Side;
  isToParent: boolean;
  /** Whether the report is about the teacher of a learner under 18, who can't write until a decision about a danger. */
  teacherWaits: boolean;
  /** When the next agreed lesson begins (ms); null without one. */
  nextLessonTs: number | null;
  /** Whether a parent, who gets copies of the reader's conversation, is told of a report of a danger. */
  isParentTold: boolean;
  /** The token of a guest's or parent's link. */
  token: string | undefined;
  /** `block`: null for a parent, who cannot block, and for a person who is blocked. */
  typed: TypedReport & { block: boolean | null };
  errors: FormErrors;
  message: string | null;
};

/** The form with which a side reports a conversation and blocks the other one, or a parent reports the teacher. */
export function ConversationReportPage({
  action,
  back,
  name,
  reportedSide,
  isToParent,
  teacherWaits,
  nextLessonTs,
  isParentTold,
  token,
  typed,
  errors,
  message,
}: ConversationReportPageProps) {
  const { t, url, locale } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("enquiries.report.title")}</h1>
        <p className="page-head__lead">{t("enquiries.thread.title", { name })}</p>
      </header>
      <form method="post" action={url(action)} className="form" noValidate>
        {token === undefined ? null : <input type="hidden" name="token" value={token} />}
        <ReportFields
          reasons={REPORT_REASONS.filter(
            (reason) => reportedSide === "teacher" || reason !== "advance_payment",
          ).map((value) => ({
            value,
            label: t(`moderation.reports.reasons.${value}`),
            // These are about teachers.
            ...(reportedSide === "teacher" ? { hint: t(`moderation.reports.hints.${value}`) } : {}),
          }))}
          textHelp={t("enquiries.report.textHelp")}
          typed={typed}
          errors={errors}
          message={message}
        />
        {typed.block === null ? null : (
          <Checkbox
            name="block"
            label={t("enquiries.block.do")}
            help={t("enquiries.block.help")}
            checked={typed.block}
          />
        )}
        <section>
          <h2>{t("enquiries.report.next")}</h2>
          <p>{t("enquiries.report.read")}</p>
          <p>
            {t(`enquiries.report.confirm.${typed.email === undefined ? "stored" : "typed"}`)}{" "}
            {t(`enquiries.report.nextText.${reportedSide}`)}
            {isToParent ? ` ${t("enquiries.report.learnerTold")}` : null}
          </p>
          {teacherWaits ? (
            <p>
              {t("enquiries.report.teacherWaits")}
              {nextLessonTs === null
                ? null
                : ` ${t("appointments.stays", { time: formatLessonTime(nextLessonTs, locale) })}`}
            </p>
          ) : null}
          {isParentTold ? <p>{t("enquiries.report.parentTold")}</p> : null}
        </section>
        <div className="form__actions">
          <SubmitButton>{t("moderation.reports.form.send")}</SubmitButton>
          <LinkButton href={url(back)} variant="quiet">
            {t(`enquiries.report.${isToParent ? "backToParent" : "back"}`)}
          </LinkButton>
        </div>
      </form>
    </div>
  );
}
