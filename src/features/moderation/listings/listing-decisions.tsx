import { ModerationNotice } from "@/features/listings";
import { type ListingState, SUSPENDABLE_STATES } from "@/shared/codes";
import { moderationReasonOptions, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { useDecision } from "../frame/decision-context";
import { APPROVE_KEY, DecisionButton, DecisionForm, Explanation } from "../frame/decision-form";
import type { ModeratedListing } from "./find-moderated-listing";

/** Form value: insert the text blocks of the ticked reasons instead of rejecting. */
export const FILL_INTENT = "fill";

export function ApproveListing({ item: { waiting } }: { item: ModeratedListing }) {
  const { t } = usePage();
  return (
    <DecisionButton name="approve" accessKey={APPROVE_KEY}>
      {t(`moderation.listings.${waiting?.part === "revision" ? "approveRevision" : "approve"}`)}
    </DecisionButton>
  );
}

/** The form of a rejection; of a decided listing the reasons. */
export function ListingDecisions({ item: { listing, revision, waiting } }: { item: ModeratedListing }) {
  const { t } = usePage();
  if (!waiting) {
    return (
      <>
        {listing.state === "rejected" ? <ModerationNotice listing={listing} /> : null}
        {revision?.stateReasons ? <ModerationNotice listing={revision} /> : null}
      </>
    );
  }
  const language = t(`general.languages.${listing.owner.locale}`);
  return (
    <DecisionForm name="reject" submit={t("moderation.listings.reject")}>
      <Explanation
        name="reject"
        reasons={{
          options: moderationReasonOptions(t),
          help: t("moderation.listings.reasonsHelp", { language }),
        }}
        several
        help={t("moderation.listings.textHelp")}
      />
      <SubmitButton variant="quiet" name="intent" value={FILL_INTENT} formNoValidate>
        {t("moderation.listings.fill")}
      </SubmitButton>
    </DecisionForm>
  );
}

const SUSPENDABLE: readonly ListingState[] = [...SUSPENDABLE_STATES, "expired"];
export const isSuspendable = (state: ListingState): boolean => SUSPENDABLE.includes(state);

/** Suspends or restores a listing. Collapsed, because it is rarely used. */
export function SuspensionPanel({ item: { listing } }: { item: ModeratedListing }) {
  const { t } = usePage();
  const { isSubmitted } = useDecision("suspend");
  if (listing.state === "suspended") {
    return (
      <section className="panel stack">
        <h2>{t("moderation.suspension.suspended")}</h2>
        <ModerationNotice listing={listing} suspended />
        <p className="muted small">{t("moderation.suspension.reinstateHelp")}</p>
        <div>
          <DecisionButton name="reinstate" variant="secondary">
            {t("moderation.suspension.reinstate")}
          </DecisionButton>
        </div>
      </section>
    );
  }
  if (!isSuspendable(listing.state)) return null;
  return (
    <section className="panel stack">
      <h2>{t("moderation.suspension.heading")}</h2>
      <details className="stack" open={isSubmitted}>
        <summary>{t("moderation.suspension.open")}</summary>
        <DecisionForm name="suspend" submit={t("moderation.suspension.suspend")} variant="danger">
          <Explanation
            name="suspend"
            reasons={{ options: moderationReasonOptions(t), help: t("moderation.suspension.reasonHelp") }}
            help={t("moderation.suspension.textHelp")}
          />
        </DecisionForm>
      </details>
    </section>
  );
}
