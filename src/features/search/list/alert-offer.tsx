import { ALERT_FREQUENCIES } from "@/shared/codes";
import { paths, withQuery } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Button } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { toSavedSearchQuery } from "../filters/list-query";

const ALERT_OFFER_ID = "alert-offer";

/**
 * The form that creates an alert for the filters of the list. It is prominent if the list has no results. For a visitor
 * without an account, the next page asks for the address.
 */
export function AlertOffer({
  filters,
  isSignedIn,
  isProminent,
}: {
  filters: SearchFilters;
  isSignedIn: boolean;
  isProminent: boolean;
}) {
  const { t, url } = usePage();
  return (
    <section
      className={isProminent ? "panel panel--raised section" : "panel section"}
      aria-labelledby={ALERT_OFFER_ID}
    >
      <form method="post" action={url(paths.alerts())} className="stack">
        <h2 id={ALERT_OFFER_ID}>{t("alerts.offer.heading")}</h2>
        <p>{t(`alerts.offer.${isSignedIn ? "account" : "guest"}`)}</p>
        <input type="hidden" name="filters" value={withQuery("", toSavedSearchQuery(filters)).slice(1)} />
        {isSignedIn ? <input type="hidden" name="frequency" value={ALERT_FREQUENCIES[0]} /> : null}
        <div className="form__actions">
          <Button type="submit" variant={isProminent ? "primary" : "secondary"}>
            {t("alerts.offer.submit")}
          </Button>
        </div>
      </form>
    </section>
  );
}
