import { countyName } from "@/shared/codes";
import { formatCsv } from "@/shared/csv";
import type { Translator } from "@/shared/i18n/translator";
import type { Coverage } from "./coverage";

const COLUMNS = ["subject", "county", "teachers", "goal", "searches", "empty", "requests"] as const;

/** The cells as CSV, in their order. */
export function formatCoverageCsv(t: Translator, { goal, cells }: Coverage): string {
  const lines = cells.map((cell) => {
    const values = {
      ...cell,
      goal,
      subject: t(`general.subjects.${cell.subject}`),
      county: countyName(cell.county),
    };
    return COLUMNS.map((name) => values[name]);
  });
  return formatCsv([COLUMNS.map((name) => t(`counted-searches.coverage.csv.${name}`)), ...lines], t.locale);
}
