import { type County, countyName, type Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { countyOptions, Select, SubmitButton, subjectOptions } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { Coverage, CoverageCell } from "./coverage";

/** Rows of the page: more than the cells of a subject or county, so that the selects reach every gap. */
const MAX_ROWS = 100;

export type CoverageFilter = {
  subject?: Subject | undefined;
  county?: County | undefined;
  /** Only gaps without any teacher. */
  none?: "1" | undefined;
};

/** Where teachers are missing, the most wanted first. */
export function CoveragePage({
  coverage: { goal, cells },
  filter,
}: {
  coverage: Coverage;
  filter: CoverageFilter;
}) {
  const { t, url } = usePage();
  const gaps = cells.filter(({ teachers }) => teachers < goal);
  const wanted = gaps.filter(({ searches, requests }) => searches + requests > 0);
  const isFiltered = filter.subject !== undefined || filter.county !== undefined;
  // Gaps without demand would hide the others.
  const isOfWanted = !isFiltered && wanted.length > 0;
  const listed = isOfWanted ? wanted : gaps;
  const shown = filter.none ? listed.filter(({ teachers }) => teachers === 0) : listed;
  const rows = shown.slice(0, MAX_ROWS);
  return (
    <AdminPage
      heading={t("counted-searches.coverage.heading")}
      lead={t(`counted-searches.coverage.${isOfWanted ? "lead" : "leadAll"}`, {
        goal: t.number(goal),
        gaps: t.number(listed.length),
        none: t.number(listed.filter(({ teachers }) => teachers === 0).length),
      })}
      aside={
        <>
          <section className="panel stack">
            <h2>{t("counted-searches.coverage.filter")}</h2>
            <form className="form" method="get" action={url(paths.adminCoverage())}>
              <Select
                name="subject"
                label={t("general.search.subject")}
                placeholder={t("general.search.anySubject")}
                options={subjectOptions(t)}
                value={filter.subject ?? null}
                required={false}
              />
              <Select
                name="county"
                label={t("general.search.county")}
                placeholder={t("general.search.anyCounty")}
                options={countyOptions(t)}
                value={filter.county ?? null}
                required={false}
              />
              {filter.none ? <input type="hidden" name="none" value={filter.none} /> : null}
              <SubmitButton variant="secondary">{t("counted-searches.coverage.show")}</SubmitButton>
            </form>
          </section>
          <p>
            <a href={url(paths.adminInvitations())}>{t("counted-searches.coverage.invite")}</a>
          </p>
          <p>
            <a href={url(paths.adminCoverageCsv(filter))}>{t("counted-searches.coverage.download")}</a>
          </p>
          <p>
            <a href={url(paths.adminSetting("limits"))}>{t("counted-searches.coverage.changeGoal")}</a>
          </p>
          <p className="small muted">{t("counted-searches.coverage.how")}</p>
        </>
      }
    >
      <nav className="row" aria-label={t("counted-searches.coverage.filter")}>
        {([undefined, "1"] as const).map((none) => (
          <LinkButton
            key={none ?? "all"}
            href={url(paths.adminCoverage({ ...filter, none: none ?? null }))}
            variant={none === filter.none ? "secondary" : "quiet"}
            size="small"
            aria-current={none === filter.none ? "page" : undefined}
          >
            {none
              ? t("counted-searches.coverage.noTeacher")
              : t("counted-searches.coverage.belowGoal", { goal: t.number(goal) })}
          </LinkButton>
        ))}
      </nav>
      {rows.length > 0 ? <p className="small muted">{t("counted-searches.coverage.order")}</p> : null}
      {rows.length > 0 ? (
        <GapTable gaps={rows} goal={goal} />
      ) : (
        <EmptyState title={t("counted-searches.coverage.none")}>
          {filter.none ? null : t("counted-searches.coverage.noneText", { goal: t.number(goal) })}
        </EmptyState>
      )}
      {shown.length > rows.length ? (
        <p className="small muted">
          {t("counted-searches.coverage.more", {
            shown: t.number(rows.length),
            gaps: t.number(shown.length),
          })}
        </p>
      ) : null}
      {isOfWanted ? <p className="small muted">{t("counted-searches.coverage.unwanted")}</p> : null}
    </AdminPage>
  );
}

/** Wider than a phone, so it has its own scroll area. */
function GapTable({ gaps, goal }: { gaps: readonly CoverageCell[]; goal: number }) {
  const { t, url } = usePage();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={t("counted-searches.coverage.heading")}>
      <table className="table table--numbers table--fit">
        <thead>
          <tr>
            <th scope="col">{t("counted-searches.admin.columns.search")}</th>
            {(["teachers", "searches", "empty", "requests"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`counted-searches.coverage.csv.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {gaps.map(({ subject, county, teachers, searches, empty, requests }) => {
            const share = t("counted-searches.coverage.share", {
              teachers: t.number(teachers),
              goal: t.number(goal),
            });
            return (
              <tr key={`${subject} ${county}`}>
                <th scope="row">
                  <a href={url(paths.listings({ subject, county }))}>
                    {`${t(`general.subjects.${subject}`)}, ${countyName(county)}`}
                  </a>
                </th>
                <td>{teachers === 0 ? <Badge tone="danger">{share}</Badge> : share}</td>
                <td>{t.number(searches)}</td>
                <td>{t.number(empty)}</td>
                <td>{t.number(requests)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
