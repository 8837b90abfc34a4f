import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { Badge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import { DecisionNotice } from "./decision-notice";
import type { Decision } from "./find-decision";
import type { PendingListings } from "./list-pending-listings";

/** Listings to review. `decision` was just made; `first` is false after the first page. */
export function PendingPage({
  pending,
  decision,
  first,
}: {
  pending: PendingListings;
  decision: Decision | null;
  first: boolean;
}) {
  const { t, url } = usePage();
  return (
    <AdminQueuePage
      name="queue"
      lead={t("admin.queue.lead")}
      done={null}
      notice={decision ? <DecisionNotice decision={decision} /> : null}
      previous={first ? null : paths.adminListings()}
      next={pending.next && paths.adminListings({ after: pending.next })}
    >
      {pending.listings.map((listing) => (
        <li key={listing.id} className="entry">
          <div className="entry__main">
            <p className="entry__title">
              <a href={url(paths.adminListing(listing.id))}>{listing.title}</a>
            </p>
            <p className="entry__meta">
              {[
                listing.teacherName,
                t(`general.subjects.${listing.subject}`),
                listing.county ? countyName(listing.county) : null,
                listing.online ? t("general.card.online") : null,
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </div>
          <div className="entry__side">
            {listing.reviewed === "revision" ? <Badge>{t("admin.queue.revision")}</Badge> : null}
            {listing.isSetAside ? <SetAsideBadge /> : null}
            <span className="small muted">
              {t("admin.queue.sent")} <Time ts={listing.submittedTs} clock />
            </span>
          </div>
        </li>
      ))}
    </AdminQueuePage>
  );
}
