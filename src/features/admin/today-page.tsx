import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Today } from "./queries";

/** What asks for an admin today. */
export function TodayPage({
  today,
  reported,
}: {
  today: Today;
  /** Listings with reports that nobody decided about yet. */
  reported: number;
}) {
  const { t, url, locale } = usePage();
  const number = (n: number) => new Intl.NumberFormat(locale).format(n);
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("admin.home.heading")}</h1>
      </header>
      <div className="stack stack--loose">
        {today.pending === 0 && reported === 0 ? (
          <EmptyState title={t("admin.home.nothing")}>{t.count("admin.home.pending", 0)}</EmptyState>
        ) : null}
        {today.pending > 0 ? (
          <Notice tone="warning" title={t.count("admin.home.pending", today.pending)}>
            {today.oldest === null ? null : (
              <p>
                {t("admin.home.oldest")} <Time ts={today.oldest} clock />
              </p>
            )}
            <LinkButton href={url(paths.adminListings())}>{t("admin.home.review")}</LinkButton>
          </Notice>
        ) : null}
        {reported > 0 ? (
          <Notice tone="warning" title={t.count("admin.home.reported", reported)}>
            <LinkButton href={url(paths.adminReports())}>{t("admin.home.readReports")}</LinkButton>
          </Notice>
        ) : null}
        <section className="section">
          <div className="section__head">
            <h2>{t("admin.home.numbers")}</h2>
          </div>
          <DescriptionList
            items={[
              {
                term: t("admin.home.published"),
                details: <a href={url(paths.listings())}>{number(today.published)}</a>,
              },
              { term: t("admin.home.promotions"), details: number(today.promotions) },
              {
                term: t("admin.home.mails"),
                details: <a href={url(paths.adminMail())}>{number(today.mails)}</a>,
              },
            ]}
          />
        </section>
        <section className="section">
          <div className="section__head">
            <h2>{t("ledger.payments")}</h2>
            <nav className="row" aria-label={t("ledger.payments")}>
              <a href={url(paths.adminOrders())}>{t("ledger.orders.heading")}</a>
              <a href={url(paths.adminReconciliations())}>{t("ledger.reconciliations.heading")}</a>
              <a href={url(paths.adminPricing())}>{t("pricing.title")}</a>
            </nav>
          </div>
          <DescriptionList
            items={[
              {
                term: t("admin.home.payments"),
                details: <a href={url(paths.adminEvents())}>{number(today.payments)}</a>,
              },
              {
                term: t("ledger.disputes"),
                details: <a href={url(paths.adminOrders({ state: "disputed" }))}>{number(today.disputes)}</a>,
              },
              { term: t("ledger.refundsPending"), details: number(today.refunds) },
            ]}
          />
        </section>
      </div>
    </div>
  );
}
