import { ModerationNotice } from "@/features/listings";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { ActionButton, LinkButton } from "@/ui/button";
import { fieldId, moderationReasonOptions, ReasonFields, type ReasonValues, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingReview } from "./find-listing-review";

/** The decision form after a failed submission: the form, its values and the error. */
export type DecisionView = ReasonValues & {
  form: "approve" | "reject" | "suspend" | "reinstate" | null;
  /** The error text. */
  errorMessage: string | null;
};

export const EMPTY_DECISION: DecisionView = {
  form: null,
  reason: "",
  text: "",
  errors: {},
  errorMessage: null,
};

/**
 * Approve, or reject with a reason. Both forms name the version that the reviewer sees and the cursor in the queue,
 * from where it continues. `next` is the next listing to review.
 */
export function DecisionPanel({
  review,
  decision,
  next,
}: {
  review: ListingReview;
  decision: DecisionView;
  next: string | null;
}) {
  const { t, url } = usePage();
  const { listing, revision, waiting } = review;
  const { id, version } = listing;
  const submittedTs = revision?.submittedTs ?? listing.submittedTs ?? 0;
  const hiddenFields = { version, queue_cursor: formatTimeCursor({ ts: submittedTs, id }) };
  const isReviewForm = decision.form === "approve" || decision.form === "reject";
  return (
    <section className="panel stack">
      <h2>{t("admin.review.decision")}</h2>
      {isReviewForm && decision.errorMessage ? (
        <Notice tone="danger" live>
          {decision.errorMessage}
        </Notice>
      ) : null}
      {waiting ? (
        <>
          <ActionButton
            action={url(paths.adminListingAction(id, "approve"))}
            fields={hiddenFields}
            wide
            {...accessKeyProps(ACCESS_KEYS.approve)}
          >
            {t(waiting === "revision" ? "admin.review.approveRevision" : "admin.review.approve")}
          </ActionButton>
          <hr className="divider" />
          <form
            method="post"
            className="form"
            action={url(paths.adminListingAction(id, "reject"))}
            noValidate
          >
            <ReasonFields
              form="reject"
              reasons={moderationReasonOptions(t)}
              typed={decision.form === "reject" ? decision : EMPTY_DECISION}
              help={t("admin.review.textHelp")}
            />
            {Object.entries(hiddenFields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton variant="secondary">{t("admin.review.reject")}</SubmitButton>
          </form>
        </>
      ) : (
        <>
          <p>{t("admin.review.decided")}</p>
          {listing.state === "rejected" ? <ModerationNotice listing={listing} /> : null}
          {revision?.stateReason ? <ModerationNotice listing={revision} /> : null}
        </>
      )}
      <ReviewShortcuts next={next} waits={waiting !== null} />
    </section>
  );
}

/** Access keys of the review page. */
const ACCESS_KEYS = { approve: "a", reject: "r", next: "n" } as const;

/**
 * An access key. The browser requires a modifier key, so typing a letter decides nothing (WCAG 2.1.4). It works
 * without a script.
 */
const accessKeyProps = (key: string): { accessKey: string } => ({ accessKey: key });

/** A link to the next listing, and a list of the keys. */
function ReviewShortcuts({ next, waits }: { next: string | null; waits: boolean }) {
  const { t, url } = usePage();
  if (!waits && !next) return null;
  return (
    <>
      {next ? (
        <LinkButton
          href={url(paths.adminListing(next))}
          variant="quiet"
          wide
          {...accessKeyProps(ACCESS_KEYS.next)}
        >
          {t("admin.review.next")}
        </LinkButton>
      ) : null}
      <p className="small muted review-keys">
        {waits ? (
          <>
            <kbd>A</kbd> {t("admin.review.keys.approve")} ·{" "}
            {/* On a link, because screen reader users may follow it. */}
            <a href={`#${fieldId("reject-reason")}`} {...accessKeyProps(ACCESS_KEYS.reject)}>
              <kbd>R</kbd> {t("admin.review.keys.reject")}
            </a>
            {next ? " · " : null}
          </>
        ) : null}
        {next ? (
          <>
            <kbd>N</kbd> {t("admin.review.keys.next")}
          </>
        ) : null}
        <br />
        {t("admin.review.keys.how")}
      </p>
    </>
  );
}
