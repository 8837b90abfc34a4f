import { REVIEW_LESSONS, type ReviewAuthorRole } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { NO_LESSONS, REVIEW_LENGTH } from "@/shared/schemas/review";
import { type FormErrors, levelOptions, PostForm, RadioGroup, Select, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { RatingInput } from "./rating-input";

/** The typed values of the form, "" for what was not chosen. */
export type ReviewValues = { rating: string; text: string; lessons: string; name: string; level: string };

export type ReviewFormView = {
  values: ReviewValues;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  /** "Maria P."; null if the author gave no name. */
  displayedName: string | null;
  /** The role that a review without a name shows; null if the level decides it. */
  knownRole: ReviewAuthorRole | null;
  /** A new id: with it, the same form sent twice writes one review. */
  once: string;
  /** The version of the review that the form edits; null for a new review. */
  version: number | null;
};

/** Writes or edits a review. `token` is a guest's. */
export function ReviewForm({
  enquiryId,
  token,
  view: { values, errors, message, displayedName, knownRole, once, version },
}: {
  enquiryId: string;
  token: string | null;
  view: ReviewFormView;
}) {
  const { t, url } = usePage();
  const label = {
    rating: t("reviews.form.rating"),
    text: t("reviews.form.text"),
    lessons: t("reviews.form.lessons"),
    name: t("reviews.form.name"),
    level: t("reviews.form.level"),
  };
  const role = knownRole
    ? { value: "role", label: t(`reviews.display.roles.${knownRole}`) }
    : { value: "role", label: t("reviews.form.parentOrLearner"), hint: t("reviews.form.roleHint") };
  const report = (
    <>
      {t("reviews.form.worried")}{" "}
      <a href={url(paths.reportEnquiry(enquiryId, token === null ? {} : { token }))}>
        {t("enquiries.report.title")}
      </a>
    </>
  );
  return (
    <PostForm
      action={paths.enquiryReview(enquiryId)}
      errors={errors}
      message={message}
      labels={label}
      submit={t(version === null ? "reviews.form.publish" : "reviews.form.save")}
    >
      {values.lessons === NO_LESSONS ? (
        <Notice>
          <p>
            {t("reviews.form.noLessonsText")} {report}
          </p>
        </Notice>
      ) : version === null ? (
        <p>
          {t("reviews.form.needsLesson")} {report}
        </p>
      ) : null}
      <input type="hidden" name="once" value={once} />
      {version === null ? null : <input type="hidden" name="version" value={version} />}
      {token === null ? null : <input type="hidden" name="token" value={token} />}
      <RatingInput name="rating" label={label.rating} value={values.rating} error={errors.rating} />
      <TextArea
        name="text"
        label={label.text}
        help={t("reviews.form.textHelp")}
        value={values.text}
        error={errors.text}
        minLength={REVIEW_LENGTH.min}
        maxLength={REVIEW_LENGTH.max}
        rows={6}
      />
      <RadioGroup
        name="lessons"
        label={label.lessons}
        value={values.lessons}
        error={errors.lessons}
        options={[
          { value: NO_LESSONS, label: t("reviews.form.noLessons") },
          ...REVIEW_LESSONS.map((code) => ({ value: code, label: t(`reviews.display.lessons.${code}`) })),
        ]}
        columns
      />
      <RadioGroup
        name="name"
        label={label.name}
        value={values.name}
        error={errors.name}
        options={displayedName === null ? [role] : [{ value: "initial", label: displayedName }, role]}
      />
      <Select
        name="level"
        label={label.level}
        value={values.level}
        error={errors.level}
        options={levelOptions(t)}
        placeholder={t("reviews.form.noLevel")}
        optional
      />
    </PostForm>
  );
}
