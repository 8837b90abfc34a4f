import { countyName } from "@/shared/codes";
import type { Period } from "@/shared/dates";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { DateField, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { SearchDemandRow } from "./search-demand";

export const SEARCH_SORTS = ["searches", "empty"] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** What visitors searched for in the last 30 days, for admins. `period` is the one that the CSV form suggests. */
export function SearchesPage({
  rows,
  sort,
  period,
}: {
  rows: readonly SearchDemandRow[];
  sort: SearchSort;
  period: Period;
}) {
  const { t, url } = usePage();
  return (
    <AdminPage heading={t("counted-searches.admin.heading")} lead={t("counted-searches.admin.lead")}>
      <div className="with-aside">
        <div className="stack">
          <nav className="row" aria-label={t("counted-searches.admin.order")}>
            {SEARCH_SORTS.map((other) => (
              <LinkButton
                key={other}
                href={url(paths.adminSearches({ sort: other === "searches" ? null : other }))}
                variant={other === sort ? "secondary" : "quiet"}
                size="small"
                aria-current={other === sort ? "page" : undefined}
              >
                {t(`counted-searches.admin.sorts.${other}`)}
              </LinkButton>
            ))}
          </nav>
          {rows.length > 0 ? (
            <>
              <p className="small muted">{t(`counted-searches.admin.sortHelp.${sort}`)}</p>
              <SearchTable rows={rows} />
            </>
          ) : sort === "empty" ? (
            <EmptyState title={t("counted-searches.admin.noneEmpty")} />
          ) : (
            <EmptyState title={t("counted-searches.admin.none")}>
              {t("counted-searches.admin.noneText")}
            </EmptyState>
          )}
        </div>
        <aside className="with-aside__aside">
          <CsvForm period={period} />
        </aside>
      </div>
    </AdminPage>
  );
}

/** Wider than a phone, so it has its own scroll area. */
function SearchTable({ rows }: { rows: readonly SearchDemandRow[] }) {
  const { t, url } = usePage();
  const heading = t("counted-searches.admin.heading");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label={heading}>
      <table className="table table--numbers table--fit">
        <thead>
          <tr>
            {(["search", "searches", "empty", "teachers"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`counted-searches.admin.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ subject, county, searches, empty, teachers }) => (
            <tr key={`${subject} ${county}`}>
              <th scope="row">
                <a href={url(paths.listings({ subject, county }))}>
                  {[
                    subject ? t(`general.subjects.${subject}`) : t("counted-searches.admin.anySubject"),
                    county ? countyName(county) : t("counted-searches.admin.anyCounty"),
                  ].join(", ")}
                </a>
              </th>
              <td>{t.number(searches)}</td>
              <td>{t.number(empty)}</td>
              <td>{t.number(teachers)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CsvForm({ period }: { period: Period }) {
  const { t, url } = usePage();
  return (
    <section className="panel stack">
      <h2>{t("counted-searches.admin.csv")}</h2>
      <form className="form" method="get" action={url(paths.adminSearchesCsv())}>
        <DateField name="from" label={t("counted-searches.admin.from")} value={period.from} max={period.to} />
        <DateField name="to" label={t("counted-searches.admin.to")} value={period.to} max={period.to} />
        <SubmitButton variant="secondary">{t("counted-searches.admin.download")}</SubmitButton>
      </form>
    </section>
  );
}
