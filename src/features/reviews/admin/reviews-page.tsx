import { paths } from "@/shared/paths";
import { REVIEW_LISTS, type ReviewList } from "@/shared/schemas/review";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { RatingStars } from "@/ui/rating";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import type { ListedReviews } from "./list-reviews-for-admin";
import { ReviewStateBadge } from "./review-state-badge";

export type ReviewsView = {
  list: ReviewList;
  page: ListedReviews;
  isFirstPage: boolean;
  /** The decision that was just made; a key of `reviews.admin.done`. */
  done: string | null;
};

/** The reviews of a queue or state, for admins. */
export function AdminReviewsPage({ view: { list, page, isFirstPage, done } }: { view: ReviewsView }) {
  const { t } = usePage();
  const filter = list === "pending" ? {} : { state: list };
  return (
    <AdminQueuePage
      name="reviews"
      lead={t(`reviews.admin.leads.${list}`)}
      done={done && t(`reviews.admin.done.${done}`)}
      previous={isFirstPage ? null : paths.adminReviews(filter)}
      next={page.next && paths.adminReviews({ ...filter, after: page.next })}
      tabs={<ListTabs current={list} />}
    >
      {page.reviews.map((review) => (
        <Entry key={review.id} review={review} />
      ))}
    </AdminQueuePage>
  );
}

function ListTabs({ current }: { current: ReviewList }) {
  const { t, url, adminMenu } = usePage();
  return (
    <nav className="row" aria-label={t("reviews.admin.show")}>
      {REVIEW_LISTS.map((list) => (
        <LinkButton
          key={list}
          href={url(paths.adminReviews({ state: list === "pending" ? null : list }))}
          variant={list === current ? "secondary" : "quiet"}
          size="small"
          aria-current={list === current ? "page" : undefined}
        >
          {t(`reviews.admin.tabs.${list}`)}{" "}
          <span className="follow-up-queues__n">{adminMenu?.counts[`reviews:${list}`]}</span>
        </LinkButton>
      ))}
    </nav>
  );
}

function Entry({ review }: { review: ListedReviews["reviews"][number] }) {
  const { t, url, locale } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminReview(review.id))}>
            {t("reviews.admin.about", { teacher: review.teacherName })}
          </a>
        </p>
        <p className="pre-line" lang={review.locale === locale ? undefined : review.locale}>
          {review.text}
        </p>
        <p className="entry__meta">
          <RatingStars value={review.rating} /> · {t(`general.subjects.${review.subject}`)}
          {review.reasons.map((reason) => ` · ${t(`reviews.reasons.${reason}`)}`)}
        </p>
      </div>
      <div className="entry__side">
        <ReviewStateBadge state={review.state} />
        {review.isSetAside ? <SetAsideBadge /> : null}
        <span className="small muted">
          <Time ts={review.ts} clock />
        </span>
      </div>
    </li>
  );
}
