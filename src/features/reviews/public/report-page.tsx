import { REVIEW_REASONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { REVIEW_REPORT_LENGTH } from "@/shared/schemas/review";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { type FormErrors, PostForm, RadioGroup, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { TextWithHelplines } from "@/ui/text-with-helplines";
import type { ReviewWithTeacher } from "../queries";
import { ReviewBody } from "./published-review";

export type ReviewReportView = {
  review: ReviewWithTeacher;
  /** Whether the visitor is the teacher. */
  isTeacher: boolean;
  typed: { reason: string; text: string };
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** The form to report a review, for the teacher and for all others; works without an account. */
export function ReviewReportPage({ view }: { view: ReviewReportView }) {
  const { t } = usePage();
  const { review, isTeacher, typed, errors, message } = view;
  const labels = { reason: t("reviews.report.reason"), text: t("reviews.report.text") };
  return (
    <SitePage
      narrow
      breadcrumbs={<ReviewBreadcrumbs isTeacher={isTeacher} current={t("reviews.report.title")} />}
      heading={t("reviews.report.title")}
      lead={t("reviews.report.lead")}
    >
      <div className="stack">
        <div className="panel">
          <ReviewBody review={review} teacher={review.teacherName} />
        </div>
        <PostForm
          action={paths.reviewReport(review.id)}
          errors={errors}
          message={message}
          labels={labels}
          submit={t("reviews.report.send")}
        >
          <RadioGroup
            name="reason"
            label={labels.reason}
            options={REVIEW_REASONS.map((value) => ({
              value,
              label: t(`reviews.reasons.${value}`),
              hint: t(`reviews.report.hints.${value}`),
            }))}
            value={typed.reason}
            error={errors.reason}
          />
          <TextArea
            name="text"
            label={labels.text}
            help={t("reviews.report.textHelp")}
            value={typed.text}
            maxLength={REVIEW_REPORT_LENGTH}
            error={errors.text}
            required={false}
          />
          <p className="small muted">
            <TextWithHelplines>{t("reviews.report.privacy")}</TextWithHelplines>
          </p>
        </PostForm>
      </div>
    </SitePage>
  );
}

/** The way back from a page about one review: the teacher's own reviews, or the list of listings. */
export function ReviewBreadcrumbs({ isTeacher, current }: { isTeacher: boolean; current: string }) {
  const { t, url } = usePage();
  const parent = isTeacher
    ? { label: t("reviews.teacher.heading"), href: url(paths.ownReviews()) }
    : { label: t("search.crumbs.list"), href: url(paths.listings()) };
  return <Breadcrumbs crumbs={[parent]} current={current} />;
}

/** Shown after the report was sent. The review may be gone when the page is reloaded. */
export function ReviewReportedPage({ isSignedIn }: { isSignedIn: boolean }) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <div className="stack">
        <h1>{t("reviews.report.done.title")}</h1>
        <Notice tone="success" live>
          <p>{t(`reviews.report.done.${isSignedIn ? "account" : "visitor"}`)}</p>
        </Notice>
        <div className="row">
          <LinkButton href={url(paths.listings())}>{t("general.nav.find")}</LinkButton>
          <LinkButton href={url(paths.reviews())} variant="secondary">
            {t("reviews.display.how")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
