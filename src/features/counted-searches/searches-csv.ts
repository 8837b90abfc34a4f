import type { Ctx } from "@/context";
import { countyName } from "@/shared/codes";
import { BYTE_ORDER_MARK, formatCsvRows } from "@/shared/csv";
import type { Period } from "@/shared/dates";
import type { Translator } from "@/shared/i18n/translator";
import { listSearchDays, type SearchDay } from "./search-days";

/** Lines that one query reads, at least. */
const PAGE_SIZE = 10_000;

const COLUMNS = ["day", "subject", "level", "county", "online", "searches", "empty"] as const;

/** The searches of a period as CSV, in pages: a line for each `SearchDay`. */
export async function* searchesCsv(ctx: Ctx, period: Period): AsyncGenerator<string> {
  const { t } = ctx;
  yield BYTE_ORDER_MARK + formatCsvRows([COLUMNS.map((name) => t(`counted-searches.csv.${name}`))], t.locale);
  let after: string | undefined;
  do {
    const { rows, next } = await listSearchDays(ctx, period, { after, size: PAGE_SIZE });
    yield formatCsvRows(
      rows.map((row) => toLine(t, row)),
      t.locale,
    );
    after = next ?? undefined;
  } while (after !== undefined);
}

const toLine = (
  t: Translator,
  { day, subject, level, county, online, searches, empty }: SearchDay,
): (string | number)[] => [
  day,
  subject && t(`general.subjects.${subject}`),
  level && t(`general.levels.${level}`),
  county && countyName(county),
  Number(online),
  searches,
  empty,
];
