import { Fragment, type ReactNode } from "react";
import {
  DayBadge,
  FailuresNotice,
  formatRowCount,
  hasFailures,
  isDanger,
  isMoney,
  toTargetTexts,
  toTask,
} from "@/features/follow-up";
import { DecisionKeys } from "@/features/moderation";
import { TASK_QUEUES, type TaskQueue } from "@/shared/codes";
import { toDay } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { Enhanced } from "@/ui/enhanced";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { QueueCounts } from "./count-queues";
import { type DayNumbers, MAX_ADMIN_COUNT } from "./day-numbers";

export type AdminHomeView = QueueCounts & { numbers: DayNumbers };

/** Open tasks of admins and the numbers of the day, without empty queues and zeros, and the net of the month. */
export function AdminHomePage({ view }: { view: AdminHomeView }) {
  const { t, url } = usePage();
  return (
    <Enhanced name="decision-keys" immediate>
      <div className="container container--narrow page">
        <header className="page-head">
          <h1>{t("admin.home.heading")}</h1>
          {hasTasks(view) ? (
            <div className="page-head__actions">
              <LinkButton href={url(paths.nextTask())} accessKey="n">
                {t("follow-up.run.start")}
              </LinkButton>
              <DecisionKeys keys={[{ key: "N", text: t("moderation.frame.keys.next") }]} />
            </div>
          ) : null}
        </header>
        <div className="stack stack--loose">
          <ReportsNotice view={view} />
          <DeadlinesNotice view={view} />
          <FailuresNotice failures={view.followUp.failures} />
          <TwoStepNotice view={view} />
          <PendingListingsSection view={view} />
          <QueuesSection view={view} />
          <TodaySection view={view} />
          <TotalsSection view={view} />
        </div>
      </div>
    </Enhanced>
  );
}

const hasTasks = ({ tasks, followUp }: AdminHomeView): boolean =>
  tasks.pending > 0 || Object.values(followUp.queues).some((n) => n > 0);

/** Reports may be about the safety of persons, so they stand above the other tasks. */
function ReportsNotice({ view: { followUp } }: { view: AdminHomeView }) {
  const { t, url } = usePage();
  const { reports, conversation_reports } = followUp.queues;
  const n = reports + conversation_reports;
  const { urgent } = followUp;
  return n === 0 ? null : (
    <Notice
      tone="danger"
      title={t.count("admin.home.reported", n, { n: formatRowCount(t, reports, conversation_reports) })}
    >
      {urgent > 0 ? (
        <p>
          <strong>{t.count("admin.home.urgent", urgent, { n: formatRowCount(t, urgent) })}</strong>
        </p>
      ) : null}
      <div className="row">
        {conversation_reports > 0 ? (
          <LinkButton href={url(paths.adminConversations())}>{t("admin.home.readConversations")}</LinkButton>
        ) : null}
        {reports > 0 ? (
          <LinkButton
            href={url(paths.adminReports())}
            variant={conversation_reports > 0 ? "secondary" : "primary"}
          >
            {t("admin.home.readReports")}
          </LinkButton>
        ) : null}
      </div>
    </Notice>
  );
}

/** Deadlines in the notice. Those of Stripe and the tax authority follow in any number. */
const MAX_DEADLINES = 10;

/** Danger, then what is late or has to be done by a time or today, in the order of the tasks, also what is snoozed. */
function DeadlinesNotice({ view }: { view: AdminHomeView }) {
  const { t } = usePage();
  const { deadlines, overdue } = view.followUp;
  if (deadlines.length === 0) return null;
  const rows = deadlines
    .toSorted((a, b) => Number(isDanger(b)) - Number(isDanger(a)))
    .filter(({ deadline }, index) => index < MAX_DEADLINES || deadline !== null);
  const groups = [
    { name: "danger", rows: rows.filter(isDanger) },
    { name: "money", rows: rows.filter(isMoney) },
    { name: "others", rows: rows.filter((row) => !isDanger(row) && !isMoney(row)) },
  ].filter((group) => group.rows.length > 0);
  return (
    <Notice tone={overdue > 0 ? "danger" : "warning"} title={t("admin.home.deadlines")}>
      {groups.map((group) => (
        <Fragment key={group.name}>
          <p>{t(`admin.home.deadlineGroups.${group.name}`)}</p>
          <ul className="list-plain stack stack--tight">
            {group.rows.map((row) => (
              <DeadlineEntry key={row.key} row={row} view={view} />
            ))}
          </ul>
        </Fragment>
      ))}
      {rows.length < deadlines.length ? (
        <p>
          <TextLink to={paths.followUp()}>{t("admin.home.moreDeadlines")}</TextLink>
        </p>
      ) : null}
    </Notice>
  );
}

