import { type ReportReason, URGENT_REPORT_REASONS } from "@/shared/codes";
import { formatDate, formatDateTime } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { REPORTS_DECISIONS } from "@/shared/schemas/moderation";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { moderationReasonOptions, RadioGroup } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { TextWithHelplines } from "@/ui/text-with-helplines";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { useDecision } from "../frame/decision-context";
import { DecisionForm, Explanation } from "../frame/decision-form";
import { SUSPEND_LISTINGS } from "../frame/decision-notice";
import type { ListedItem } from "../frame/kind";
import { QueueEntry } from "../frame/queue-page";
import { ReportEntry } from "../frame/report-entry";
import { listListingFacts } from "../listings/list-listing-facts";
import { canRestrict } from "../listings/restrict-listing";
import { DisableAccountPanel, PersonListings, SuspendListingsPanel } from "../persons/person-panels";
import type { ReportedListing } from "./find-reported-listing";
import { type LoadedReports, URGENT_REPORT_TERM_MS } from "./load-reports";
import { DangerNotice } from "./report-fields";
import type { ReportedListingRow } from "./reports-kind";

/** The reasons of an entry of the list, stored as JSON. */
export const formatReportReasons = (t: Translator, reasons: string): string[] =>
  (JSON.parse(reasons) as ReportReason[]).map((code) => t(`moderation.reports.reasons.${code}`));

/** An entry of the list. */
export function ReportedListingEntry({ row }: { row: ListedItem & ReportedListingRow }) {
  const { t } = usePage();
  return (
    <QueueEntry
      row={row}
      href={paths.adminReport(row.id)}
      title={row.title || t(`general.subjects.${row.subject}`)}
      meta={[t.count("moderation.reports.count", row.reports), ...formatReportReasons(t, row.reasons)].join(
        " · ",
      )}
      side={<StateBadge kind="listing" state={row.state} ownerDisabled={row.isOwnerDisabled === 1} />}
      since={t("admin.mail.since")}
    />
  );
}

/** The state of the listing, and the link to its page. */
export function ReportedListingActions({ item: { listing } }: { item: ReportedListing }) {
  const { t, url } = usePage();
  return (
    <>
      <StateBadge kind="listing" state={listing.state} ownerDisabled={listing.owner.disabledTs !== null} />
      <LinkButton href={url(paths.adminListing(listing.id))} variant="secondary" size="small">
        {t("moderation.reports.listing")}
      </LinkButton>
    </>
  );
}

/** A restriction has the text that it has on the page of the listing. */
const DECISION_HINTS = {
  dismissed: "moderation.reports.decisionHints.dismissed",
  upheld: "moderation.reports.decisionHints.upheld",
  suspended: "moderation.suspension.help",
  removed: "moderation.removal.help",
} as const;

/** One decision for all shown reports. The form names each, so newer ones stay open. */
export function ReportsDecision({ item }: { item: ReportedListing }) {
  const { t } = usePage();
  const { listing, open } = item;
  const { values, errors } = useDecision("decide");
  if (open.length === 0) return null;
  const decisions = REPORTS_DECISIONS.filter(
    (decision) =>
      (decision !== "suspended" && decision !== "removed") || canRestrict(decision, listing.state),
  );
  const canRemove = decisions.includes("removed");
  return (
    <DecisionForm name="decide" submit={t("moderation.reports.decide")} variant="primary">
      {open.map(({ id }) => (
        <input key={id} type="hidden" name="report" value={id} />
      ))}
      <RadioGroup
        name="decision"
        label={t("moderation.reports.decision")}
        options={decisions.map((value) => ({
          value,
          label: t(`moderation.reports.decisions.${value}`),
          hint: t(DECISION_HINTS[value]),
        }))}
        value={values.decision?.[0] ?? ""}
        error={errors.decision}
      />
      {open.some(({ reason }) => URGENT_REPORT_REASONS.includes(reason)) ? <StaysPublic {...item} /> : null}
      <Explanation
        name="decide"
        reasons={
          canRemove ? { options: moderationReasonOptions(t), help: t("moderation.reports.reasonHelp") } : null
        }
        help={t(`moderation.reports.${canRemove ? "textHelp" : "answerHelp"}`)}
      />
    </DecisionForm>
  );
}

