import { ReturnedNotice } from "@/features/listings";
import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { ListingReview } from "./queries";
import { ReasonFields, type ReasonTyped } from "./reason-fields";

/** What was sent and not done, with what was typed into that form. */
export type DecisionView = ReasonTyped & {
  form: "approve" | "reject" | "suspend" | "reinstate" | null;
  /** Why it was not done, in words. */
  refused: string | null;
};

export const NOTHING_TYPED: DecisionView = { form: null, reason: "", text: "", errors: {}, refused: null };

/** Approve, or return with a reason. Both name the version that the reviewer sees. */
export function Decision({ review, decision }: { review: ListingReview; decision: DecisionView }) {
  const { t, url } = usePage();
  const { listing, words, waiting } = review;
  const { id, version } = listing;
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
          <ActionButton action={url(paths.adminListingAction(id, "approve"))} fields={{ version }} wide>
            {t(waiting === "words" ? "admin.review.approveWords" : "admin.review.approve")}
          </ActionButton>
          <hr className="divider" />
          <form method="post" className="form" action={url(paths.adminListingAction(id, "reject"))}>
            <ReasonFields
              form="reject"
              typed={decision.form === "reject" ? decision : NOTHING_TYPED}
              help={t("admin.review.textHelp")}
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
