import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import { REVIEW_REPORT_LENGTH } from "@/shared/schemas/review";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton, TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { RatingStars } from "@/ui/rating";
import { Time } from "@/ui/time";
import { WithdrawButton } from "@/ui/withdraw-button";
import type { OwnReview } from "./find-review-context";

export type OwnReviewView = {
  review: OwnReview;
  teacherName: string;
  enquiryId: string;
  /** A guest's token. */
  token: string | null;
  /** Until when the author can edit the review (ms); null if no longer. */
  editableUntilTs: number | null;
  /** The form for an objection; null if none is possible. */
  objection: { text: string; errors: FormErrors; message: string | null } | null;
};

/** The author's review with its state, the reason of a decision, and what the author can do. */
export function OwnReviewSection({ view }: { view: OwnReviewView }) {
  const { t, url, locale } = usePage();
  const { review, enquiryId, token, editableUntilTs, objection } = view;
  const guest: Record<string, string> = token === null ? {} : { token };
  const name = review.authorName ?? t(`reviews.display.roles.${review.authorRole}`);
  const level = review.level === null ? [] : [t(`general.levels.${review.level}`)];
  return (
    <section className="stack">
      <h2>{t("reviews.own.heading")}</h2>
      <p>
        <StateBadge kind="ownReview" state={review.state} />
      </p>
      <Explanation review={review} />
      <div className="panel stack stack--tight">
        <p>
          <RatingStars value={review.rating} />
        </p>
        <p className="pre-line" lang={review.locale}>
          {review.text}
        </p>
        <p className="small muted">
          {[
            name,
            t(`general.subjects.${review.subject}`),
            ...level,
            t(`reviews.display.lessons.${review.lessons}`),
          ].join(" · ")}
        </p>
        <p className="small muted">
          {t("reviews.own.written")} <Time ts={review.createdTs} />
          {review.editedTs === null ? null : (
            <>
              , {t("reviews.own.edited")} <Time ts={review.editedTs} />
            </>
          )}
        </p>
        {review.replyCreatedTs === null ? null : (
          <>
            <h3>{t("reviews.display.reply", { teacher: view.teacherName })}</h3>
            <p className="pre-line">{review.replyText}</p>
          </>
        )}
      </div>
      {editableUntilTs === null ? null : (
        <p className="small muted">
          {t("reviews.own.editUntil", { date: formatDateTime(editableUntilTs, locale) })}
        </p>
      )}
      <div className="row">
        {editableUntilTs === null ? null : (
          <LinkButton
            href={url(paths.enquiryReview(enquiryId, { ...guest, edit: "1" }))}
            variant="secondary"
            size="small"
          >
            {t("reviews.own.edit")}
          </LinkButton>
        )}
        <WithdrawButton
          action={url(paths.enquiryReviewAction(enquiryId, "withdraw"))}
          fields={guest}
          texts="reviews.own"
        />
      </div>
      {objection ? (
        <ObjectionForm
          action={url(paths.enquiryReviewAction(enquiryId, "object"))}
          token={token}
          {...objection}
        />
      ) : null}
    </section>
  );
}

/** What the state means, why the review was held or refused, and what became of an objection. */
function Explanation({ review }: { review: OwnReview }) {
  const { t } = usePage();
  const isRefused = review.state === "rejected" || review.state === "removed";
  return (
    <>
      <p>
        {t(`reviews.own.explanations.${review.state}`)}{" "}
        {review.state === "pending" && review.holdRule ? t(`reviews.own.rules.${review.holdRule}`) : null}
      </p>
      {isRefused && review.reason ? (
        <>
          <p>
            {t("reviews.own.reason")} <strong>{t(`reviews.reasons.${review.reason}`)}</strong>
          </p>
          {review.reasonText ? <p className="pre-line">{review.reasonText}</p> : null}
        </>
      ) : null}
      {isRefused && review.objectionTs !== null ? (
        <p>
          {t("reviews.objection.sent")} <Time ts={review.objectionTs} />.{" "}
          {t(review.objectionDecidedTs === null ? "reviews.objection.waiting" : "reviews.objection.answered")}
        </p>
      ) : null}
    </>
  );
}

function ObjectionForm({
  action,
  token,
  text,
  errors,
  message,
}: NonNullable<OwnReviewView["objection"]> & { action: string; token: string | null }) {
  const { t } = usePage();
  const label = t("reviews.objection.text");
  return (
    <form method="post" action={action} className="form" noValidate>
      <h3>{t("reviews.objection.heading")}</h3>
      <p>{t("reviews.objection.lead")}</p>
      <ErrorSummary errors={errors} message={message} labels={{ text: label }} />
      {token === null ? null : <input type="hidden" name="token" value={token} />}
      <TextArea
        name="text"
        label={label}
        value={text}
        error={errors.text}
        maxLength={REVIEW_REPORT_LENGTH}
        rows={4}
      />
      <div className="form__actions">
        <SubmitButton variant="secondary">{t("reviews.objection.send")}</SubmitButton>
      </div>
    </form>
  );
}
