import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { formatDate } from "@/shared/format";
import { paths } from "@/shared/paths";
import { ActionButton, Button, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { canEditListing, getOwnerActions } from "../listing-state";

/**
 * The owner's actions on a listing, as links and one-button forms. Deletion needs a confirmation, and so does a pause
 * that costs paid days.
 */
export function ListingActions({
  listing,
  isTrusted,
  now,
  needsFix = listing.state === "rejected",
}: {
  listing: {
    id: string;
    state: ListingState;
    /** ms */
    expiresTs: number | null;
    /** The end of the last running or future promotion (ms). */
    promotedUntilTs: number | null;
  };
  /** Whether the owner's submission is published without moderation. */
  isTrusted: boolean;
  /** ms */
  now: number;
  /** Whether an admin requested a correction. */
  needsFix?: boolean;
}) {
  const { t, url } = usePage();
  const { id, state, promotedUntilTs } = listing;
  const actions = getOwnerActions(state, listing.expiresTs, now);
  return (
    <div className="row">
      {canEditListing(state) ? (
        <LinkButton
          href={url(paths.editListing(id))}
          variant={needsFix ? "primary" : "secondary"}
          size="small"
        >
          {t(`listings.actions.${needsFix ? "fix" : "edit"}`)}
        </LinkButton>
      ) : null}
      {state === "published" ? (
        <>
          <LinkButton href={url(paths.promoteListing(id))} variant="secondary" size="small">
            {t("listings.actions.promote")}
          </LinkButton>
          <LinkButton href={url(paths.shareListing(id))} variant="secondary" size="small">
            {t("listings.actions.share")}
          </LinkButton>
        </>
      ) : null}
      {actions
        .filter((action) => action !== "delete" && (action !== "renew" || expiresSoon(listing, now)))
        .map((action) =>
          action === "pause" && promotedUntilTs ? (
            <ConfirmedAction key={action} action={action} id={id} promotedUntilTs={promotedUntilTs} />
          ) : (
            <ActionButton
              key={action}
              action={url(paths.listingAction(id, action))}
              variant={action === "submit" || state === "expired" ? "primary" : "secondary"}
              size="small"
            >
              {t(
                action === "submit"
                  ? `listings.form.submit.${isTrusted ? "publish" : "review"}`
                  : `listings.actions.${action}`,
              )}
            </ActionButton>
          ),
        )}
      {actions.includes("delete") ? (
        <ConfirmedAction action="delete" id={id} promotedUntilTs={promotedUntilTs} />
      ) : null}
    </div>
  );
}

/** A renewal is possible at any time, but offered only in the last 30 days. */
export const expiresSoon = ({ expiresTs }: { expiresTs: number | null }, now: number): boolean =>
  expiresTs !== null && expiresTs - now < 30 * DAY_MS;

/** A native `details`, so that the action needs two clicks, also without JavaScript. */
function ConfirmedAction({
  action,
  id,
  promotedUntilTs,
}: {
  action: "pause" | "delete";
  id: string;
  promotedUntilTs: number | null;
}) {
  const { t, url, locale } = usePage();
  const variant = action === "delete" ? "danger" : "secondary";
  return (
    <details className="confirm" name="confirm-action">
      <summary className={`button button--${variant} button--small`}>
        <span className="confirm__open">{t(`listings.actions.${action}`)}</span>
        <span className="confirm__close">{t("general.common.cancel")}</span>
      </summary>
      <form method="post" action={url(paths.listingAction(id, action))} className="confirm__form panel">
        {action === "delete" ? <p>{t("listings.actions.deleteConfirm")}</p> : null}
        {promotedUntilTs ? (
          <>
            <p>{t(`listings.actions.promotion.${action}`, { date: formatDate(promotedUntilTs, locale) })}</p>
            <p>
              {t("listings.actions.promotion.withdraw")}{" "}
              <a href={url(paths.ownOrders())}>{t("listings.actions.promotion.orders")}</a>
            </p>
          </>
        ) : null}
        <Button type="submit" variant={variant} size="small">
          {t(`listings.actions.${action}Now`)}
        </Button>
      </form>
    </details>
  );
}
