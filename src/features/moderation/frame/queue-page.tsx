import type { ReactNode } from "react";
import { AdminQueuePage } from "@/ui/admin-queue-page";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SetAsideBadge } from "@/ui/set-aside-badge";
import { Time } from "@/ui/time";
import { type DecisionFlash, DecisionNotice } from "./decision-notice";
import { formatListText } from "./format-list-text";
import type { ListedItem, ModerationKind } from "./kind";
import { KIND_PATHS } from "./kind-paths";
import type { ListedItems } from "./list-items";

export type QueueView<Row> = {
  list: string;
  page: ListedItems<Row>;
  isFirstPage: boolean;
  flash: DecisionFlash | null;
  /** Why a decision was refused. */
  message: string | null;
};

/** A list of a kind, for admins. */
export function QueuePage<Row>({
  kind,
  view: { list, page, isFirstPage, flash, message },
}: {
  kind: ModerationKind<Row>;
  view: QueueView<Row>;
}) {
  const { t, url } = usePage();
  const { name, lists, Entry } = kind;
  const paths = KIND_PATHS[name];
  const texts = `moderation.kinds.${name}`;
  const names = Object.keys(lists);
  const filter = list === names[0] ? {} : { state: list };
  // Apart from the rows that the tab counts.
  const setAside = page.rows.filter(({ isSetAside }) => isSetAside);
  const renderEntry = (row: ListedItem & Row) => <Entry key={row.id} row={row} />;
  return (
    <AdminQueuePage
      heading={t(`${texts}.heading`)}
      lead={formatListText(t, name, "lead", list)}
      empty={formatListText(t, name, "empty", list)}
      emptyText={t(`${texts}.emptyText`)}
      notice={
        message ? (
          <Notice tone="warning" live>
            {message}
          </Notice>
        ) : flash ? (
          <Enhanced name="decision-keys" immediate>
            <DecisionNotice flash={flash} />
          </Enhanced>
        ) : null
      }
      tabs={
        names.length > 1 ? (
          <Tabs kind={kind} current={list} />
        ) : kind.summary ? (
          <p>
            <a href={url(kind.summary.path)}>{t(kind.summary.label)}</a>
          </p>
        ) : null
      }
      further={
        setAside.length > 0 ? (
          <section className="stack">
            <h2>{t("follow-up.views.snoozed")}</h2>
            <ul className="entry-list">{setAside.map(renderEntry)}</ul>
          </section>
        ) : null
      }
      previous={isFirstPage ? null : paths.queue(filter)}
      next={page.next && paths.queue({ ...filter, after: page.next })}
    >
      {page.rows.filter(({ isSetAside }) => !isSetAside).map(renderEntry)}
    </AdminQueuePage>
  );
}

function Tabs({
  kind: { name, lists },
  current,
}: {
  kind: Pick<ModerationKind, "name" | "lists">;
  current: string;
}) {
  const { t, url, adminMenu } = usePage();
  return (
    <nav className="row" aria-label={t("moderation.frame.lists")}>
      {Object.keys(lists).map((list, index) => (
        <LinkButton
          key={list}
          href={url(KIND_PATHS[name].queue({ state: index === 0 ? null : list }))}
          variant={list === current ? "secondary" : "quiet"}
          size="small"
          aria-current={list === current ? "page" : undefined}
        >
          {t(`moderation.kinds.${name}.tabs.${list}`)}{" "}
          <span className="follow-up-queues__n">{adminMenu?.counts[`${name}:${list}`]}</span>
        </LinkButton>
      ))}
    </nav>
  );
}

/** An entry of a list: the link to its page, what tells it apart, and since when it waits. */
export function QueueEntry({
  row: { isSetAside, ts },
  href,
  title,
  meta,
  side,
  since,
  actions,
  children,
}: {
  row: ListedItem;
  /** Path of its page. */
  href?: string;
  title?: string;
  meta: ReactNode;
  /** Badges. */
  side?: ReactNode;
  /** The label of the time. */
  since?: string;
  /** Its decisions, if it has no page. */
  actions?: ReactNode;
  /** The text to decide about. */
  children?: ReactNode;
}) {
  const { url } = usePage();
  return (
    <li className={href ? "entry" : "entry entry--open"}>
      <div className="entry__main">
        {href ? (
          <p className="entry__title">
            <a href={url(href)}>{title}</a>
          </p>
        ) : null}
        {children}
        <p className="entry__meta">{meta}</p>
        {actions}
      </div>
      <div className="entry__side">
        {side}
        {isSetAside ? <SetAsideBadge /> : null}
        <span className="small muted">
          {since ? `${since} ` : null}
          <Time ts={ts} clock />
        </span>
      </div>
    </li>
  );
}
