import { addDays, type Day, parseDay, toDay } from "@/shared/dates";
import { formatDay, formatDays } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { EXAM_LEVELS, type ExamsDocument } from "@/shared/schemas/exams";
import { normaliseLine } from "@/shared/text";
import { parseTypedDay } from "@/shared/typed-dates";
import { isWorkingDay } from "@/shared/working-days";
import { DateField, FieldGroup, fieldId, TextArea, TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import {
  type DocumentEntry,
  type DocumentForm,
  type DocumentFormValues,
  type FieldsProps,
  toRowKey,
  toRowName,
} from "../documents";
import { SETTINGS_LIST } from "../settings-list";
import { EXAMS } from "./exams";

const FIELDS = ["year", ...EXAM_LEVELS, "holidays", "source"] as const;
type Row = Record<(typeof FIELDS)[number], string>;
const EMPTY_ROW: Row = { year: "", pe: "", pb: "", holidays: "", source: "" };

/** A row of fields for each school year, keyed by year: `2026/27.pe`. The holidays are lines of two days. */
export const examsForm: DocumentForm<ExamsDocument> = {
  kind: EXAMS,
  texts: "settings.exams",
  path: (query) => paths.adminSetting("exams", query),
  list: SETTINGS_LIST,
  publicPath: paths.plan,
  Fields: ExamFields,
  getLabels: (t, values) =>
    Object.fromEntries(
      toRows(values).flatMap(({ year }, n) =>
        FIELDS.map((name) => [
          `${n}.${name}`,
          [year, t(`settings.exams.${name}`)].filter(Boolean).join(", "),
        ]),
      ),
    ),
  toEntries,
  listConcerns,
  toValues: ({ years }) =>
    toValues(
      years.map(({ pe, pb, holidays, ...year }) => ({
        ...year,
        pe: pe ?? "",
        pb: pb ?? "",
        holidays: holidays.map(({ from, to }) => `${from} ${to}`).join("\n"),
      })),
    ),
  parseFields: (form, t) => {
    const rows = (form.year ?? []).map(
      (_, n) => Object.fromEntries(FIELDS.map((name) => [name, normaliseLine(form[name]?.[n] ?? "")])) as Row,
    );
    return toValues(
      rows
        .map((row, n) => ({
          ...row,
          pe: parseTypedDay(row.pe, t.locale) ?? row.pe,
          pb: parseTypedDay(row.pb, t.locale) ?? row.pb,
          holidays: parseLines(form.holidays?.[n] ?? "", t).join("\n"),
        }))
        .filter((row) => FIELDS.some((name) => row[name] !== "")),
    );
  },
  toDocument: (values) => ({
    years: toRows(values).map(({ pe, pb, holidays, ...year }) => ({
      ...year,
      pe: pe || null,
      pb: pb || null,
      holidays: holidays
        .split("\n")
        .filter(Boolean)
        .map((line) => {
          const [from, to = from, ...rest] = line.split(" ");
          return { from, to: rest.length > 0 ? "" : to };
        }),
    })),
  }),
  // `years.0.holidays.1.from` belongs to the text area `0.holidays`.
  toFormField: (field) => field.replace(/^years\./, "").replace(/\.holidays\..*/, ".holidays"),
};

/** Each line of holidays as its days in the form of `parseDay`; a line that has other text stays as it is. */
function parseLines(text: string, t: Translator): string[] {
  return text
    .split("\n")
    .map(normaliseLine)
    .filter(Boolean)
    .map((line) => {
      const days = line.split(/\s+[-–]?\s*/).map((word) => parseDay(word) ?? parseTypedDay(word, t.locale));
      return days.includes(null) ? line : days.join(" ");
    });
}

function toValues(rows: readonly Row[]): DocumentFormValues {
  const values: Record<string, string> = {};
  for (const [n, { year, ...row }] of rows.entries()) {
    const key = toRowKey(year, n, `${year}.pe` in values);
    for (const [name, value] of Object.entries(row)) values[`${key}.${name}`] = value;
  }
  return values;
}

/** The rows as submitted and checked. */
function toRows(values: DocumentFormValues): Row[] {
  const rows = new Map<string, Row>();
  for (const [key, value] of Object.entries(values)) {
    const [year, name] = [key.slice(0, key.lastIndexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
    rows.set(year, { ...(rows.get(year) ?? EMPTY_ROW), year: toRowName(year), [name]: value });
  }
  return [...rows.values()];
}

function toEntries(t: Translator, { years }: ExamsDocument): DocumentEntry[] {
  return years.flatMap(({ year, holidays, source, ...days }) =>
    [
      ...EXAM_LEVELS.map((exam) => ({ name: exam, details: formatExamDay(t, days[exam]) })),
      {
        name: "holidays",
        details: holidays.map(({ from, to }) => formatDays(from, to, t.locale)).join("; "),
      },
      { name: "source", details: source },
    ]
      .filter(({ details }) => details !== "")
      .map(({ name, details }) => ({
        key: `${year}.${name}`,
        term: `${year}, ${t(`settings.exams.${name}`)}`,
        details,
      })),
  );
}

const formatExamDay = (t: Translator, day: Day | null): string =>
  day === null ? t("settings.exams.unknown") : formatDay(day, t.locale);

/** A correction of an exam's day by more days than this is unusual. */
const MAX_MOVED_DAYS = 7;

/** What is unusual about changed days of exams that parents see, or will see. Past days are left out. */
function listConcerns(
  { t, now }: Parameters<NonNullable<DocumentForm<ExamsDocument>["listConcerns"]>>[0],
  before: ExamsDocument,
  after: ExamsDocument,
): string[] {
  const today = toDay(now);
  const find = ({ years }: ExamsDocument, year: string) => years.find((one) => one.year === year);
  const names = new Set([...before.years, ...after.years].map(({ year }) => year));
  return [...names].flatMap((year) => {
    const [old, current] = [find(before, year), find(after, year)];
    return EXAM_LEVELS.flatMap((exam) => {
      const [from, to] = [old?.[exam] ?? null, current?.[exam] ?? null];
      if (from === to || [from, to].every((day) => day === null || day < today)) return [];
      const isMoved = from !== null && to !== null;
      const [first, last] = isMoved && from > to ? [to, from] : [from, to];
      const found = {
        removed: to === null,
        dayOff: to !== null && !isWorkingDay(to),
        moved: isMoved && addDays(first ?? "", MAX_MOVED_DAYS) < (last ?? ""),
        sameSource: to !== null && old !== undefined && old.source === current?.source,
      };
      const params = {
        field: `${year}, ${t(`settings.exams.${exam}`)}`,
        from: formatExamDay(t, from),
        to: formatExamDay(t, to),
        days: MAX_MOVED_DAYS,
      };
      return Object.entries(found).flatMap(([name, isFound]) =>
        isFound ? [t(`settings.exams.concerns.${name}`, params)] : [],
      );
    });
  });
}

/** The fields of each year, and empty ones for a new year; a year whose fields are empty is dropped. */
function ExamFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const rows = [...toRows(values), EMPTY_ROW];
  return rows.map((row, n) => {
    const isNew = n === rows.length - 1;
    const field = (name: keyof Row) => ({
      name,
      id: fieldId(`${n}.${name}`),
      label: t(`settings.exams.${name}`),
      value: row[name],
      error: errors[`${n}.${name}`],
      required: false,
    });
    return (
      <FieldGroup
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and errors refer to their index
        key={n}
        id={fieldId(String(n))}
        label={isNew ? t("settings.exams.newYear") : t("settings.exams.row", { year: row.year })}
        help={isNew ? t("settings.exams.newYearHelp") : undefined}
      >
        <div className="stack">
          <TextField {...field("year")} help={t("settings.exams.yearHelp")} />
          <div className="side-by-side">
            <DateField {...field("pe")} />
            <DateField {...field("pb")} />
          </div>
          <TextArea {...field("holidays")} help={t("settings.exams.holidaysHelp")} rows={4} />
          <TextArea {...field("source")} help={t("settings.exams.sourceHelp")} rows={3} />
        </div>
      </FieldGroup>
    );
  });
}
