import { formatFullName } from "@/shared/format";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ReviewDetails } from "./find-review-details";

/** The reports of a review with their decisions and the teacher's objection; nothing without reports. */
export function ReviewReports({ reports }: Pick<ReviewDetails, "reports">) {
  const { t } = usePage();
  if (reports.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("reviews.admin.reports")}</h2>
      <ul className="entry-list">
        {reports.map((row) => (
          <Report key={row.report.id} {...row} />
        ))}
      </ul>
    </section>
  );
}

function Report({ report, reporter }: ReviewDetails["reports"][number]) {
  const { t } = usePage();
  return (
    <li className="entry entry--open">
      <div className="entry__main">
        <p className="entry__title">{t(`reviews.reasons.${report.reason}`)}</p>
        {report.text ? <p className="pre-line">{report.text}</p> : null}
        <p className="entry__meta">{reporter ? formatFullName(reporter) : t("admin.reports.visitor")}</p>
        {report.decisionText ? (
          <p className="pre-line">
            <strong>{t("reviews.admin.answer")}</strong> {report.decisionText}
          </p>
        ) : null}
        {report.objectionTs === null ? null : (
          <p className="pre-line">
            <strong>{t("reviews.admin.teacherObjection")}</strong> {report.objectionText}
          </p>
        )}
      </div>
      <div className="entry__side">
        <span className="small muted">
          <Time ts={report.createdTs} clock />
        </span>
        <span className="small">
          {report.outcome ? t(`admin.reports.outcomes.${report.outcome}`) : t("reviews.admin.open")}
        </span>
      </div>
    </li>
  );
}