function DeadlineEntry({
  row,
  view: { now, stripeUrl },
}: {
  row: AdminHomeView["followUp"]["deadlines"][number];
  view: AdminHomeView;
}) {
  const { t, url } = usePage();
  const { what, about } = toTargetTexts(t, row);
  // A run begins here: the page has the way to the next task.
  const { toPath, cursor } = toTask({ t, now }, row);
  return (
    <li>
      <DayBadge row={row} view="open" today={toDay(now)} now={now} />{" "}
      <a href={url(toPath({ run: cursor }))}>
        {[about || t(`follow-up.queues.${row.queue}`), what].join(": ")}
      </a>
      {row.texts?.code === "dispute" ? (
        <>
          {" · "}
          <a href={`${stripeUrl}/disputes/${row.id}`}>{t("payments-admin.openAtStripe")}</a>
        </>
      ) : null}
    </li>
  );
}

/** Until the admin has set it up. */
function TwoStepNotice({ view: { tasks } }: { view: AdminHomeView }) {
  const { t, url } = usePage();
  return tasks.lacksTwoStep ? (
    <Notice title={t("admin.home.twoStep")}>
      <LinkButton href={url(paths.settings())} variant="secondary">
        {t("admin.home.setUpTwoStep")}
      </LinkButton>
    </Notice>
  ) : null;
}

function PendingListingsSection({ view }: { view: AdminHomeView }) {
  const { t, url } = usePage();
  const { tasks, followUp, hasSnoozed } = view;
  const { deadlines, failures } = followUp;
  const isClear = !hasTasks(view) && !hasSnoozed && deadlines.length === 0 && !hasFailures(failures);
  return (
    <>
      {isClear ? (
        <EmptyState title={t("admin.home.nothing")}>{t.count("admin.home.pending", 0)}</EmptyState>
      ) : null}
      {tasks.pending > 0 ? (
        <Notice tone="warning" title={t.count("admin.home.pending", tasks.pending)}>
          {tasks.oldest === null ? null : (
            <p>
              {t("admin.home.oldest")} <Time ts={tasks.oldest} clock />
            </p>
          )}
          {followUp.queues.listings_pending === 0 ? null : (
            <p>{t("admin.home.pendingTasks", { n: formatRowCount(t, followUp.queues.listings_pending) })}</p>
          )}
          <LinkButton href={url(paths.adminListings())}>{t("admin.home.review")}</LinkButton>
        </Notice>
      ) : null}
    </>
  );
}

/** Queues whose lines have another name or lead to a page of their own. */
const NAMED_QUEUES: readonly TaskQueue[] = [
  "contact",
  "listing_objections",
  "reviews_pending",
  "review_reports",
  "review_objections",
  "testimonials",
  "requests_pending",
  "verifications_pending",
];

