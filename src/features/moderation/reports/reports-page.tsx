import { paths } from "@/shared/paths";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import { DecisionNotice } from "../review/decision-notice";
import type { Decision } from "../review/find-decision";
import type { ReportedListings } from "./queries";

/** Reported listings. `decision` was just made; `first` is false after the first page. */
export function ReportsPage({
  reported,
  decision,
  first,
}: {
  reported: ReportedListings;
  decision: Decision | null;
  first: boolean;
}) {
  const { t } = usePage();
  return (
    <AdminQueuePage
      name="reports"
      lead={t("admin.queue.lead")}
      done={null}
      notice={decision ? <DecisionNotice decision={decision} /> : null}
      previous={first ? null : paths.adminReports()}
      next={reported.next && paths.adminReports({ after: reported.next })}
    >
      {reported.listings.map((listing) => (
        <Entry key={listing.id} listing={listing} />
      ))}
    </AdminQueuePage>
  );
}

function Entry({ listing }: { listing: ReportedListings["listings"][number] }) {
  const { t, url } = usePage();
  const reasons = listing.reasons.map((reason) => t(`moderation.reports.reasons.${reason}`));
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
        {listing.isSetAside ? <SetAsideBadge /> : null}
        <span className="small muted">
          {t("admin.mail.since")} <Time ts={listing.oldest} clock />
        </span>
      </div>
    </li>
  );
}
