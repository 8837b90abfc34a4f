import type { ListingState } from "@/shared/codes";
import { DAY_MS } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { ActionButton, Button, LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { canEditListing, openMoves } from "../lifecycle/moves";

/** What its owner can do with a listing now, as links and one-button forms; deleting asks once more. `now` in ms. */
export function ListingActions({
  listing,
  now,
  toMend = listing.state === "rejected",
}: {
  listing: { id: string; state: ListingState; expiresTs: number | null };
  now: number;
  /** Whether a reviewer requested a correction. */
  toMend?: boolean;
}) {
  const { t, url } = usePage();
  const { id, state } = listing;
  const moves = openMoves(state, listing.expiresTs, now);
  return (
    <div className="row">
      {canEditListing(state) ? (
        <LinkButton href={url(paths.editListing(id))} variant={toMend ? "primary" : "secondary"} size="small">
          {t(`listings.actions.${toMend ? "mend" : "edit"}`)}
        </LinkButton>
      ) : null}
      {moves
        .filter((move) => move !== "delete" && (move !== "renew" || endsSoon(listing, now)))
        .map((move) => (
          <ActionButton
            key={move}
            action={url(paths.listingAction(id, move))}
            variant={move === "submit" || state === "expired" ? "primary" : "secondary"}
            size="small"
          >
            {t(`listings.actions.${move}`)}
          </ActionButton>
        ))}
      {state === "published" ? (
        <LinkButton href={url(paths.promoteListing(id))} size="small">
          {t("listings.actions.promote")}
        </LinkButton>
      ) : null}
      {moves.includes("delete") ? <DeleteAction id={id} /> : null}
    </div>
  );
}

/** A renewal is offered when there is something to gain; it may be asked for at any time. */
const endsSoon = ({ expiresTs }: { expiresTs: number | null }, now: number): boolean =>
  expiresTs !== null && expiresTs - now < 30 * DAY_MS;

/** A native details: nothing is deleted by one press, with script or without. */
function DeleteAction({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <details className="confirm" name="confirm-delete">
      <summary className="button button--quiet button--small">{t("listings.actions.delete")}</summary>
      <form method="post" action={url(paths.listingAction(id, "delete"))} className="confirm__form panel">
        <p>{t("listings.actions.deleteConfirm")}</p>
        <Button type="submit" variant="danger" size="small">
          {t("listings.actions.deleteNow")}
        </Button>
      </form>
    </details>
  );
}