/** The queues in which something waits. */
function QueuesSection({ view: { tasks, followUp, hasSnoozed } }: { view: AdminHomeView }) {
  const { t } = usePage();
  const open = followUp.queues;
  const followUpCounts = Object.values(open);
  const followUpSummary = [
    t("admin.home.open", { n: formatRowCount(t, ...followUpCounts) }),
    followUp.overdue > 0 ? t("admin.home.overdue", { n: t.number(followUp.overdue) }) : null,
  ];
  const queues: { name: string; counts: number[]; path: string | null; text?: string }[] = [
    {
      name: "admin.home.followUp",
      counts: followUpCounts,
      path: paths.followUp(),
      text: followUpSummary.filter(Boolean).join(", "),
    },
    {
      name: "admin.home.contact",
      counts: [open.contact],
      path: paths.followUp({ queue: "contact" }),
    },
    {
      name: "admin.home.listingObjections",
      counts: [open.listing_objections],
      path: paths.adminListings({ state: "objections" }),
    },
    { name: "admin.home.reviewsPending", counts: [open.reviews_pending], path: paths.adminReviews() },
    {
      name: "admin.home.reviewReports",
      counts: [open.review_reports],
      path: paths.adminReviews({ state: "reported" }),
    },
    {
      name: "admin.home.reviewObjections",
      counts: [open.review_objections],
      path: paths.adminReviews({ state: "objections" }),
    },
    { name: "admin.home.testimonials", counts: [open.testimonials], path: paths.adminTestimonials() },
    { name: "admin.home.requests", counts: [open.requests_pending], path: paths.adminRequests() },
    {
      name: "admin.home.verifications",
      counts: [open.verifications_pending],
      path: paths.adminVerifications(),
    },
    // With them, the lines add up to the number of tasks.
    ...TASK_QUEUES.filter((queue) => !NAMED_QUEUES.includes(queue)).map((queue) => ({
      name: `follow-up.queues.${queue}`,
      counts: [open[queue]],
      path: paths.followUp({ queue }),
    })),
    { name: "payments-admin.refundsPending", counts: [tasks.refunds], path: null },
  ];
  const waiting = queues.filter(({ counts }) => counts.some((n) => n > 0));
  return (
    <section>
      <h2>{t("admin.home.queues")}</h2>
      {waiting.length === 0 && !hasSnoozed ? <p className="muted">{t("admin.home.nothingElse")}</p> : null}
      {hasSnoozed ? (
        <p>
          <TextLink to={paths.followUp({ view: "snoozed" })}>{t("follow-up.run.snoozed")}</TextLink>
        </p>
      ) : null}
      <DescriptionList
        numbers
        items={waiting.map(({ name, counts, path, text = formatRowCount(t, ...counts) }) => ({
          term: t(name),
          details: path ? <TextLink to={path}>{text}</TextLink> : text,
        }))}
      />
    </section>
  );
}

function TodaySection({ view: { numbers } }: { view: AdminHomeView }) {
  const { t } = usePage();
  const formatCount = (n: number) =>
    n > MAX_ADMIN_COUNT ? t("admin.home.moreThan", { n: t.number(MAX_ADMIN_COUNT) }) : t.number(n);
  return (
    <NumbersSection
      name="todayNumbers"
      rows={[
        {
          name: "signups",
          value: numbers.signups,
          text: formatCount(numbers.signups),
          path: paths.adminUsers(),
        },
        {
          name: "newListings",
          value: numbers.listings,
          text: formatCount(numbers.listings),
          path: paths.adminListings({ state: "today" }),
        },
        { name: "conversations", value: numbers.conversations, text: formatCount(numbers.conversations) },
        { name: "requestAnswers", value: numbers.requestAnswers, text: formatCount(numbers.requestAnswers) },
        {
          name: "takenToday",
          value: numbers.receivedToday,
          text: <Money bani={numbers.receivedToday} />,
          path: paths.adminOrders({ figure: "taken", from: numbers.today, to: numbers.today }),
        },
      ]}
    />
  );
}

function TotalsSection({ view: { tasks, numbers } }: { view: AdminHomeView }) {
  const { t } = usePage();
  return (
    <NumbersSection
      name="numbers"
      rows={[
        {
          name: "netMonth",
          text: <Money bani={numbers.netThisMonth} />,
          path: paths.adminMoney(numbers.month),
        },
        {
          name: "published",
          value: tasks.published,
          text: t.number(tasks.published),
          path: paths.listings(),
        },
        { name: "promotions", value: tasks.promotions, text: t.number(tasks.promotions) },
      ]}
    />
  );
}

/** Numbers whose `value` is not zero, and those without one. `name` and those of the rows are keys of `admin.home`. */
function NumbersSection({
  name,
  rows,
}: {
  name: string;
  rows: { name: string; value?: number; text: ReactNode; path?: string }[];
}) {
  const { t } = usePage();
  const items = rows
    .filter(({ value }) => value !== 0)
    .map((row) => ({
      term: t(`admin.home.${row.name}`),
      details: row.path ? <TextLink to={row.path}>{row.text}</TextLink> : row.text,
    }));
  return (
    <section>
      <h2>{t(`admin.home.${name}`)}</h2>
      {items.length === 0 ? <p className="muted">{t("moderation.frame.noHistory")}</p> : null}
      <DescriptionList numbers items={items} />
    </section>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const { url } = usePage();
  return <a href={url(to)}>{children}</a>;
}
