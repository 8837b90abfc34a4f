import { paths } from "@/shared/paths";
import { SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/**
 * Asks for consent to optional cookies, if there are any and the visitor has not chosen yet. A form above the page, in
 * its flow: it covers nothing and works without JavaScript. client/consent saves the choice without a page load.
 */
export function ConsentBanner() {
  const { t, url, currentPath, showsConsentBanner } = usePage();
  if (!showsConsentBanner) return null;
  return (
    <section className="consent-banner" aria-label={t("general.consent.label")} data-consent="">
      <form method="post" action={url(paths.consent())} className="container consent-banner__form">
        <input type="hidden" name="next" value={currentPath} />
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
