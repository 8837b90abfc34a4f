import { ReturnedNotice } from "@/features/listings";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import {
  ErrorSummary,
  type FormErrors,
  moderationReasonOptions,
  Select,
  SubmitButton,
  TextArea,
} from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingReview } from "./queries";

export type DecisionView = {
  /** What was typed into the return form. */
  reason: string;
  text: string;
  errors: FormErrors;
  /** Why the last decision was not taken, in words. */
  refused: string | null;
};

/** Approve, or return with a reason. Both name the version that the reviewer sees. */
export function Decision({ review, decision }: { review: ListingReview; decision: DecisionView }) {
  const { t, url } = usePage();
  const { listing, words, waiting } = review;
  const { id, version } = listing;
  return (
    <section className="panel stack">
      <h2>{t("admin.review.decision")}</h2>
      {decision.refused ? (
        <Notice tone="danger" live>
          {decision.refused}
        </Notice>
      ) : null}
      {waiting ? (
        <>
          <ActionButton action={url(paths.adminListingAction(id, "approve"))} fields={{ version }} wide>
            {t(waiting === "words" ? "admin.review.approveWords" : "admin.review.approve")}
          </ActionButton>
          <hr className="divider" />
          <form method="post" className="form" action={url(paths.adminListingAction(id, "reject"))}>
            <ErrorSummary errors={decision.errors} />
            <Select
              name="reason"
              label={t("admin.review.reason")}
              help={t("admin.review.reasonHelp")}
              options={moderationReasonOptions(t)}
              placeholder={t("general.words.choose")}
              value={decision.reason}
              error={decision.errors.reason}
            />
            <TextArea
              name="text"
              label={t("admin.review.text")}
              help={t("admin.review.textHelp")}
              value={decision.text}
              maxLength={1000}
              error={decision.errors.text}
              optional
            />
            <input type="hidden" name="version" value={version} />
            <SubmitButton variant="secondary">{t("admin.review.return")}</SubmitButton>
          </form>
        </>
      ) : (
        <>
          <p>{t("admin.review.decided")}</p>
          {listing.state === "rejected" ? <ReturnedNotice listing={listing} /> : null}
          {words?.stateReason ? <ReturnedNotice listing={words} /> : null}
        </>
      )}
    </section>
  );
}
