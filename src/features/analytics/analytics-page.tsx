import type { Day } from "@/shared/dates";
import { formatDays } from "@/shared/format";
import { paths } from "@/shared/paths";
import { STATISTICS_FIELDS } from "@/shared/schemas/analytics";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import type { FormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { OwnRatingLink } from "@/ui/rating";
import { SitePage } from "@/ui/site-page";
import { DayCharts, DayTable } from "./day-charts";
import { CountDifference } from "./difference";
import { ListingCounts } from "./listing-counts";
import { PeriodPicker } from "./period-picker";
import { type AnalyticsReport, formatListingTitle } from "./report";
import { SharedViews } from "./shared-views";

export type AnalyticsView = AnalyticsReport & {
  today: Day;
  /** The values in the period's form and their errors. With errors, the default period is shown. */
  typed: { from: string; to: string };
  errors: FormErrors;
};

/** The counts of all of a teacher's listings or of one in a period, compared with the period before. */
export function AnalyticsPage({ view }: { view: AnalyticsView }) {
  const { t, url, locale } = usePage();
  const { listings, selected, period, previousPeriod, total, days } = view;
  if (listings.length === 0) return <NoListings />;
  const isEmpty = [...total.current, ...total.previous].every((count) => count === 0);
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{selected ? formatListingTitle(t, selected) : t("analytics.heading")}</h1>
        <p className="page-head__lead">
          {t("analytics.lead", {
            period: formatDays(period.from, period.to, locale),
            before: formatDays(previousPeriod.from, previousPeriod.to, locale),
          })}
        </p>
        <OwnRatingLink rating={view.rating} />
        {selected ? (
          <div className="page-head__actions">
            <LinkButton href={url(paths.analytics(period))} variant="secondary">
              {t("analytics.all")}
            </LinkButton>
          </div>
        ) : null}
      </header>
      <PeriodPicker
        period={period}
        today={view.today}
        typed={view.typed}
        errors={view.errors}
        listing={selected?.id ?? null}
      />
      {isEmpty ? (
        <EmptyState
          title={t("analytics.nothing.title")}
          action={
            <LinkButton href={url(paths.ownListings())} variant="secondary">
              {t("general.nav.myListings")}
            </LinkButton>
          }
        >
          {t("analytics.nothing.text")}
        </EmptyState>
      ) : (
        <>
          <Totals total={total} />
          <section className="section">
            <div className="section__head">
              <h2>{t("analytics.byDay")}</h2>
              <a href={url(paths.analyticsCsv(period))}>{t("analytics.csv.download")}</a>
            </div>
            <DayCharts days={days} total={total} />
            <DayTable days={days} total={total} />
          </section>
          <SharedViews total={total} selected={selected} />
        </>
      )}
      {selected || isEmpty ? null : (
        <section className="section">
          <div className="section__head">
            <h2>{t("analytics.byListing")}</h2>
          </div>
          <ListingCounts listings={listings} period={period} />
        </section>
      )}
      <p className="section small muted">{t("analytics.how")}</p>
    </div>
  );
}

function Totals({ total }: Pick<AnalyticsReport, "total">) {
  const { t } = usePage();
  return (
    <dl className="numbers">
      {STATISTICS_FIELDS.map((name, index) => (
        <div key={name} className={`numbers__item numbers__item--${name}`}>
          <dt>{t(`analytics.counted.${name}`)}</dt>
          <dd>
            <strong>{t.number(total.current[index] ?? 0)}</strong>
            <CountDifference current={total.current[index] ?? 0} previous={total.previous[index] ?? 0} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NoListings() {
  const { t, url } = usePage();
  return (
    <SitePage heading={t("analytics.heading")}>
      <EmptyState
        title={t("analytics.noListings.title")}
        action={<LinkButton href={url(paths.createListing())}>{t("analytics.noListings.create")}</LinkButton>}
      >
        {t("analytics.noListings.text")}
      </EmptyState>
    </SitePage>
  );
}

/** Shown to learners: statistics are for teachers, and how to become one. */
export function LearnersPage() {
  const { t, url } = usePage();
  return (
    <SitePage heading={t("analytics.heading")}>
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
    </SitePage>
  );
}
