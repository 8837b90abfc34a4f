import { ModerationNotice } from "@/features/listings";
import { paths } from "@/shared/paths";
import { formatTimeCursor } from "@/shared/time-cursor";
import { ActionButton, Button, buttonClass, LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { fieldId, moderationReasonOptions, ReasonFields, type ReasonValues, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UndoForm } from "./decision-notice";
import type { ListingReview } from "./find-listing-review";
import { formatEvent } from "./owner-panel";
import type { ReasonBlocks } from "./reason-blocks";

/** The decision form after a failed submission: the form, its values and the error. */
export type DecisionView = ReasonValues & {
  /** The ticked reasons of a rejection. */
  reasons: readonly string[];
  form: "approve" | "reject" | "suspend" | "reinstate" | null;
  /** The error text. */
  errorMessage: string | null;
};

export const EMPTY_DECISION: DecisionView = {
  form: null,
  reason: "",
  reasons: [],
  text: "",
  errors: {},
  errorMessage: null,
};

/** Form value: insert the text blocks of the ticked reasons instead of rejecting. */
export const FILL_INTENT = "fill";

/**
 * Approve, or reject with reasons. Both forms name the version that the reviewer sees and the cursor in the queue,
 * from where it continues. `next` is the next listing to review, `blocks` the text blocks of the reasons in the
 * teacher's language. A script adds them when a reason is ticked, and single keys. Of a decided listing it shows the
 * last decision, with the undo while it is possible.
 */
export function DecisionPanel({
  review,
  decision,
  blocks,
  next,
  canUndo,
}: {
  review: ListingReview;
  decision: DecisionView;
  blocks: ReasonBlocks;
  next: string | null;
  canUndo: boolean;
}) {
  const { t, url } = usePage();
  const { listing, revision, waiting } = review;
  const { id, version } = listing;
  const submittedTs = revision?.submittedTs ?? listing.submittedTs ?? 0;
  const hiddenFields = { version, queue_cursor: formatTimeCursor({ ts: submittedTs, id }) };
  const isReviewForm = decision.form === "approve" || decision.form === "reject";
  const last = review.history.find(({ action }) => DECISION.test(action));
  const language = t(`general.languages.${review.listing.owner.locale}`);
  return (
    <Enhanced name="review-keys" texts={blocks} immediate>
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
                severalReasons={decision.form === "reject" ? decision.reasons : []}
                reasonHelp={t("admin.review.reasonsHelp", { language })}
                help={t("admin.review.textHelp")}
              />
              <SubmitButton variant="quiet" name="intent" value={FILL_INTENT} formNoValidate>
                {t("admin.review.fill")}
              </SubmitButton>
              {Object.entries(hiddenFields).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <SubmitButton variant="secondary">{t("admin.review.reject")}</SubmitButton>
            </form>
          </>
        ) : (
          <>
            <p>{t("admin.review.decided")}</p>
            {last ? (
              <p>
                {`${formatEvent(t, last)}, `}
                <Time ts={last.ts} clock />
              </p>
            ) : null}
            {canUndo ? <UndoForm id={id} /> : null}
            {listing.state === "rejected" ? <ModerationNotice listing={listing} /> : null}
            {revision?.stateReasons ? <ModerationNotice listing={revision} /> : null}
          </>
        )}
        <ReviewShortcuts next={next} waits={waiting !== null} />
      </section>
    </Enhanced>
  );
}

/** Audit events that end a review. */
const DECISION = /approved|rejected|suspended|reinstated/;

/** Access keys of the review page. */
const ACCESS_KEYS = { approve: "a", reject: "r", next: "n" } as const;

/**
 * An access key, which works without a script and requires a modifier key. client/enhance/review-keys adds the same
 * keys without one.
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
      </p>
      <KeysHelp />
    </>
  );
}

const KEYS_HELP_ID = "review-keys-help";

/** How to use the keys; the switch turns single keys off (WCAG 2.1.4). A native popover. */
function KeysHelp() {
  const { t } = usePage();
  return (
    <>
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small`}
        popoverTarget={KEYS_HELP_ID}
        aria-haspopup="dialog"
      >
        {t("admin.review.keys.help")}
      </button>
      <div
        className="panel stack keys-help"
        id={KEYS_HELP_ID}
        popover="auto"
        role="dialog"
        aria-labelledby={`${KEYS_HELP_ID}-title`}
      >
        <h3 id={`${KEYS_HELP_ID}-title`}>{t("admin.review.keys.help")}</h3>
        <DescriptionList
          items={["approve", "reject", "next", "open"].map((name) => ({
            term: <kbd>{KEYS[name]}</kbd>,
            details: t(`admin.review.keys.${name}`),
            key: name,
          }))}
        />
        <label className="choice needs-script">
          <input type="checkbox" data-single-keys="" defaultChecked />
          <span>{t("admin.review.keys.single")}</span>
        </label>
        <p className="small muted">{t("admin.review.keys.how")}</p>
        <Button variant="secondary" size="small" popoverTarget={KEYS_HELP_ID}>
          {t("admin.review.keys.close")}
        </Button>
      </div>
    </>
  );
}

const KEYS: Record<string, string> = { approve: "A", reject: "R", next: "N", open: "?" };
