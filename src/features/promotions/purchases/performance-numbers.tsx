import { CountDifference } from "@/features/analytics";
import { getEventCount } from "@/shared/event-counts";
import { formatDays, formatLei } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import type { PromotionPerformance } from "./promotion-performance";

const COMPARED = ["view", "enquiry"] as const;

/**
 * Performance of a promotion: promoted impressions, views and messages with their changes, and the cost per message.
 */
export function PerformanceNumbers({
  performance: { counts, countsBefore, costPerEnquiry },
  small,
}: {
  performance: PromotionPerformance;
  /** In a list: differences without labels. */
  small?: boolean;
}) {
  const { t, locale } = usePage();
  return (
    <dl className={small ? "numbers numbers--small numbers--four" : "numbers numbers--four"}>
      <div className="numbers__item numbers__item--promoted_impressions">
        <dt>{t("promotions.purchases.performance.promoted")}</dt>
        <dd>
          <strong>{t.number(getEventCount(counts, "promoted_impression"))}</strong>
        </dd>
      </div>
      {COMPARED.map((kind) => (
        <div key={kind} className="numbers__item">
          <dt>{t(`promotions.purchases.performance.${kind}`)}</dt>
          <dd>
            <strong>{t.number(getEventCount(counts, kind))}</strong>
            <CountDifference
              {...(small ? { short: true } : {})}
              current={getEventCount(counts, kind)}
              previous={getEventCount(countsBefore, kind)}
            />
          </dd>
        </div>
      ))}
      <div className="numbers__item">
        <dt>{t("promotions.purchases.performance.cost")}</dt>
        <dd>
          {costPerEnquiry === null ? (
            <strong>
              <span aria-hidden="true">—</span>
              <span className="visually-hidden">{t("promotions.purchases.performance.none")}</span>
            </strong>
          ) : (
            <strong>{formatLei(costPerEnquiry, locale)}</strong>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** The counted period, and the period before it. */
export function PerformancePeriod({ performance }: { performance: PromotionPerformance }) {
  const { t, locale } = usePage();
  const days = ({ from, to }: PromotionPerformance["period"]) => formatDays(from, to, locale);
  return (
    <p className="small muted">
      {t("promotions.purchases.performance.days", {
        period: days(performance.period),
        before: days(performance.before),
      })}
      {performance.promotedBefore ? ` ${t("promotions.purchases.performance.promotedBefore")}` : null}
    </p>
  );
}
