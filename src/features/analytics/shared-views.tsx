import { SHARE_SOURCES } from "@/shared/codes";
import { getEventCount } from "@/shared/event-counts";
import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { CountDifference } from "./difference";
import type { AnalyticsReport } from "./report";

/** The views by each shared address, and where the owner of a published listing finds these. */
export function SharedViews({ total, selected }: Pick<AnalyticsReport, "total" | "selected">) {
  const { t, url } = usePage();
  return (
    <section className="section">
      <div className="section__head">
        <h2>{t("analytics.shared.title")}</h2>
        {selected?.state === "published" ? (
          <a href={url(paths.shareListing(selected.id))}>{t("analytics.shared.open")}</a>
        ) : (
          <a href={url(paths.ownListings())}>{t("analytics.shared.own")}</a>
        )}
      </div>
      <p className="small muted">{t("analytics.shared.text")}</p>
      <dl className="numbers numbers--small">
        {SHARE_SOURCES.map((source) => {
          const current = getEventCount(total.current, `view_${source}`);
          return (
            <div key={source} className="numbers__item">
              <dt>{t(`analytics.shared.${source}`)}</dt>
              <dd>
                <strong>{t.number(current)}</strong>
                <CountDifference
                  short
                  current={current}
                  previous={getEventCount(total.previous, `view_${source}`)}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
