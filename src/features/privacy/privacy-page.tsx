import type { ConsentSettings } from "@/shared/consent";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { ConsentForm } from "./consent-form";
import type { StoredCounts } from "./queries";
import { StoredData } from "./stored-data";

export type PrivacyPageProps = {
  counts: StoredCounts;
  consent: ConsentSettings | null;
  /** Whether the site uses Google's tag. */
  usesAnalytics: boolean;
  /** Whether the consent was just saved. */
  saved: boolean;
};

export function PrivacyPage({ counts, consent, usesAnalytics, saved }: PrivacyPageProps) {
  const { t, url, siteName } = usePage();
  return (
    <SitePage narrow heading={t("privacy.title")} lead={t("privacy.lead", { site: siteName })}>
      <div className="stack stack--loose">
        {saved ? (
          <Notice tone="success" live>
            <p>{t("privacy.consent.saved")}</p>
          </Notice>
        ) : null}
        <section aria-labelledby="stored">
          <h2 id="stored">{t("privacy.stored.heading")}</h2>
          <StoredData counts={counts} />
        </section>
        <section aria-labelledby="export" className="stack">
          <h2 id="export">{t("privacy.export.heading")}</h2>
          <p>{t("privacy.export.text")}</p>
          <LinkButton href={url(paths.exportOwn())} variant="secondary">
            {t("privacy.export.submit")}
          </LinkButton>
        </section>
        <section aria-labelledby="consent" className="stack">
          <h2 id="consent">{t("privacy.consent.heading")}</h2>
          <p>{t("privacy.consent.lead")}</p>
          <ConsentForm
            settings={consent}
            usesAnalytics={usesAnalytics}
            next={paths.ownPrivacy({ done: "consent" })}
          />
        </section>
        <section aria-labelledby="erase" className="stack">
          <h2 id="erase">{t("privacy.erase.title")}</h2>
          <p>{t("privacy.erase.text")}</p>
          <LinkButton href={url(paths.eraseAccount())} variant="danger">
            {t("privacy.erase.open")}
          </LinkButton>
        </section>
      </div>
    </SitePage>
  );
}
