import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { REPLY_LENGTH, REVIEW_REPORT_LENGTH } from "@/shared/schemas/review";
import { type FormErrors, PostForm, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
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
  const { t, locale } = usePage();
  const { kind, review, decisionText, errors, message } = view;
  const isReply = kind === "reply";
  const label = t(`reviews.teacher.${kind}.text`);
  const replyEnd = getReplyEditEnd(review);
  return (
    <SitePage
      narrow
      breadcrumbs={<ReviewBreadcrumbs isTeacher current={t(`reviews.teacher.${kind}.title`)} />}
      heading={t(`reviews.teacher.${kind}.title`)}
      lead={t(`reviews.teacher.${kind}.lead`)}
    >
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
        <PostForm
          action={isReply ? paths.reviewReply(review.id) : paths.reviewObjection(review.id)}
          errors={errors}
          message={message}
          labels={{ text: label }}
          submit={t(`reviews.teacher.${kind}.send`)}
        >
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
        </PostForm>
      </div>
    </SitePage>
  );
}
