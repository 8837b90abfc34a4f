import type { ReactNode } from "react";
import { type FollowUpCounts, rowsInWords } from "@/features/follow-up";
import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { EmptyState } from "@/ui/empty-state";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { MAX_ADMIN_COUNT, type Numbers } from "./day-numbers";
import type { Today } from "./queries";

export type TodayView = {
  today: Today;
  numbers: Numbers;
  followUp: FollowUpCounts;
  /** Testimonials that wait for a decision. */
  testimonials: number;
  /** Listings with undecided reports. */
  reported: number;
};

/** Open tasks of admins, and the numbers of the day. */
export function TodayPage({ view }: { view: TodayView }) {
  const { t } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("admin.home.heading")}</h1>
      </header>
      <div className="stack stack--loose">
        <Urgent view={view} />
        <Queues view={view} />
        <DayNumbers view={view} />
        <Totals view={view} />
      </div>
    </div>
  );
}

function Urgent({ view: { today, reported } }: { view: TodayView }) {
  const { t, url } = usePage();
  return (
    <>
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
    </>
  );
}

function Queues({ view: { today, followUp, testimonials } }: { view: TodayView }) {
  const { t } = usePage();
  const work = [
    t("admin.home.open", { n: rowsInWords(t, ...Object.values(followUp.queues)) }),
    followUp.overdue > 0 ? t("admin.home.overdue", { n: t.number(followUp.overdue) }) : null,
  ];
  const contact = followUp.queues.contact;
  return (
    <section>
      <h2>{t("admin.home.queues")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.followUp"),
            details: <Way to={paths.followUp()}>{work.filter(Boolean).join(", ")}</Way>,
          },
          {
            term: t("admin.home.contact"),
            details: <Way to={paths.followUp({ queue: "contact" })}>{rowsInWords(t, contact)}</Way>,
          },
          {
            term: t("admin.home.testimonials"),
            details: <Way to={paths.adminTestimonials()}>{t.number(testimonials)}</Way>,
          },
          {
            term: t("admin.home.payments"),
            details: <Way to={paths.adminEvents()}>{t.number(today.payments)}</Way>,
          },
          {
            term: t("payments-admin.disputes"),
            details: <Way to={paths.adminOrders({ state: "disputed" })}>{t.number(today.disputes)}</Way>,
          },
          { term: t("payments-admin.refundsPending"), details: t.number(today.refunds) },
          {
            term: t("admin.home.mails"),
            details: <Way to={paths.adminMail()}>{t.number(today.mails)}</Way>,
          },
        ]}
      />
    </section>
  );
}

function DayNumbers({ view: { numbers } }: { view: TodayView }) {
  const { t } = usePage();
  const counted = (n: number) =>
    n > MAX_ADMIN_COUNT ? t("admin.home.moreThan", { n: t.number(MAX_ADMIN_COUNT) }) : t.number(n);
  return (
    <section>
      <h2>{t("admin.home.todayNumbers")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.signups"),
            details: <Way to={paths.adminUsers()}>{counted(numbers.signups)}</Way>,
          },
          { term: t("admin.home.newListings"), details: counted(numbers.listings) },
          { term: t("admin.home.enquiries"), details: counted(numbers.enquiries) },
          { term: t("admin.home.takenToday"), details: <Money bani={numbers.takenToday} /> },
        ]}
      />
    </section>
  );
}

function Totals({ view: { today, numbers } }: { view: TodayView }) {
  const { t } = usePage();
  return (
    <section>
      <h2>{t("admin.home.numbers")}</h2>
      <DescriptionList
        items={[
          {
            term: t("admin.home.takenMonth"),
            details: (
              <Way to={paths.adminOrders()}>
                <Money bani={numbers.takenMonth} />
              </Way>
            ),
          },
          {
            term: t("admin.home.published"),
            details: <Way to={paths.listings()}>{t.number(today.published)}</Way>,
          },
          { term: t("admin.home.promotions"), details: t.number(today.promotions) },
        ]}
      />
    </section>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  const { url } = usePage();
  return <a href={url(to)}>{children}</a>;
}
