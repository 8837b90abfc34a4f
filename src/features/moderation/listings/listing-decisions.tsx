import { ModerationNotice } from "@/features/listings";
import { OBJECTION_OUTCOMES } from "@/shared/codes";
import { moderationReasonOptions, RadioGroup } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { useDecision } from "../frame/decision-context";
import { ApproveButton, DecisionButton, DecisionForm, Explanation } from "../frame/decision-form";
import type { ModeratedListing } from "./find-moderated-listing";
import { canRestrict } from "./restrict-listing";

export function ApproveListing({ item: { waiting } }: { item: ModeratedListing }) {
  const { t } = usePage();
  return (
    <ApproveButton>
      {t(`moderation.listings.${waiting?.part === "revision" ? "approveRevision" : "approve"}`)}
    </ApproveButton>
  );
}

/** The form of a rejection, or of an answer to an objection; of a decided listing the reasons. */
export function ListingDecisions({
  item: { listing, revision, waiting, restriction, isOwn },
}: {
  item: ModeratedListing;
}) {
  const { t } = usePage();
  if (isOwn) return <p>{t("general.refusals.own_listing_decision")}</p>;
  if (waiting?.part === "objection") return <ObjectionDecision restriction={restriction?.id ?? ""} />;
  if (!waiting) {
    return (
      <>
        {listing.state === "rejected" ? <ModerationNotice listing={listing} /> : null}
        {revision?.stateReasons ? <ModerationNotice listing={revision} /> : null}
      </>
    );
  }
  return (
    <DecisionForm name="reject" submit={t("moderation.listings.reject")}>
      <Explanation
        name="reject"
        reasons={{
          options: moderationReasonOptions(t),
          help: t("moderation.listings.reasonsHelp"),
        }}
        several
        help={t("moderation.listings.textHelp")}
      />
    </DecisionForm>
  );
}

/** Names the restriction, so that a form sent twice does not answer another objection. */
function ObjectionDecision({ restriction }: { restriction: string }) {
  const { t } = usePage();
  const { values, errors } = useDecision("objection");
  return (
    <DecisionForm name="objection" submit={t("moderation.objection.answer")} variant="primary">
      <input type="hidden" name="restriction" value={restriction} />
      <RadioGroup
        name="decision"
        label={t("moderation.objection.decision")}
        options={OBJECTION_OUTCOMES.map((value) => ({
          value,
          label: t(`moderation.objection.decisions.${value}`),
          hint: t(`moderation.objection.hints.${value}`),
        }))}
        value={values.decision?.[0] ?? ""}
        error={errors.decision}
      />
      <Explanation name="objection" reasons={null} help={t("moderation.objection.answerHelp")} />
    </DecisionForm>
  );
}

/** Suspends, removes or restores a listing. Collapsed, because it is rarely used. */
export function TakedownPanels({ item: { listing, restriction, isOwn } }: { item: ModeratedListing }) {
  if (isOwn) return null;
  const canRestore =
    listing.state === "suspended" || (listing.removedFrom !== null && restriction?.listing.erasedTs === null);
  return (
    <>
      {canRestore ? <Reinstatement listing={listing} /> : null}
      {canRestrict("suspended", listing.state) ? (
        <Takedown name="suspend" texts="moderation.suspension" />
      ) : null}
      {canRestrict("removed", listing.state) ? <Takedown name="remove" texts="moderation.removal" /> : null}
    </>
  );
}

function Reinstatement({ listing }: Pick<ModeratedListing, "listing">) {
  const { t } = usePage();
  const texts = listing.state === "suspended" ? "moderation.suspension" : "moderation.removal";
  return (
    <section className="panel stack">
      <h2>{t(`${texts}.done`)}</h2>
      {listing.state === "suspended" ? <ModerationNotice listing={listing} suspended /> : null}
      <p className="muted small">{t("moderation.suspension.reinstateHelp")}</p>
      <div>
        <DecisionButton name="reinstate" variant="secondary">
          {t("moderation.suspension.reinstate")}
        </DecisionButton>
      </div>
    </section>
  );
}

/** `texts` is the message key of its texts. */
function Takedown({ name, texts }: { name: "suspend" | "remove"; texts: string }) {
  const { t } = usePage();
  const { isSubmitted } = useDecision(name);
  return (
    <section className="panel stack">
      <h2>{t(`${texts}.heading`)}</h2>
      <details className="stack" open={isSubmitted}>
        <summary>{t(`${texts}.open`)}</summary>
        <p className="small">{t(`${texts}.help`)}</p>
        <DecisionForm name={name} submit={t(`${texts}.submit`)} variant="danger">
          <Explanation
            name={name}
            // They ask for a change, which a removed listing can't have.
            hasBlocks={name === "suspend"}
            reasons={{ options: moderationReasonOptions(t), help: t("moderation.suspension.reasonHelp") }}
            help={t("moderation.suspension.textHelp")}
          />
        </DecisionForm>
      </details>
    </section>
  );
}
