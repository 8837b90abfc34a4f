import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { ActionButton, Button, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { canEditListing, getOwnerActions } from "../listing-state";

/** The owner's actions on a listing, as links and one-button forms. Deletion needs a confirmation. `now` in ms. */
export function ListingActions({
  listing,
  now,
  needsFix = listing.state === "rejected",
}: {
  listing: { id: string; state: ListingState; expiresTs: number | null };
  now: number;
  /** Whether a reviewer requested a correction. */
  needsFix?: boolean;
}) {
  const { t, url } = usePage();
  const { id, state } = listing;
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
      {actions
        .filter((action) => action !== "delete" && (action !== "renew" || expiresSoon(listing, now)))
        .map((action) => (
          <ActionButton
            key={action}
            action={url(paths.listingAction(id, action))}
            variant={action === "submit" || state === "expired" ? "primary" : "secondary"}
            size="small"
          >
            {t(`listings.actions.${action}`)}
          </ActionButton>
        ))}
      {state === "published" ? (
        <LinkButton href={url(paths.promoteListing(id))} size="small">
          {t("listings.actions.promote")}
        </LinkButton>
      ) : null}
      {actions.includes("delete") ? <DeleteAction id={id} /> : null}
    </div>
  );
}

/** A renewal is possible at any time, but offered only in the last 30 days. */
const expiresSoon = ({ expiresTs }: { expiresTs: number | null }, now: number): boolean =>
  expiresTs !== null && expiresTs - now < 30 * DAY_MS;

/** A native `details`, so that a deletion needs two clicks, also without JavaScript. */
function DeleteAction({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <details className="confirm" name="confirm-delete">
      <summary className="button button--danger button--small">{t("listings.actions.delete")}</summary>
      <form method="post" action={url(paths.listingAction(id, "delete"))} className="confirm__form panel">
        <p>{t("listings.actions.deleteConfirm")}</p>
        <Button type="submit" variant="danger" size="small">
          {t("listings.actions.deleteNow")}
        </Button>
      </form>
    </details>
  );
}
