import { REVIEW_REASONS } from "@/shared/codes";
import { MIN_REVIEWS_FOR_AVERAGE } from "@/shared/rating";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";

/** Who may write reviews, how they are checked and what is removed. Consumer law requires it of marketplaces. */
export function AboutReviewsPage() {
  const { t, siteName: site } = usePage();
  const section = (name: string, paragraphs: readonly string[]) => (
    <>
      <h2>{t(`reviews.about.${name}.title`)}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>
          {t(`reviews.about.${name}.${paragraph}`, { site, min: MIN_REVIEWS_FOR_AVERAGE })}
        </p>
      ))}
    </>
  );
  return (
    <SitePage narrow heading={t("reviews.about.title")} lead={t("reviews.about.lead")}>
      <div className="prose">
        {section("who", ["contact", "once", "never"])}
        {section("checks", ["conversation", "held"])}
        <ul>
          {["text", "device", "many", "earlier"].map((rule) => (
            <li key={rule}>{t(`reviews.about.rules.${rule}`)}</li>
          ))}
        </ul>
        <p>{t("reviews.about.checks.stars")}</p>
        {section("removed", ["report", "decision"])}
        <ul>
          {REVIEW_REASONS.filter((reason) => reason !== "other").map((reason) => (
            <li key={reason}>{t(`reviews.about.reasons.${reason}`)}</li>
          ))}
        </ul>
        {section("teachers", ["reply", "cannot"])}
        {section("money", ["nobody", "promotion"])}
        {section("numbers", ["average", "all"])}
        {section("law", ["directive"])}
      </div>
    </SitePage>
  );
}
