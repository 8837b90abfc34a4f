import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { RatingSummary } from "@/ui/rating";
import { SitePage } from "@/ui/site-page";
import { Time } from "@/ui/time";
import { ReviewBody } from "../public/published-review";
import type { OwnReport, TeacherReview, TeacherReviewPage } from "./list-own-reviews";
import { getReplyEditEnd } from "./reply-to-review";

export type OwnReviewsView = {
  page: TeacherReviewPage;
  /** The teacher's name. */
  teacher: string;
  /** The action that was just completed; a key of `reviews.teacher.done`. */
  done: string | null;
  /** ms */
  now: number;
};

/** The reviews about the signed-in teacher, with replies, reports and their outcome. */
export function OwnReviewsPage({ view: { page, teacher, done, now } }: { view: OwnReviewsView }) {
  const { t, url } = usePage();
  const { rows, rating, previous, next } = page;
  return (
    <SitePage
      narrow
      heading={t("reviews.teacher.heading")}
      lead={rating.count === 0 ? t("reviews.teacher.lead") : <RatingSummary {...rating} />}
    >
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            {t(`reviews.teacher.done.${done}`)}
          </Notice>
        ) : null}
        {rows.length === 0 ? (
          <EmptyState title={t("reviews.display.none")}>
            <p>{t("reviews.teacher.emptyText")}</p>
          </EmptyState>
        ) : (
          <ul className="list-plain review-list">
            {rows.map((review) => (
              <li key={review.id} className="review-entry">
                <Entry review={review} teacher={teacher} now={now} />
              </li>
            ))}
          </ul>
        )}
        <Pagination
          previous={previous && url(paths.ownReviews({ before: previous }))}
          next={next && url(paths.ownReviews({ after: next }))}
        />
        <p className="small">
          <a href={url(paths.reviews())}>{t("reviews.display.how")}</a>
        </p>
      </div>
    </SitePage>
  );
}

function Entry({ review, teacher, now }: { review: TeacherReview; teacher: string; now: number }) {
  const { t } = usePage();
  const state = review.state === "removed" || review.state === "pending" ? review.state : "published";
  return (
    <>
      <p>
        <StateBadge kind="receivedReview" state={state} />
      </p>
      {state === "pending" ? (
        // Its text may be what an admin will reject.
        <p className="muted">
          <Time ts={review.createdTs} /> · {t("reviews.teacher.pending")}
        </p>
      ) : (
        <ReviewBody review={review} teacher={teacher} />
      )}
      {state === "removed" && review.reason ? (
        <p className="small">
          {t("reviews.teacher.removedFor", { reason: t(`reviews.reasons.${review.reason}`) })}
        </p>
      ) : null}
      {review.report ? <Report review={review} report={review.report} /> : null}
      {state === "published" ? <Actions review={review} now={now} /> : null}
    </>
  );
}

function Report({ review, report }: { review: TeacherReview; report: OwnReport }) {
  const { t, url } = usePage();
  return (
    <div className="small stack">
      <p>
        {t("reviews.teacher.reported", { reason: t(`reviews.reasons.${report.reason}`) })} ·{" "}
        <Time ts={report.createdTs} /> ·{" "}
        <strong>{t(`reviews.teacher.outcomes.${report.outcome ?? "open"}`)}</strong>
      </p>
      {report.decisionText ? <p className="pre-line">{report.decisionText}</p> : null}
      {report.objectionTs === null ? null : (
        <p>
          {t(`reviews.teacher.objection.${report.objectionDecidedTs === null ? "waiting" : "answered"}`)} ·{" "}
          <Time ts={report.objectionTs} />
        </p>
      )}
      {canObjectToDismissal(review, report) ? (
        <p>
          <a href={url(paths.reviewObjection(review.id))}>{t("reviews.teacher.objection.action")}</a>
        </p>
      ) : null}
    </div>
  );
}

/** Whether the teacher can object to the dismissal of the report. */
export const canObjectToDismissal = (
  { state }: Pick<TeacherReview, "state">,
  { outcome, objectionTs }: Pick<OwnReport, "outcome" | "objectionTs">,
): boolean => state === "published" && outcome === "dismissed" && objectionTs === null;

function Actions({ review, now }: { review: TeacherReview; now: number }) {
  const { t, url } = usePage();
  const replyEnd = getReplyEditEnd(review);
  const canReply = replyEnd === null || replyEnd > now;
  const { report, editedTs, decidedTs } = review;
  const hasReported =
    report !== null &&
    (report.outcome === null || report.createdTs >= Math.max(editedTs ?? 0, decidedTs ?? 0));
  if (!canReply && hasReported) return null;
  return (
    <div className="row review-entry__links">
      {canReply ? (
        <LinkButton href={url(paths.reviewReply(review.id))} variant="secondary" size="small">
          {t(`reviews.teacher.reply.${replyEnd === null ? "write" : "edit"}`)}
        </LinkButton>
      ) : null}
      {hasReported ? null : (
        <LinkButton href={url(paths.reviewReport(review.id))} variant="quiet" size="small">
          {t("reviews.display.report")}
        </LinkButton>
      )}
    </div>
  );
}
