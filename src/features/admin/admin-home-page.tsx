import type { ReactNode } from "react";
import { type FollowUpCounts, formatRowCount } from "@/features/follow-up";
import type { ReviewQueue } from "@/features/reviews";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { type DayNumbers, MAX_ADMIN_COUNT } from "./day-numbers";
import type { OpenTasks } from "./queries";

export type AdminHomeView = {
  tasks: OpenTasks;
  numbers: DayNumbers;
  followUp: FollowUpCounts;
  /** Testimonials that wait for a decision. */
  testimonials: number;
  /** Documents that wait for a decision. */
  verifications: number;
  /** Reviews in each queue, at most 100. */
  reviews: Record<ReviewQueue, number>;
  /** Listings with undecided reports. */
  reported: number;
};

/** Open tasks of admins, and the numbers of the day. */
export function AdminHomePage({ view }: { view: AdminHomeView }) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("admin.home.heading")}</h1>
      </header>
      <div className="stack stack--loose">
        <ReviewSection view={view} />
        <QueuesSection view={view} />
        <TodaySection view={view} />
        <TotalsSection view={view} />
      </div>
    </div>
  );
}

function ReviewSection({ view: { tasks, reported } }: { view: AdminHomeView }) {
  const { t, url } = usePage();
  return (
    <>
      {tasks.pending === 0 && reported === 0 ? (
        <EmptyState title={t("admin.home.nothing")}>{t.count("admin.home.pending", 0)}</EmptyState>
      ) : null}
      {tasks.pending > 0 ? (
        <Notice tone="warning" title={t.count("admin.home.pending", tasks.pending)}>
          {tasks.oldest === null ? null : (
            <p>
              {t("admin.home.oldest")} <Time ts={tasks.oldest} clock />
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
    </>
  );
}

function QueuesSection({
  view: { tasks, followUp, testimonials, verifications, reviews },
}: {
  view: AdminHomeView;
}) {
  const { t } = usePage();
  const followUpSummary = [
    t("admin.home.open", { n: formatRowCount(t, ...Object.values(followUp.queues)) }),
    followUp.overdue > 0 ? t("admin.home.overdue", { n: t.number(followUp.overdue) }) : null,
  ];
  const contact = followUp.queues.contact;
  const reviewQueues = [
    ["reviewsPending", reviews.pending, paths.adminReviews()],
    ["reviewReports", reviews.reported, paths.adminReviews({ state: "reported" })],
    ["reviewObjections", reviews.objections, paths.adminReviews({ state: "objections" })],
  ] as const;
  return (
    <section>
      <h2>{t("admin.home.queues")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.followUp"),
            details: <TextLink to={paths.followUp()}>{followUpSummary.filter(Boolean).join(", ")}</TextLink>,
          },
          {
            term: t("admin.home.contact"),
            details: (
              <TextLink to={paths.followUp({ queue: "contact" })}>{formatRowCount(t, contact)}</TextLink>
            ),
          },
          ...reviewQueues.map(([name, count, path]) => ({
            term: t(`admin.home.${name}`),
            details: <TextLink to={path}>{formatRowCount(t, count)}</TextLink>,
          })),
          {
            term: t("admin.home.testimonials"),
            details: <TextLink to={paths.adminTestimonials()}>{t.number(testimonials)}</TextLink>,
          },
          {
            term: t("admin.home.verifications"),
            details: <TextLink to={paths.adminVerifications()}>{t.number(verifications)}</TextLink>,
          },
          {
            term: t("admin.home.payments"),
            details: <TextLink to={paths.adminEvents()}>{t.number(tasks.payments)}</TextLink>,
          },
          {
            term: t("payments-admin.disputes"),
            details: (
              <TextLink to={paths.adminOrders({ state: "disputed" })}>{t.number(tasks.disputes)}</TextLink>
            ),
          },
          { term: t("payments-admin.refundsPending"), details: t.number(tasks.refunds) },
          {
            term: t("admin.home.mails"),
            details: <TextLink to={paths.adminMail()}>{t.number(tasks.mails)}</TextLink>,
          },
        ]}
      />
    </section>
  );
}

function TodaySection({ view: { numbers } }: { view: AdminHomeView }) {
  const { t } = usePage();
  const formatCount = (n: number) =>
    n > MAX_ADMIN_COUNT ? t("admin.home.moreThan", { n: t.number(MAX_ADMIN_COUNT) }) : t.number(n);
  return (
    <section>
      <h2>{t("admin.home.todayNumbers")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.signups"),
            details: <TextLink to={paths.adminUsers()}>{formatCount(numbers.signups)}</TextLink>,
          },
          { term: t("admin.home.newListings"), details: formatCount(numbers.listings) },
          { term: t("admin.home.enquiries"), details: formatCount(numbers.enquiries) },
          { term: t("admin.home.takenToday"), details: <Money bani={numbers.receivedToday} /> },
        ]}
      />
    </section>
  );
}

function TotalsSection({ view: { tasks, numbers } }: { view: AdminHomeView }) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("admin.home.numbers")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.takenMonth"),
            details: (
              <TextLink to={paths.adminOrders()}>
                <Money bani={numbers.receivedThisMonth} />
              </TextLink>
            ),
          },
          {
            term: t("admin.home.published"),
            details: <TextLink to={paths.listings()}>{t.number(tasks.published)}</TextLink>,
          },
          { term: t("admin.home.promotions"), details: t.number(tasks.promotions) },
        ]}
      />
    </section>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const { url } = usePage();
  return <a href={url(to)}>{children}</a>;
}
