import type { Translator } from "@/shared/i18n/translator";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { usePage } from "@/ui/page-context";
import type { SearchDemand } from "./search-demand";

/** What learners searched for, for teachers. Renders nothing without any. */
export function SearchDemandPanel({ demand }: { demand: readonly SearchDemand[] }) {
  const { t } = usePage();
  if (demand.length === 0) return null;
  return (
    <section className="panel">
      <h2>{t("counted-searches.demand.heading")}</h2>
      <ul className="prose">
        {demand.map((line) => (
          <li key={`${line.subject} ${line.county}`}>{formatDemand(t, line)}</li>
        ))}
      </ul>
    </section>
  );
}

/** "87 searches for Chemistry in Iași County, 3 teachers" */
function formatDemand(t: Translator, { subject, county, searches, teachers }: SearchDemand): string {
  const params = { ...subjectParams(t, subject), ...countyParams(t, county) };
  return [
    t.count("counted-searches.demand.searches", searches, params),
    teachers === 0
      ? t("counted-searches.demand.noTeachers")
      : t.count("counted-searches.demand.teachers", teachers),
  ].join(", ");
}
