import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { REPLY_LENGTH, REVIEW_REPORT_LENGTH } from "@/shared/schemas/review";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { ReviewBody } from "../public/published-review";
import { ReviewBreadcrumbs } from "../public/report-page";
import type { ReviewWithTeacher } from "../queries";
import { getReplyEditEnd } from "./reply-to-review";

export type AnswerView = {
  /** The public reply to a review, or the objection to the dismissal of a report about it. */
  kind: "reply" | "objection";
  review: ReviewWithTeacher;
  /** The admin's explanation of the dismissal. */
  decisionText: string;
  text: string;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** The form of a teacher's reply or objection, with the review. */
export function AnswerPage({ view }: { view: AnswerView }) {
  const { t, url, locale } = usePage();
  const { kind, review, decisionText, errors, message } = view;
  const isReply = kind === "reply";
  const label = t(`reviews.teacher.${kind}.text`);
  const replyEnd = getReplyEditEnd(review);
  return (
    <div className="container container--narrow page">
      <ReviewBreadcrumbs isTeacher current={t(`reviews.teacher.${kind}.title`)} />
      <header className="page-head">
        <h1>{t(`reviews.teacher.${kind}.title`)}</h1>
        <p className="page-head__lead">{t(`reviews.teacher.${kind}.lead`)}</p>
      </header>
      <div className="stack">
        <div className="panel">
          <ReviewBody
            review={isReply ? { ...review, replyCreatedTs: null } : review}
            teacher={review.teacherName}
          />
        </div>
        {decisionText ? (
          <div>
            <h2>{t("reviews.teacher.objection.decision")}</h2>
            <p className="pre-line">{decisionText}</p>
          </div>
        ) : null}
        <form
          method="post"
          action={url(isReply ? paths.reviewReply(review.id) : paths.reviewObjection(review.id))}
          className="form"
          noValidate
        >
          <ErrorSummary errors={errors} message={message} labels={{ text: label }} />
          <TextArea
            name="text"
            label={label}
            help={isReply ? t("reviews.teacher.reply.help") : undefined}
            value={view.text}
            error={errors.text}
            minLength={isReply ? REPLY_LENGTH.min : undefined}
            maxLength={isReply ? REPLY_LENGTH.max : REVIEW_REPORT_LENGTH}
            rows={5}
          />
          {isReply && replyEnd !== null ? (
            <p className="small muted">
              {t("reviews.teacher.reply.editUntil", { date: formatDate(replyEnd, locale) })}
            </p>
          ) : null}
          <div className="form__actions">
            <SubmitButton>{t(`reviews.teacher.${kind}.send`)}</SubmitButton>
          </div>
        </form>
      </div>
    </div>
  );
}
