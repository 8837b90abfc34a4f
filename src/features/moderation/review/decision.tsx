import { ReturnedNotice } from "@/features/listings";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { ActionButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingReview } from "./find-review";
import { ReasonFields, type ReasonTyped } from "./reason-fields";
import { KEYS, onKey, ReviewKeys } from "./review-keys";

/** A rejected decision with the values typed into its form. */
export type DecisionView = ReasonTyped & {
  form: "approve" | "reject" | "suspend" | "reinstate" | null;
  /** The error text. */
  refused: string | null;
};

export const NOTHING_TYPED: DecisionView = { form: null, reason: "", text: "", errors: {}, refused: null };

/**
 * Approve, or return with a reason. Both forms name the version that the reviewer sees and the cursor in the queue,
 * from where it continues. `next` is the next listing to review.
 */
export function Decision({
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
  const sent = { version, queue: formatTimeCursor({ ts: submittedTs, id }) };
  const here = decision.form === "approve" || decision.form === "reject";
  return (
    <section className="panel stack">
      <h2>{t("admin.review.decision")}</h2>
      {here && decision.refused ? (
        <Notice tone="danger" live>
          {decision.refused}
        </Notice>
      ) : null}
      {waiting ? (
        <>
          <ActionButton
            action={url(paths.adminListingAction(id, "approve"))}
            fields={sent}
            wide
            {...onKey(KEYS.approve)}
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
              typed={decision.form === "reject" ? decision : NOTHING_TYPED}
              help={t("admin.review.textHelp")}
            />
            {Object.entries(sent).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <SubmitButton variant="secondary">{t("admin.review.return")}</SubmitButton>
          </form>
        </>
      ) : (
        <>
          <p>{t("admin.review.decided")}</p>
          {listing.state === "rejected" ? <ReturnedNotice listing={listing} /> : null}
          {revision?.stateReason ? <ReturnedNotice listing={revision} /> : null}
        </>
      )}
      <ReviewKeys next={next} waits={waiting !== null} />
    </section>
  );
}
