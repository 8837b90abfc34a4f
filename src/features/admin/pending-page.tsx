import { countyName } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge } from "@/ui/badge";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { Pending } from "./queue";

/** The queue of listings to review. `done` tells what was just decided; `first` is false behind the first page. */
export function PendingPage({
  pending,
  done,
  first,
}: {
  pending: Pending;
  done: string | null;
  first: boolean;
}) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("admin.queue.heading")}
      />
      <header className="page-head">
        <h1>{t("admin.queue.heading")}</h1>
        <p className="page-head__lead">{t("admin.queue.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`admin.queue.done.${done}`)}
          </Notice>
        ) : null}
        {pending.listings.length === 0 ? (
          <EmptyState title={t("admin.queue.empty")}>{t("admin.queue.emptyText")}</EmptyState>
        ) : (
          <ul className="entry-list">
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
                  {listing.reviewed === "words" ? <Badge>{t("admin.queue.words")}</Badge> : null}
                  <span className="small muted">
                    {t("admin.queue.sent")} <Time ts={listing.submittedTs} clock />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
        <Pagination
          previous={first ? null : url(paths.adminListings())}
          next={pending.next ? url(paths.adminListings({ after: pending.next })) : null}
        />
      </div>
    </div>
  );
}