/** What learners still see after a decision about reports of danger, and where to hide all of it. */
export function StaysPublic({
  person,
  listing,
}: {
  person: ReportedListing["person"];
  /** The reported listing; null for a report about messages. */
  listing: Pick<ReportedListing["listing"], "id" | "state"> | null;
}) {
  const { t } = usePage();
  if (!person || person.user.disabledTs !== null) return null;
  const published = person.listings.filter(({ state }) => state === "published");
  const others = published.filter(({ id }) => id !== listing?.id).length;
  if (published.length === 0) return null;
  return (
    <Notice tone="warning">
      {listing?.state === "published" ? <p>{t("moderation.reports.staysPublic.this")}</p> : null}
      {others > 0 ? (
        <p>{t.count(`moderation.reports.staysPublic.${listing ? "others" : "all"}`, others)}</p>
      ) : null}
      <p>
        <a href={`#${SUSPEND_LISTINGS}`}>{t("moderation.reports.staysPublic.suspendAll")}</a>
      </p>
    </Notice>
  );
}

/** Suspends all listings of the teacher or disables their account, and upholds the shown reports. */
export function ReportedPersonPanels({ item: { listing, open, person } }: { item: ReportedListing }) {
  const task = `reports:${listing.id}`;
  const reports = open.map(({ id }) => id);
  if (!person) return null;
  return (
    <>
      <SuspendListingsPanel person={person} reports={reports} task={task} />
      <DisableAccountPanel person={person} reports={reports} task={task} />
    </>
  );
}

/** The reports of a listing, next to its text and its teacher with all their listings. */
export function ReportedListingContent({
  item: { listing, documents, open, decided, person, otherReports },
}: {
  item: ReportedListing;
}) {
  const { t, locale } = usePage();
  const checked = documents.map(({ kind, proves, checkedTs }) =>
    t(`verifications.listing.seen.${kind}`, { checked: formatDate(checkedTs, locale), proves }),
  );
  return (
    <>
      <OpenReports reports={open} />
      <OtherReports reports={otherReports} />
      {person ? (
        <section className="stack">
          <h2>{t("moderation.listings.owner")}</h2>
          <p>
            <UserLink user={person.user} />
            {" · "}
            <span className="break-anywhere">{person.user.email}</span>
          </p>
          <PersonListings person={person} />
        </section>
      ) : null}
      <section className="stack">
        <h2>{t("moderation.listings.listing")}</h2>
        <DescriptionList
          items={[
            ...listListingFacts(t, listing),
            {
              term: t("verifications.listing.heading"),
              details: checked.join(", ") || t("moderation.frame.none"),
            },
          ]}
        />
        <p className="prose pre-line">{listing.description}</p>
      </section>
      <DecidedReports reports={decided} />
    </>
  );
}

type ReportsProps = { reports: LoadedReports["open"] };

/** The section of the reports that wait for a decision, with what to do if a person is in danger. */
export function OpenReports({ reports }: ReportsProps) {
  const { t, locale } = usePage();
  const [first] = reports;
  return (
    <section className="stack">
      <h2>{t("moderation.reports.open")}</h2>
      {reports.length === 0 ? <p className="muted">{t.count("moderation.reports.count", 0)}</p> : null}
      {first?.isUrgent ? (
        <p>
          <strong>
            {t("moderation.reports.term", {
              time: formatDateTime(first.createdTs + URGENT_REPORT_TERM_MS, locale),
            })}
          </strong>
        </p>
      ) : null}
      {reports.some(({ reason }) => reason === "unsafe") ? (
        <DangerNotice>
          <p>{t("moderation.reports.danger.evidence")}</p>
          <p>
            <TextWithHelplines>
              {t(
                `moderation.reports.danger.${reports.some((report) => report.reportedSide) ? "side" : "sender"}`,
              )}
            </TextWithHelplines>
          </p>
        </DangerNotice>
      ) : null}
      <Reports reports={reports} />
    </section>
  );
}

