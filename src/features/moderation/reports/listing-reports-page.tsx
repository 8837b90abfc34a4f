import { formatFullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DetailPage } from "@/ui/detail-page";
import { type FormErrors, moderationReasonOptions, RadioGroup, ReasonFields, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListingReview } from "../review/find-listing-review";
import { isSuspendable } from "../review/suspension-panel";
import type { ListingReports } from "./queries";

export type ListingReportsView = {
  listing: ListingReview["listing"];
  reports: ListingReports;
  decision: ReportsDecisionView;
};

/** The reports of a listing, next to the listing and the decision form. */
export function ListingReportsPage({ view: { listing, reports, decision } }: { view: ListingReportsView }) {
  const { t, url } = usePage();
  const title = listing.title || t(`general.subjects.${listing.subject}`);
  return (
    <DetailPage
      crumbs={[
        { label: t("admin.home.heading"), href: url(paths.admin()) },
        { label: t("admin.reports.heading"), href: url(paths.adminReports()) },
      ]}
      current={title}
      heading={t("admin.reports.about", { title })}
      actions={
        <>
          <StateBadge kind="listing" state={listing.state} />
          <LinkButton href={url(paths.adminListing(listing.id))} variant="secondary" size="small">
            {t("admin.reports.listing")}
          </LinkButton>
        </>
      }
      aside={
        reports.open.length > 0 ? (
          <ReportsDecision listing={listing} open={reports.open} decision={decision} />
        ) : null
      }
    >
      {decision.errorMessage ? (
        // Not in the decision form, which is missing if no report is open.
        <Notice tone="danger" live>
          {decision.errorMessage}
        </Notice>
      ) : null}
      <section className="stack">
        <h2>{t("admin.reports.open")}</h2>
        <Reports reports={reports.open} />
      </section>
      <section className="stack">
        <h2>{t("admin.review.listing")}</h2>
        <p className="prose pre-line">{listing.description}</p>
      </section>
      {reports.decided.length > 0 ? (
        <section className="stack">
          <h2>{t("admin.reports.decided")}</h2>
          <Reports reports={reports.decided} />
        </section>
      ) : null}
    </DetailPage>
  );
}

function Reports({ reports }: { reports: ListingReports["open"] }) {
  const { t } = usePage();
  if (reports.length === 0) return <p className="muted">{t("admin.reports.none")}</p>;
  return (
    <ul className="entry-list">
      {reports.map((report) => (
        <li key={report.id} className="entry entry--open">
          <div className="entry__main">
            <p className="entry__title">{t(`moderation.reports.reasons.${report.reason}`)}</p>
            {report.text ? <p className="pre-line">{report.text}</p> : null}
            <p className="entry__meta">
              {report.reporter
                ? `${formatFullName(report.reporter)} (${report.reporter.email})`
                : t("admin.reports.visitor")}
            </p>
          </div>
          <div className="entry__side">
            <span className="small muted">
              <Time ts={report.createdTs} clock />
            </span>
            {report.outcome ? (
              <span className="small">{t(`admin.reports.outcomes.${report.outcome}`)}</span>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

export type ReportsDecisionView = {
  typed: { decision: string; reason: string; text: string };
  errors: FormErrors;
  /** The error message of a decision that failed. */
  errorMessage: string | null;
};

/** One decision for all shown reports. The form names each, so newer ones stay open. */
function ReportsDecision({
  listing: { id, state },
  open,
  decision: { typed, errors },
}: {
  listing: ListingReview["listing"];
  open: ListingReports["open"];
  decision: ReportsDecisionView;
}) {
  const { t, url } = usePage();
  const decisions = ["dismissed", "upheld", ...(isSuspendable(state) ? ["suspended"] : [])];
  return (
    <section className="panel stack">
      <h2>{t("admin.review.decision")}</h2>
      <form method="post" action={url(paths.adminReport(id))} className="form" noValidate>
        {open.map((report) => (
          <input key={report.id} type="hidden" name="report" value={report.id} />
        ))}
        <RadioGroup
          name="decision"
          label={t("admin.reports.decision")}
          options={decisions.map((value) => ({
            value,
            label: t(`admin.reports.decisions.${value}`),
            hint: t(`admin.reports.hints.${value}`),
          }))}
          value={typed.decision}
          error={errors.decision}
        />
        {isSuspendable(state) ? (
          <>
            <h3>{t("admin.reports.ifSuspended")}</h3>
            <ReasonFields
              form="suspend"
              reasons={moderationReasonOptions(t)}
              typed={{ ...typed, errors: withoutDecision(errors) }}
              help={t("admin.suspension.textHelp")}
            />
          </>
        ) : null}
        <SubmitButton>{t("admin.reports.decide")}</SubmitButton>
      </form>
    </section>
  );
}

function withoutDecision({ decision, ...others }: FormErrors): FormErrors {
  return others;
}
