import { ALERT_FREQUENCIES } from "@/shared/codes";
import { paths, withQuery } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Button } from "@/ui/button";
import { Select } from "@/ui/form/select";
import { EmailField } from "@/ui/form/text-field";
import { usePage } from "@/ui/page-context";
import { toFilterQuery } from "./active-filters";

/** The id of the heading, to which a list without results links. */
export const ALERT_OFFER_ID = "alert-offer";

/**
 * The form that creates an alert for the filters of the list: one button for accounts, with an address for others. It is
 * prominent if the list has no results.
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
        <input type="hidden" name="filters" value={withQuery("", toFilterQuery(filters)).slice(1)} />
        {isSignedIn ? (
          <input type="hidden" name="frequency" value={ALERT_FREQUENCIES[0]} />
        ) : (
          <div className="side-by-side">
            <EmailField name="email" id="alert-email" label={t("general.fields.email")} />
            <Select
              name="frequency"
              id="alert-frequency"
              label={t("alerts.offer.frequency")}
              options={ALERT_FREQUENCIES.map((code) => ({ value: code, label: t(`alerts.offer.${code}`) }))}
            />
          </div>
        )}
        <div className="form__actions">
          <Button type="submit" variant={isProminent ? "primary" : "secondary"}>
            {t("alerts.offer.submit")}
          </Button>
        </div>
        {isSignedIn ? null : (
          <p className="small muted">
            {t("alerts.offer.privacy")} <a href={url(paths.privacy())}>{t("alerts.offer.privacyLink")}</a>
          </p>
        )}
      </form>
    </section>
  );
}
