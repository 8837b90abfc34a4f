import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { RatingStars } from "@/ui/rating";
import { Time } from "@/ui/time";
import type { PublishedReview } from "../queries";

type ShownReview = Omit<PublishedReview, "state" | "publishedTs">;

type ReviewBodyProps = {
  review: ShownReview;
  /** The teacher's name, for the reply. */
  teacher: string;
};

/** Reviews as visitors see them, each with a link to report it. */
export function PublishedReviews({
  reviews,
  teacher,
}: {
  reviews: readonly PublishedReview[];
  teacher: string;
}) {
  const { t, url } = usePage();
  return (
    <ul className="list-plain review-list">
      {reviews.map((review) => (
        <li key={review.id} id={`review-${review.id}`} className="review-entry">
          <ReviewBody review={review} teacher={teacher} />
          <p className="small review-entry__links">
            <a className="muted" href={url(paths.reviewReport(review.id))} rel="nofollow">
              <span aria-hidden="true">{t("reviews.display.report")}</span>
              <span className="visually-hidden">
                {t("reviews.display.reportOf", { name: formatAuthor(t, review) })}
              </span>
            </a>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A review with its author, what it is about, and the teacher's reply. */
export function ReviewBody({ review, teacher }: ReviewBodyProps) {
  const { t, locale } = usePage();
  const about = [
    t(`general.subjects.${review.subject}`),
    ...(review.level ? [t(`general.levels.${review.level}`)] : []),
    t(`reviews.display.lessons.${review.lessons}`),
  ];
  return (
    <>
      <p className="review-entry__head">
        <RatingStars value={review.rating} /> <strong>{formatAuthor(t, review)}</strong>
      </p>
      <p className="review-entry__meta">
        {about.join(" · ")} · <Time ts={review.createdTs} />
        {review.editedTs === null ? null : (
          <>
            {" · "}
            {t("reviews.display.edited")} <Time ts={review.editedTs} />
          </>
        )}
      </p>
      <p className="review-entry__text pre-line" lang={review.locale === locale ? undefined : review.locale}>
        {review.text}
      </p>
      <ReviewReply review={review} teacher={teacher} />
    </>
  );
}

const formatAuthor = (
  t: Translator,
  { authorName, authorRole }: Pick<PublishedReview, "authorName" | "authorRole">,
): string => authorName ?? t(`reviews.display.roles.${authorRole}`);

function ReviewReply({ review: { replyText, replyCreatedTs, replyEditedTs }, teacher }: ReviewBodyProps) {
  const { t } = usePage();
  if (replyCreatedTs === null) return null;
  return (
    <div className="review-entry__reply">
      <p className="review-entry__meta">
        <strong>{t("reviews.display.reply", { teacher })}</strong> · <Time ts={replyCreatedTs} />
        {replyEditedTs === null ? null : (
          <>
            {" · "}
            {t("reviews.display.edited")} <Time ts={replyEditedTs} />
          </>
        )}
      </p>
      <p className="review-entry__text pre-line">{replyText}</p>
    </div>
  );
}