/** The section of the decided reports; nothing without any. */
export function DecidedReports({ reports }: ReportsProps) {
  const { t } = usePage();
  return reports.length === 0 ? null : (
    <section className="stack">
      <h2>{t("moderation.reports.decided")}</h2>
      <Reports reports={reports} />
    </section>
  );
}

/** The section of other reports about the person; nothing without any. */
export function OtherReports({ reports }: ReportsProps) {
  const { t } = usePage();
  return reports.length === 0 ? null : (
    <section className="stack">
      <h2>{t("moderation.reports.others")}</h2>
      <Reports reports={reports} hasLinks />
    </section>
  );
}

/** The section of all reports about a person, with links to their pages. */
export function PersonReports({ reports }: ReportsProps) {
  const { t } = usePage();
  return (
    <section className="stack">
      <h2>{t("moderation.listings.reports")}</h2>
      {reports.length === 0 ? <p className="muted">{t.count("moderation.reports.count", 0)}</p> : null}
      <Reports reports={reports} hasLinks />
    </section>
  );
}

/** Reports for an admin, with what their senders gave and our answer. */
function Reports({ reports, hasLinks = false }: ReportsProps & { hasLinks?: boolean }) {
  const { t, url } = usePage();
  return (
    <ul className="entry-list">
      {reports.map((report) => (
        <ReportEntry key={report.id} {...report} reason={t(`moderation.reports.reasons.${report.reason}`)}>
          {report.reportedSide ? (
            <p className="small">{t(`moderation.conversations.aboutSide.${report.reportedSide}`)}</p>
          ) : null}
          {hasLinks ? (
            <p>
              <a
                href={url(
                  report.enquiryId
                    ? paths.adminConversation(report.enquiryId)
                    : paths.adminReport(report.listingId ?? ""),
                )}
              >
                {t(`moderation.reports.${report.enquiryId ? "conversation" : "toListing"}`)}
              </a>
            </p>
          ) : null}
          {report.email ? (
            <p className="small break-anywhere">
              {t("moderation.reports.sender", { name: report.name, email: report.email })}
            </p>
          ) : null}
          <ReportDecision report={report} />
        </ReportEntry>
      ))}
    </ul>
  );
}

/** What was decided about a report, by whom and when, with the answer to its sender or the explanation to the other side. */
function ReportDecision({ report }: { report: LoadedReports["decided"][number] }) {
  const { t } = usePage();
  const { outcome, measure, restriction, decidedTs, liftedTs, decider, decisionText, explanation } = report;
  if (outcome === null || decidedTs === null) return null;
  const decision = measure
    ? t(`moderation.summary.measures.${measure}`)
    : t(
        restriction
          ? `moderation.reports.restrictions.${restriction}`
          : `moderation.frame.outcomes.${outcome}`,
      );
  return (
    <>
      <p className="small">
        {decision + (decider ? " · " : "")}
        {decider ? <UserLink user={decider} /> : null}
        {", "}
        <Time ts={decidedTs} clock />
        {liftedTs === null ? null : (
          <>
            {` · ${t("moderation.conversations.lift.lifted")} `}
            <Time ts={liftedTs} clock />
          </>
        )}
      </p>
      {decisionText || explanation ? (
        <p className="pre-line">
          <strong>{t(`moderation.reports.${decisionText ? "answer" : "explanation"}`)}</strong>{" "}
          {decisionText || explanation}
        </p>
      ) : null}
    </>
  );
}
