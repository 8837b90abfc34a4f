import * as z from "zod/mini";
import type { Ctx } from "@/context";
import { type BoundSql, boundSql, constantSql } from "@/db/bound-sql";
import { COUNTY_CODES, type County, LEVELS, type Level, SUBJECTS, type Subject } from "@/shared/codes";
import type { LevelCells, PriceCells } from "@/shared/price-cells";

type Reader = Pick<Ctx["db"], "read">;

/** `YYYY-MM`. */
export type Month = string;
/** The prices of all subjects in one place. */
type IndexMonth = { month: Month; subjects: { [subject in Subject]?: LevelCells } };

/**
 * The newest month that is shown and the month a year before it, or the first after that; in the first month the same.
 * `counties` have a price of any subject in the newest month.
 */
export type IndexComparison = { newest: IndexMonth; earlier: IndexMonth; counties: ReadonlySet<County> };

/** A chosen month; the newest of all if it is not published or null. */
const shownMonthSql = (chosen: Month | null) => boundSql`
  coalesce((select max(month) from price_index where month = ${chosen}), (select max(month) from price_index))`;

/**
 * The prices of all subjects in a place in a month or the newest, and the counties that have any at the level; null while
 * none is published. Reads 40 rows.
 */
export async function findIndexComparison(
  db: Reader,
  { county, level, month: chosen }: { county: County | null; level: Level | null; month: Month | null },
): Promise<IndexComparison | null> {
  const newest = shownMonthSql(chosen);
  const rows = await db.read<{
    month: Month;
    subject: Subject;
    cells: string | null;
    places: string;
  }>(boundSql`
    select month, subject, cells -> ${`$.${county ?? "country"}`} as cells,
      (select json_group_array(key) from json_each(cells)
        where ${level} is null or value -> ${`$.${level ?? "any"}`} is not null) as places
    from price_index where month in (
      ${newest},
      (select min(month) from price_index where month >= strftime('%Y-%m', ${newest} || '-01', '-12 months')))
    order by month`);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return null;
  const toMonth = (month: Month): IndexMonth => ({
    month,
    subjects: Object.fromEntries(
      rows
        .filter((row) => row.month === month)
        .map(({ subject, cells }) => [subject, JSON.parse(cells ?? "{}")]),
    ),
  });
  const places = rows.filter(({ month }) => month === last.month).flatMap((row) => JSON.parse(row.places));
  return { newest: toMonth(last.month), earlier: toMonth(first.month), counties: new Set(places) };
}

/** The counties with a price of any subject and level in a month or the newest. Reads the rows of one month. */
export async function listIndexCounties(db: Reader, month: Month | null): Promise<County[]> {
  const rows = await db.read<{ county: County }>(boundSql`
    select distinct key as county from price_index, json_each(cells)
    where month = ${shownMonthSql(month)} and key <> 'country'`);
  return rows.map(({ county }) => county);
}

export type IndexPeriod = { oldest: Month; newest: Month };

/** The first and last published month. Null while there is none. */
export async function findIndexPeriod(db: Reader): Promise<IndexPeriod | null> {
  const [row] = await db.read<{ oldest: Month | null; newest: Month }>(boundSql`
    select (select min(month) from price_index) as oldest, (select max(month) from price_index) as newest`);
  return row?.oldest ? { oldest: row.oldest, newest: row.newest } : null;
}

/** A month of one subject: its prices in a county and in the country; of the newest month, those of all places. */
export type SubjectMonth = {
  month: Month;
  county: LevelCells;
  country: LevelCells;
  places: PriceCells | null;
};

/** Months of a subject's page: ten years. */
const MAX_MONTHS = 120;

/**
 * The months of one subject until a month or the newest, newest first; null while none is published. Reads a row for each
 * month.
 */
export async function listSubjectMonths(
  db: Reader,
  { subject, county, month }: { subject: Subject; county: County | null; month: Month | null },
): Promise<SubjectMonth[] | null> {
  const rows = await db.read<{ [name in keyof SubjectMonth]: string }>(boundSql`
    select month, coalesce(cells -> ${`$.${county}`}, '{}') as county, coalesce(cells -> '$.country', '{}') as country,
      iif(row_number() over (order by month desc) = 1, cells, 'null') as places
    from price_index where subject = ${subject} and month <= ${shownMonthSql(month)}
    order by month desc limit ${constantSql(MAX_MONTHS)}`);
  if (rows.length === 0) return null;
  return rows.map(({ month, county, country, places }) => ({
    month,
    county: JSON.parse(county),
    country: JSON.parse(country),
    places: JSON.parse(places),
  }));
}

const amount = z.int().check(z.positive());

/** A row of the published files. Prices in whole lei an hour; the county is null for the country. */
export const indexRowSchema = z
  .object({
    month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
    subject: z.enum(SUBJECTS),
    level: z.enum(LEVELS),
    county: z.nullable(z.enum(COUNTY_CODES)),
    teachers: amount,
    q1: amount,
    median: amount,
    q3: amount,
  })
  .register(z.globalRegistry, { id: "PriceIndexRow" });
export type IndexRow = z.output<typeof indexRowSchema>;

/** All rows, by month, subject, level and county, the country first. One statement for each month. */
export async function* listIndexRows(db: Reader): AsyncGenerator<IndexRow[]> {
  for (let after = ""; ; ) {
    const rows = await db.read<{ month: Month; subject: Subject; cells: string }>(selectMonthAfter(after));
    const [first] = rows;
    if (!first) return;
    after = first.month;
    const bySubject = new Map(rows.map(({ subject, cells }) => [subject, JSON.parse(cells) as PriceCells]));
    yield SUBJECTS.flatMap((subject) =>
      LEVELS.flatMap((level) =>
        [null, ...COUNTY_CODES].flatMap((county): IndexRow[] => {
          const cell = bySubject.get(subject)?.[county ?? "country"]?.[level];
          if (!cell) return [];
          const [teachers, ...prices] = cell;
          const [q1, median, q3] = prices.map((bani) => bani / 100) as [number, number, number];
          return [{ month: first.month, subject, level, county, teachers, q1, median, q3 }];
        }),
      ),
    );
  }
}

const selectMonthAfter = (month: Month): BoundSql => boundSql`
  select month, subject, cells from price_index
  where month = (select min(month) from price_index where month > ${month})`;
