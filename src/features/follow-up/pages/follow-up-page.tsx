import { type DecisionFlash, DecisionNotice } from "@/features/moderation";
import { FOLLOW_UP_QUEUES, FOLLOW_UP_VIEWS, type FollowUpQueue } from "@/shared/codes";
import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Enhanced } from "@/ui/enhanced";
import { Select, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { type FollowUpCounts, formatRowCount } from "../queues/count-follow-up";
import type { OwnerOptions } from "../queues/find-follow-up-row";
import type { FollowUpList } from "../queues/list-follow-up";
import { RANK_NAMES } from "../queues/row-source";
import { FailuresNotice } from "./failures-notice";
import { FollowUpItem } from "./follow-up-item";
import { type ListFilters, toFollowUpQuery } from "./list-filters";

export type FollowUpPageProps = {
  filters: ListFilters;
  result: FollowUpList;
  /** Of the open rows of one queue: its first rows that return later. */
  snoozed: FollowUpList;
  counts: FollowUpCounts;
  admins: OwnerOptions;
  /** The signed-in admin. */
  adminId: string;
  /** Whether the admin gets the tasks by mail. */
  hasDigest: boolean;
  /** `YYYY-MM-DD` */
  today: string;
  now: number;
  isFirstPage: boolean;
  /** The action that the admin just took, a key of `follow-up.done`, and what it did to which row; null without one. */
  done: { intent: string; flash: DecisionFlash | null } | null;
};

/** The follow-up list by queue, overdue rows first. */
export function FollowUpPage({ view }: { view: FollowUpPageProps }) {
  const { t, url } = usePage();
  const { filters, result, snoozed, isFirstPage, done } = view;
  const listQuery = toFollowUpQuery(filters);
  return (
    <AdminPage
      heading={t("follow-up.heading")}
      lead={formatDueSummary(view, t)}
      actions={
        <LinkButton href={url(paths.followUpCsv(listQuery))} variant="secondary" size="small">
          {t("follow-up.csv.link")}
        </LinkButton>
      }
    >
      <div className="stack">
        {done?.flash ? (
          <Enhanced name="decision-keys" immediate>
            <DecisionNotice flash={done.flash} />
          </Enhanced>
        ) : done ? (
          <Notice tone="success" live>
            {t(`follow-up.done.${done.intent}`)}
          </Notice>
        ) : null}
        {filters.view === "open" ? <FailuresNotice failures={view.counts.failures} /> : null}
        <Queues view={view} />
        <Filter view={view} />
        {filters.view === "open" ? <OrderHelp /> : null}
        {result.rows.length === 0 ? (
          <EmptyState title={t(`follow-up.empty.${filters.view}`)}>
            {t(`follow-up.emptyText.${filters.view}`)}{" "}
            {filters.view === "open" && snoozed.rows.length === 0 ? (
              <a href={url(paths.followUp({ ...listQuery, view: "snoozed" }))}>
                {t("follow-up.views.snoozed")}
              </a>
            ) : null}
          </EmptyState>
        ) : (
          <ul className="entry-list">
            {result.rows.map((row, index) => (
              <FollowUpItem
                key={row.key}
                row={row}
                filters={filters}
                today={view.today}
                now={view.now}
                // On a phone, the focus would scroll the undo out of view.
                autoFocus={done !== null && !done.flash?.decided?.undo && index === 0}
              />
            ))}
          </ul>
        )}
        {snoozed.rows.length > 0 ? (
          <section className="stack">
            <h2>{t("follow-up.views.snoozed")}</h2>
            <ul className="entry-list">
              {snoozed.rows.map((row) => (
                <FollowUpItem
                  key={row.key}
                  row={row}
                  filters={{ ...filters, view: "snoozed" }}
                  today={view.today}
                  now={view.now}
                  autoFocus={false}
                />
              ))}
            </ul>
            {snoozed.next ? (
              <p>
                <a href={url(paths.followUp({ ...listQuery, view: "snoozed" }))}>
                  {t("follow-up.views.snoozed")}
                </a>
              </p>
            ) : null}
          </section>
        ) : null}
        <ActionButton
          action={url(paths.taskDigest())}
          fields={{ wanted: view.hasDigest ? "0" : "1" }}
          variant="quiet"
          size="small"
        >
          {t(`follow-up.digest.${view.hasDigest ? "stop" : "start"}`)}
        </ActionButton>
        <Pagination
          previous={isFirstPage ? null : url(paths.followUp(listQuery))}
          next={result.next && url(paths.followUp({ ...listQuery, after: result.next }))}
        />
      </div>
    </AdminPage>
  );
}

/** The order of the open rows. */
function OrderHelp() {
  const { t } = usePage();
  return (
    <details className="small">
      <summary>{t("follow-up.order.heading")}</summary>
      <ol className="prose">
        {RANK_NAMES.map((name) => (
          <li key={name}>
            <strong>{t(`follow-up.order.why.${name}`)}</strong>: {t(`follow-up.order.help.${name}`)}
          </li>
        ))}
      </ol>
    </details>
  );
}

function formatDueSummary(
  { counts: { overdue, today } }: FollowUpPageProps,
  t: ReturnType<typeof usePage>["t"],
): string {
  if (overdue === 0 && today === 0) return t("follow-up.lead.none");
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
  const countByQueue: Partial<Record<FollowUpQueue, number>> = counts.queues;
  const visibleQueues = FOLLOW_UP_QUEUES.filter((queue) => countByQueue[queue] || queue === filters.queue);
  return (
    <nav className="follow-up-queues" aria-label={t("follow-up.queuesLabel")}>
      {[null, ...visibleQueues].map((queue) => (
        <LinkButton
          key={queue ?? "all"}
          href={url(paths.followUp(toFollowUpQuery({ ...filters, queue })))}
          variant={queue === filters.queue ? "secondary" : "quiet"}
          size="small"
          aria-current={queue === filters.queue ? "page" : undefined}
        >
          {queue === null ? t("follow-up.all") : t(`follow-up.queues.${queue}`)}{" "}
          {queue === null || countByQueue[queue] === undefined ? null : (
            <span className="follow-up-queues__n">{formatRowCount(t, countByQueue[queue])}</span>
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
      .map((admin) => ({ value: admin.id, label: formatFullName(admin) })),
  ];
  return (
    <form className="filter-bar" method="get" action={url(paths.followUp())}>
      {filters.queue ? <input type="hidden" name="queue" value={filters.queue} /> : null}
      <Select
        name="view"
        label={t("follow-up.view")}
        options={FOLLOW_UP_VIEWS.map((name) => ({ value: name, label: t(`follow-up.views.${name}`) }))}
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
