import type { ReactNode } from "react";
import { REVIEW_REASONS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { ActionButton, LinkButton } from "@/ui/button";
import { ReasonFields, type ReasonValues, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ReviewDetails } from "./find-review-details";

/** The decisions that need an explanation. */
type ExplainedDecision = "reject" | "remove" | "dismiss" | "decline-objection";

/** The decision form after a failed submission: the form, its values and the error. */
export type ReviewDecisionView = ReasonValues & {
  form: "publish" | ExplainedDecision | null;
  /** The error text. */
  errorMessage: string | null;
};

export const EMPTY_REVIEW_DECISION: ReviewDecisionView = {
  form: null,
  reason: "",
  text: "",
  errors: {},
  errorMessage: null,
};

type PanelProps = {
  review: ReviewDetails;
  decision: ReviewDecisionView;
  /** Id of the next review in the queue. */
  next: string | null;
};

/** The decisions that the review's state allows. */
export function ReviewDecisionPanel({ review, decision, next }: PanelProps) {
  const { t, url } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("reviews.admin.decision")}</h2>
      {decision.errorMessage ? (
        <Notice tone="danger" live>
          {decision.errorMessage}
        </Notice>
      ) : null}
      <DecisionForms review={review} decision={decision} />
      {next ? (
        <LinkButton href={url(paths.adminReview(next))} variant="quiet" wide>
          {t("reviews.admin.next")}
        </LinkButton>
      ) : null}
    </section>
  );
}

function DecisionForms({ review, decision }: Omit<PanelProps, "next">) {
  const { t } = usePage();
  const form = { review, decision };
  const { state, openReports, teacherObjection } = review;
  if (state === "pending") {
    return (
      <>
        <PublishButton review={review}>{t("reviews.admin.publish")}</PublishButton>
        <hr className="divider" />
        <DecisionForm {...form} name="reject" withReason variant="secondary" />
      </>
    );
  }
  if (state !== "published") {
    if (!review.hasOpenObjection) return <p>{t("reviews.admin.decided")}</p>;
    return (
      <>
        <PublishButton review={review}>{t("reviews.admin.acceptObjection")}</PublishButton>
        <hr className="divider" />
        <DecisionForm {...form} name="decline-objection" variant="secondary" />
      </>
    );
  }
  const removal = <DecisionForm {...form} name="remove" withReason variant="danger" />;
  if (!teacherObjection && openReports.length === 0) {
    return (
      <>
        <p>{t("reviews.admin.decided")}</p>
        <details className="stack" open={decision.form === "remove"}>
          <summary>{t("reviews.admin.removeOpen")}</summary>
          {removal}
        </details>
      </>
    );
  }
  return (
    <>
      {teacherObjection ? (
        <DecisionForm {...form} name="decline-objection" variant="secondary">
          <input type="hidden" name="report_id" value={teacherObjection.id} />
        </DecisionForm>
      ) : (
        <DecisionForm {...form} name="dismiss" variant="secondary">
          {openReports.map(({ id }) => (
            <input key={id} type="hidden" name="report_id" value={id} />
          ))}
        </DecisionForm>
      )}
      <hr className="divider" />
      {removal}
    </>
  );
}

/** The version that the admin sees, and the position in the queue, from where it continues. */
const listHiddenFields = ({ id, version, waiting }: ReviewDetails): Record<string, string | number> => ({
  version,
  ...(waiting ? { queue: waiting.queue, queue_cursor: formatTimeCursor({ ts: waiting.ts, id }) } : {}),
});

function PublishButton({ review, children }: { review: ReviewDetails; children: ReactNode }) {
  const { url } = usePage();
  return (
    <ActionButton
      action={url(paths.adminReviewAction(review.id, "publish"))}
      fields={listHiddenFields(review)}
      wide
    >
      {children}
    </ActionButton>
  );
}

type DecisionFormProps = Omit<PanelProps, "next"> & {
  name: ExplainedDecision;
  withReason?: boolean;
  variant: "secondary" | "danger";
  /** Further hidden fields. */
  children?: ReactNode;
};

/** An explanation, with a reason for decisions against the review. */
function DecisionForm({ review, decision, name, withReason = false, variant, children }: DecisionFormProps) {
  const { t, url } = usePage();
  // The teacher is told of the rejection of a review that was public before.
  const readers = name === "reject" && review.publishedTs !== null ? "remove" : name;
  const reasons = REVIEW_REASONS.map((value) => ({ value, label: t(`reviews.reasons.${value}`) }));
  return (
    <form method="post" className="form" action={url(paths.adminReviewAction(review.id, name))} noValidate>
      <h3>{t(`reviews.admin.headings.${name}`)}</h3>
      <ReasonFields
        form={name}
        reasons={withReason ? reasons : null}
        typed={decision.form === name ? decision : EMPTY_REVIEW_DECISION}
        {...(withReason ? { reasonHelp: t(`reviews.admin.reasonHelp.${readers}`) } : {})}
        help={t(`reviews.admin.help.${readers}`)}
      />
      {Object.entries(listHiddenFields(review)).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
      <SubmitButton variant={variant}>{t(`reviews.admin.submit.${name}`)}</SubmitButton>
    </form>
  );
}
