import { ModerationNotice } from "@/features/listings";
import { type ListingState, SUSPENDABLE_STATES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { moderationReasonOptions, ReasonFields, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type DecisionView, EMPTY_DECISION } from "./decision-panel";
import type { ListingReview } from "./find-listing-review";

const SUSPENDABLE: readonly ListingState[] = [...SUSPENDABLE_STATES, "expired"];
export const isSuspendable = (state: ListingState): boolean => SUSPENDABLE.includes(state);

/** Suspends or restores a listing. Collapsed, because it is rarely used. */
export function SuspensionPanel({ review, decision }: { review: ListingReview; decision: DecisionView }) {
  const { t, url } = usePage();
  const { id, state } = review.listing;
  const isSuspensionForm = decision.form === "suspend" || decision.form === "reinstate";
  const errorNotice =
    isSuspensionForm && decision.errorMessage ? (
      <Notice tone="danger" live>
        {decision.errorMessage}
      </Notice>
    ) : null;
  if (state === "suspended") {
    return (
      <section className="panel stack">
        <h2>{t("admin.suspension.suspended")}</h2>
        {errorNotice}
        <ModerationNotice listing={review.listing} suspended />
        <p className="muted small">{t("admin.suspension.reinstateHelp")}</p>
        <div>
          <ActionButton action={url(paths.adminListingAction(id, "reinstate"))} variant="secondary" wide>
            {t("admin.suspension.reinstate")}
          </ActionButton>
        </div>
      </section>
    );
  }
  if (!isSuspendable(state)) return errorNotice;
  const typed = decision.form === "suspend" ? decision : EMPTY_DECISION;
  return (
    <section className="panel stack">
      <h2>{t("admin.suspension.heading")}</h2>
      {errorNotice}
      <details className="stack" open={decision.form === "suspend"}>
        <summary>{t("admin.suspension.open")}</summary>
        <form method="post" className="form" action={url(paths.adminListingAction(id, "suspend"))} noValidate>
          <ReasonFields
            form="suspend"
            reasons={moderationReasonOptions(t)}
            typed={typed}
            help={t("admin.suspension.textHelp")}
          />
          <SubmitButton variant="danger">{t("admin.suspension.suspend")}</SubmitButton>
        </form>
      </details>
    </section>
  );
}
