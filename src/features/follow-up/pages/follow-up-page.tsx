import { FOLLOW_UP_QUEUES, FOLLOW_UP_VIEWS } from "@/shared/codes";
import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Select, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { type FollowUpCounts, formatRowCount } from "../queues/count-rows";
import type { Admins } from "../queues/find-row";
import type { FollowUpList } from "../queues/list-follow-up";
import { FollowUpItem } from "./follow-up-item";
import { type ListFilters, toListQuery } from "./list-filters";

export type FollowUpPageProps = {
  filters: ListFilters;
  result: FollowUpList;
  counts: FollowUpCounts;
  admins: Admins;
  /** The signed-in admin. */
  adminId: string;
  /** `YYYY-MM-DD` */
  today: string;
  now: number;
  isFirstPage: boolean;
  /** The action just done and its row; `what` is a key of `follow-up.done`. */
  done: { what: string; key: string | null } | null;
};

/** The admins' work list by queue, overdue rows first. */
export function FollowUpPage({ view }: { view: FollowUpPageProps }) {
  const { t, url } = usePage();
  const { filters, result, isFirstPage, done } = view;
  const here = toListQuery(filters);
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("follow-up.heading")}
      />
      <header className="page-head">
        <h1>{t("follow-up.heading")}</h1>
        <p className="page-head__lead">{formatLead(view, t)}</p>
        <div className="page-head__actions">
          <LinkButton href={url(paths.followUpCsv(here))} variant="secondary" size="small">
            {t("follow-up.csv.link")}
          </LinkButton>
        </div>
      </header>
      <div className="stack">
        {done ? (
          <Notice tone="success" live>
            {t(`follow-up.done.${done.what}`)}{" "}
            {done.key ? <a href={url(paths.followUpRow(done.key))}>{t("follow-up.done.look")}</a> : null}
          </Notice>
        ) : null}
        <Queues view={view} />
        <Filter view={view} />
        {result.rows.length === 0 ? (
          <EmptyState title={t(`follow-up.empty.${filters.view}`)}>
            {t(`follow-up.emptyText.${filters.view}`)}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {result.rows.map((row, place) => (
              <FollowUpItem
                key={row.key}
                row={row}
                filters={filters}
                today={view.today}
                now={view.now}
                focused={done !== null && place === 0}
              />
            ))}
          </ul>
        )}
        <Pagination
          previous={isFirstPage ? null : url(paths.followUp(here))}
          next={result.next && url(paths.followUp({ ...here, after: result.next }))}
        />
      </div>
    </div>
  );
}

function formatLead(
  { counts: { overdue, today } }: FollowUpPageProps,
  t: ReturnType<typeof usePage>["t"],
): string {
  if (overdue === 0 && today === 0) return t("follow-up.lead.calm");
  return [
    overdue > 0 ? t.count("follow-up.lead.overdue", overdue) : "",
    today > 0 ? t.count("follow-up.lead.today", today) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The number of rows in each queue. Empty queues are hidden, except the selected one. */
function Queues({ view: { filters, counts } }: { view: FollowUpPageProps }) {
  const { t, url } = usePage();
  const shown = FOLLOW_UP_QUEUES.filter((queue) => counts.queues[queue] > 0 || queue === filters.queue);
  return (
    <nav className="follow-up-queues" aria-label={t("follow-up.queuesLabel")}>
      {[null, ...shown].map((queue) => (
        <LinkButton
          key={queue ?? "all"}
          href={url(paths.followUp(toListQuery({ ...filters, queue })))}
          variant={queue === filters.queue ? "secondary" : "quiet"}
          size="small"
          aria-current={queue === filters.queue ? "page" : undefined}
        >
          {queue === null ? t("follow-up.all") : t(`follow-up.queues.${queue}`)}{" "}
          {queue === null ? null : (
            <span className="follow-up-queues__n">{formatRowCount(t, counts.queues[queue])}</span>
          )}
        </LinkButton>
      ))}
    </nav>
  );
}

function Filter({ view: { filters, admins, adminId } }: { view: FollowUpPageProps }) {
  const { t, url } = usePage();
  const owners = [
    { value: "me", label: t("follow-up.owners.me") },
    { value: "unassigned", label: t("follow-up.owners.unassigned") },
    ...admins
      .filter(({ id }) => id !== adminId)
      .map((admin) => ({ value: admin.id, label: fullName(admin) })),
  ];
  return (
    <form className="filter-bar" method="get" action={url(paths.followUp())}>
      {filters.queue ? <input type="hidden" name="queue" value={filters.queue} /> : null}
      <Select
        name="view"
        label={t("follow-up.view")}
        options={FOLLOW_UP_VIEWS.map((one) => ({ value: one, label: t(`follow-up.views.${one}`) }))}
        value={filters.view}
      />
      <Select
        name="owner"
        label={t("follow-up.owner")}
        placeholder={t("follow-up.owners.any")}
        options={owners}
        value={filters.owner}
        required={false}
      />
      <SubmitButton>{t("follow-up.show")}</SubmitButton>
    </form>
  );
}
