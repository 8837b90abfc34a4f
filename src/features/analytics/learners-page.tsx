import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";

/** Shown to users who do not teach: explains that there are no numbers yet, and how to start. */
export function LearnersPage() {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("analytics.heading")}</h1>
      </header>
      <EmptyState
        title={t("analytics.learners.title")}
        action={
          <div className="row">
            <LinkButton href={url(paths.settings())}>{t("analytics.learners.settings")}</LinkButton>
            <LinkButton href={url(paths.listings())} variant="secondary">
              {t("general.nav.find")}
            </LinkButton>
          </div>
        }
      >
        {t("analytics.learners.text")}
      </EmptyState>
    </div>
  );
}
