import { ALERT_FREQUENCIES } from "@/shared/codes";
import { paths, withQuery } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Button } from "@/ui/button";
import { Select } from "@/ui/form/select";
import { EmailField } from "@/ui/form/text-field";
import { usePage } from "@/ui/page-context";
import { toFilterQuery } from "./active-filters";

/** The form that creates an alert for the filters of the list: one button for accounts, with an address for others. */
export function AlertOffer({ filters, isSignedIn }: { filters: SearchFilters; isSignedIn: boolean }) {
  const { t, url } = usePage();
  return (
    <section className="panel section" aria-labelledby="alert-offer">
      <form method="post" action={url(paths.alerts())} className="stack">
        <h2 id="alert-offer">{t("alerts.offer.heading")}</h2>
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
          <Button type="submit" variant="secondary">
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
