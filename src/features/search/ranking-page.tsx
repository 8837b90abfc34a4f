import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";

/** Explains how listings are ranked. Consumer law requires it of marketplaces. */
export function RankingPage() {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("search.ranking.title")}</h1>
        <p className="page-head__lead">{t("search.ranking.lead")}</p>
      </header>
      <div className="prose">
        <h2>{t("search.ranking.orderTitle")}</h2>
        <p>{t("search.ranking.newest")}</p>
        <p>{t("search.ranking.relevance")}</p>
        <p>{t("search.ranking.rating")}</p>
        <p>{t("search.ranking.price")}</p>
        <p>{t("search.ranking.distance")}</p>
        <p>{t("search.ranking.filters")}</p>
        <p>{t("search.ranking.same")}</p>
        <h2 id="replies">{t("search.ranking.repliesTitle")}</h2>
        <p>{t("search.ranking.replies")}</p>
        <h2>{t("search.ranking.promotedTitle")}</h2>
        <p>{t("search.ranking.promotedWhat")}</p>
        <p>{t("search.ranking.promotedDraw")}</p>
        <p>{t("search.ranking.promotedMany")}</p>
        <p>{t("search.ranking.promotedLimits")}</p>
        <p>{t("search.ranking.promotedCap")}</p>
      </div>
      <p className="section">
        <LinkButton href={url(paths.listings())}>{t("search.ranking.back")}</LinkButton>
      </p>
    </div>
  );
}
