import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/**
 * Asks what may be used beside what the site needs, where anything is and as long as nothing was said. A form above the
 * page, in its flow: it covers nothing and holds nobody up, and works without script. client/consent spares it the way to
 * the server and back.
 */
export function ConsentBanner() {
  const { t, url, here, asksConsent } = usePage();
  if (!asksConsent) return null;
  return (
    <section className="consent-banner" aria-label={t("general.consent.label")} data-consent>
      <form method="post" action={url(paths.consent())} className="container consent-banner__form">
        <input type="hidden" name="next" value={here} />
        <p className="consent-banner__text">
          {t("general.consent.text")} <a href={url(paths.cookieChoices())}>{t("general.consent.choices")}</a>
        </p>
        <div className="consent-banner__buttons">
          <SubmitButton variant="secondary" name="choice" value="reject">
            {t("general.consent.reject")}
          </SubmitButton>
          <SubmitButton variant="secondary" name="choice" value="accept">
            {t("general.consent.accept")}
          </SubmitButton>
        </div>
      </form>
    </section>
  );
}
