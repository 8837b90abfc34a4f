import type { ReportedListings } from "@/features/reports";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";

/** Listings that visitors reported. `done` tells what was just decided; `first` is false behind the first page. */
export function ReportsPage({
  reported,
  done,
  first,
}: {
  reported: ReportedListings;
  done: string | null;
  first: boolean;
}) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("admin.reports.heading")}
      />
      <header className="page-head">
        <h1>{t("admin.reports.heading")}</h1>
        <p className="page-head__lead">{t("admin.queue.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`admin.reports.done.${done}`)}
          </Notice>
        ) : null}
        {reported.listings.length === 0 ? (
          <EmptyState title={t("admin.reports.empty")}>{t("admin.reports.emptyText")}</EmptyState>
        ) : (
          <ul className="entry-list">
            {reported.listings.map((listing) => (
              <Entry key={listing.id} listing={listing} />
            ))}
          </ul>
        )}
        <Pagination
          previous={first ? null : url(paths.adminReports())}
          next={reported.next ? url(paths.adminReports({ after: reported.next })) : null}
        />
      </div>
    </div>
  );
}

function Entry({ listing }: { listing: ReportedListings["listings"][number] }) {
  const { t, url } = usePage();
  const reasons = listing.reasons.map((reason) => t(`reports.reasons.${reason}`));
  return (
    <li className="entry">
      <div className="entry__main">
        <p className="entry__title">
          <a href={url(paths.adminReport(listing.id))}>
            {listing.title || t(`general.subjects.${listing.subject}`)}
          </a>
        </p>
        <p className="entry__meta">
          {[t.count("admin.reports.count", listing.reports), ...reasons].join(" · ")}
        </p>
      </div>
      <div className="entry__side">
        <StateBadge kind="listing" state={listing.state} />
        <span className="small muted">
          {t("admin.mail.since")} <Time ts={listing.oldest} clock />
        </span>
      </div>
    </li>
  );
}
