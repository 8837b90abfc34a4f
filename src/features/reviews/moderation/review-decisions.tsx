import type { ReactNode } from "react";
import { APPROVE_KEY, DecisionButton, DecisionForm, Explanation, useDecision } from "@/features/moderation";
import { REVIEW_REASONS } from "@/shared/codes";
import { usePage } from "@/ui/page-context";
import type { ReviewDetails } from "./find-review-details";

/** The decisions that the review's state allows. */
export function ReviewDecisions({ item: review }: { item: ReviewDetails }) {
  const { t } = usePage();
  const { isSubmitted: isRemovalSubmitted } = useDecision("remove");
  const { state, openReports, teacherObjection, hasOpenObjection } = review;
  if (state === "pending") {
    return (
      <>
        <DecisionButton name="publish" accessKey={APPROVE_KEY}>
          {t("reviews.admin.publish")}
        </DecisionButton>
        <hr className="divider" />
        <ExplainedDecision review={review} name="reject" withReason />
      </>
    );
  }
  if (state !== "published") {
    if (!hasOpenObjection) return null;
    return (
      <>
        <DecisionButton name="publish">{t("reviews.admin.acceptObjection")}</DecisionButton>
        <hr className="divider" />
        <ExplainedDecision review={review} name="decline-objection" />
      </>
    );
  }
  const removal = <ExplainedDecision review={review} name="remove" withReason variant="danger" />;
  if (!teacherObjection && openReports.length === 0) {
    return (
      <details className="stack" open={isRemovalSubmitted}>
        <summary>{t("reviews.admin.removeOpen")}</summary>
        {removal}
      </details>
    );
  }
  const answered = teacherObjection ? [teacherObjection] : openReports;
  return (
    <>
      <ExplainedDecision review={review} name={teacherObjection ? "decline-objection" : "dismiss"}>
        {answered.map(({ id }) => (
          <input key={id} type="hidden" name="report_id" value={id} />
        ))}
      </ExplainedDecision>
      <hr className="divider" />
      {removal}
    </>
  );
}

/** An explanation, with a reason for decisions against the review. */
function ExplainedDecision({
  review,
  name,
  withReason = false,
  variant = "secondary",
  children,
}: {
  review: ReviewDetails;
  name: "reject" | "remove" | "dismiss" | "decline-objection";
  withReason?: boolean;
  variant?: "secondary" | "danger";
  /** Further hidden fields. */
  children?: ReactNode;
}) {
  const { t } = usePage();
  // The teacher is told of the rejection of a review that was public before.
  const readers = name === "reject" && review.publishedTs !== null ? "remove" : name;
  const options = REVIEW_REASONS.map((value) => ({ value, label: t(`reviews.reasons.${value}`) }));
  return (
    <DecisionForm name={name} submit={t(`reviews.admin.submit.${name}`)} variant={variant}>
      <h3>{t(`reviews.admin.headings.${name}`)}</h3>
      <Explanation
        name={name}
        reasons={withReason ? { options, help: t(`reviews.admin.reasonHelp.${readers}`) } : null}
        label={t(`reviews.admin.labels.${name}`)}
        help={t(`reviews.admin.help.${readers}`)}
      />
      {children}
    </DecisionForm>
  );
}
