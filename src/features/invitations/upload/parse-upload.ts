import Papa from "papaparse";
import { LEVEL_PHRASES, SUBJECT_PHRASES, SUBJECT_TOPICS } from "@/features/search";
import {
  COUNTY_CODES,
  type County,
  countyName,
  countySeat,
  isLevelOf,
  LEVELS,
  type Level,
  SUBJECTS,
  type Subject,
} from "@/shared/codes";
import { hasNoContactData } from "@/shared/contact-data";
import { type FieldError, invalid, ok, type Result } from "@/shared/errors";
import { isLocale, LOCALES, type Locale } from "@/shared/i18n/locales";
import type { Translator } from "@/shared/i18n/translator";
import { toPlainDecimal } from "@/shared/numbers";
import { teacherInformationSchema } from "@/shared/schemas/accounts";
import { validate } from "@/shared/schemas/field-errors";
import {
  INVITATION_COLUMNS,
  type InvitationColumn,
  type InvitationDraft,
  REQUIRED_COLUMNS,
  UPLOAD_LIMITS,
} from "@/shared/schemas/invitation";
import { draftListingSchema, listingSchema, toListingInput } from "@/shared/schemas/listing";
import { specialUserSchema } from "@/shared/schemas/users";
import { suggestAddress } from "@/shared/suggest-address";
import { toSlug } from "@/shared/text";
import { nameColumn, TOWN_COLUMN, toColumn } from "./headings";
import { isGarbled, isGarbledName } from "./is-garbled";

/** What the language of pages and the calendar decide about a file. */
type UploadContext = { now: number; locale: Locale; translator(locale: Locale): Translator };

export type InvitedTeacher = { email: string; locale: Locale; draft: InvitationDraft };

/**
 * A row of a file. `teacher` is null if the row has problems; their `field` is a column, or `row`. `warnings` are of texts
 * that the teacher must complete before the listing is sent, of an address that looks mistyped, and of a county seat.
 */
export type UploadRow = {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  email: string;
  /** The name as it is in the file. */
  name: string;
  teacher: InvitedTeacher | null;
  problems: UploadProblem[];
  warnings: UploadProblem[];
};
/** `typed` is the cell. */
export type UploadProblem = FieldError & { typed?: string };
/** `headings` are those of the file by column. */
export type ParsedUpload = {
  rows: UploadRow[];
  unknownColumns: string[];
  headings: { readonly [column: string]: string };
};

/**
 * Reads the text of a CSV file with one teacher a row: what a spreadsheet of either language saves, with a separator of
 * comma, semicolon or tab, and columns in any order. Headings and codes may be written as names in either language. The
 * rules of the fields are those of accounts and of listings' drafts.
 * @returns `invalid` on the field `csv` with `missing_columns`, `unrecognized_columns` (some are missing, others have
 * unknown names), `repeated_columns`, `no_rows` or `too_many_rows`
 */
export function parseUpload(ctx: UploadContext, csv: string): Result<ParsedUpload> {
  const text = csv.replace(/^\uFEFF/, "");
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: findSeparator(text) });
  const headings = (data[0] ?? []).map((name) => name.trim());
  const header = headings.map((name) => toColumn(name.toLowerCase()));
  const missing = REQUIRED_COLUMNS.filter((name) => !header.includes(name));
  const unknownColumns = headings.filter((name, n) => name !== "" && !isColumn(header[n]));
  if (missing.length > 0) {
    const columns = missing.map((name) => nameColumn(ctx.locale, name)).join(", ");
    const unknown = unknownColumns.join(", ");
    return refuseFile(unknown ? "unrecognized_columns" : "missing_columns", { columns, unknown });
  }

  const repeated = headings.filter(
    (_, n) => isColumn(header[n]) && header.filter((name) => name === header[n]).length > 1,
  );
  if (repeated.length > 0) return refuseFile("repeated_columns", { columns: repeated.join(", ") });

  const filled = data.slice(1).filter((cells) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length > UPLOAD_LIMITS.rows) return refuseFile("too_many_rows", { max: UPLOAD_LIMITS.rows });

  const brokenRows = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  const toCode = createCodeFinder(ctx);
  const rows = data.flatMap((cells, index): UploadRow[] => {
    if (index === 0 || cells.every((cell) => cell.trim() === "")) return [];
    const getCell = (column: string) => (cells[header.indexOf(column)] ?? "").trim();
    const parsed = parseRow(
      ctx,
      toCode,
      (name) => getCell(name) || (name === "neighbourhood" ? getCell(TOWN_COLUMN) : ""),
    );
    const shape = brokenRows.has(index)
      ? "open_quotation"
      : cells.slice(header.length).some((cell) => cell.trim() !== "")
        ? "too_many_cells"
        : null;
    // Cells of a broken row are in wrong columns.
    const problems = shape ? [{ field: "row", code: shape }] : parsed.problems;
    return [{ ...parsed, row: index + 1, teacher: problems.length > 0 ? null : parsed.teacher, problems }];
  });
  if (rows.length === 0) return refuseFile("no_rows");
  return ok({
    rows,
    unknownColumns,
    headings: Object.fromEntries(
      header.map((column, n) => [
        column === TOWN_COLUMN && !header.includes("neighbourhood") ? "neighbourhood" : column,
        headings[n] ?? column,
      ]),
    ),
  });
}

/** The text of a file with only some of its rows, as a spreadsheet counts them. */
export function selectRows(csv: string, rows: readonly number[]): string {
  const text = csv.replace(/^\uFEFF/, "");
  const delimiter = findSeparator(text);
  const { data } = Papa.parse<string[]>(text, { delimiter });
  return Papa.unparse(
    data.filter((_, index) => index === 0 || rows.includes(index + 1)),
    { delimiter, newline: "\n" },
  );
}

const isSubject = (code: string) => SUBJECTS.some((known) => known === code);
const isColumn = (name: string | undefined) =>
  name === TOWN_COLUMN || INVITATION_COLUMNS.some((known) => known === name);

const refuseFile = (code: string, params?: FieldError["params"]) =>
  invalid([{ field: "csv", code, ...(params ? { params } : {}) }]);

/** The separator that the header has most often: names of columns contain none of them. */
function findSeparator(text: string): string {
  const header = text.split(/[\r\n]/, 1)[0] ?? "";
  const count = (separator: string) => header.split(separator).length;
  return [",", ";", "\t"].reduce((best, other) => (count(other) > count(best) ? other : best));
}

const SETS = {
  subject: SUBJECTS,
  levels: LEVELS,
  county: COUNTY_CODES,
  online: ["1", ""],
} as const satisfies Partial<Record<InvitationColumn, readonly string[]>>;
type CodeColumn = keyof typeof SETS;

const ONLINE_WORDS = { "1": ["yes", "da", "true", "x"], "": ["no", "nu", "false", "0"] };

/** What tables call codes besides their names, and besides what the search understands. */
const MORE_PHRASES: readonly (readonly [column: CodeColumn, code: string, phrases: string])[] = [
  ["levels", "pe", "en, ev nationala, ev nat"],
  ["county", "b", "sector 1, sector 2, sector 3, sector 4, sector 5, sector 6"],
  ...SUBJECTS.map((code) => ["subject", code, SUBJECT_PHRASES[code]] as const),
  ...Object.entries(SUBJECT_TOPICS).map(([code, topics]) => ["subject", code, topics] as const),
  ...LEVEL_PHRASES.flatMap(([levels, phrases]) =>
    levels.length === 1 ? [["levels", levels[0] ?? "", phrases] as const] : [],
  ),
];
/** Words before a name that say what it is: "jud. Cluj", "L. română". */
const PREFIXES: { [column in CodeColumn]?: RegExp } = {
  county: /^(jud|judet|judetul|mun|municipiul)-/,
  subject: /^(l|lb|limba)-/,
};

/**
 * A function that finds the code of a typed code, name in either language or usual phrase; other text stays, for the
 * schema to refuse.
 */
function createCodeFinder({ translator }: UploadContext): (column: CodeColumn, typed: string) => string {
  const names = {
    subject: (code: string) => LOCALES.map((locale) => translator(locale)(`general.subjects.${code}`)),
    levels: (code: string) => LOCALES.map((locale) => translator(locale)(`general.levels.${code}`)),
    county: (code: string) => [countyName(code as County), countySeat(code as County)],
    online: (code: string) => ONLINE_WORDS[code as keyof typeof ONLINE_WORDS],
  };
  const toKey = (column: CodeColumn, name: string) =>
    `${column} ${toSlug(name).replace(PREFIXES[column] ?? "", "")}`;
  const codes = new Map([
    ...MORE_PHRASES.flatMap(([column, code, phrases]) =>
      phrases.split(",").map((phrase) => [toKey(column, phrase), code] as const),
    ),
    ...Object.entries(SETS).flatMap(([column, list]) =>
      list.flatMap((code) =>
        [...names[column as CodeColumn](code), code].map(
          (name) => [toKey(column as CodeColumn, name), code] as const,
        ),
      ),
    ),
  ]);
  return (column, typed) => codes.get(toKey(column, typed)) ?? typed;
}

/** The seat of a county if it is typed instead of the county, which has another name; otherwise "". */
function findSeat(code: string, typed: string): string {
  const county = COUNTY_CODES.find((known) => known === code);
  const seat = county && countySeat(county);
  if (!seat || toSlug(seat) === toSlug(countyName(county))) return "";
  return toSlug(typed).replace(PREFIXES.county ?? "", "") === toSlug(seat) ? seat : "";
}

const TOPICS: { [column in Subject]?: readonly string[] } = Object.fromEntries(
  Object.entries(SUBJECT_TOPICS).map(([code, topics]) => [code, topics.split(",").map(toSlug)]),
);

/** The title of a row whose subject is an instrument or certificate: "Lecții de pian". "" for other subjects. */
function proposeTitle(t: Translator, typed: string): string {
  const subject = SUBJECTS.find((code) => TOPICS[code]?.includes(toSlug(typed)));
  if (!subject) return "";
  // Certificates are names.
  const topic = t.locale === "ro" && subject === "mu" ? typed.toLocaleLowerCase("ro") : typed;
  return t("invitations.page.usualTitle", { topic });
}

/** Input fields that have another name than their column. */
const COLUMN_OF_FIELD: Readonly<Record<string, InvitationColumn>> = { phone_number: "phone" };

const NAMES = ["first_name", "last_name"] as const satisfies InvitationColumn[];
/** The code of a text that lost its letters. */
export const GARBLED = "garbled";
/** The code of an address that looks mistyped, but may be right. */
export const MISTYPED = "email_mistyped";

/** Whether a level is an exam that the subject is not part of. */
const hasOtherExam = ({ subject, levels }: { subject: Subject; levels: readonly Level[] }): boolean =>
  levels.some((level) => !isLevelOf(level, [subject]));

/** Addresses of examples, such as that of the sample file. */
const EXAMPLE_ADDRESS = /@example\.(com|net|org|ro)$/i;
/** The code of a county seat in the column of counties, which is read as its county. */
export const COUNTY_SEAT = "county_seat";
/** What prices end with; they are those of an hour anyway. */
const PER_HOUR = /\s*(\/|\bpe\s|\bper\s)\s*(or[ăa]|h|hour|60\s*min(ute)?)\.?$/i;

const FREE_TEXTS = ["title", "description"] as const satisfies InvitationColumn[];
const LISTING_TEXTS = [...FREE_TEXTS, "neighbourhood"] as const satisfies InvitationColumn[];
const PROPER_NAMES = [...NAMES, "neighbourhood"] as const satisfies InvitationColumn[];

function parseRow(
  { now, locale: pageLocale, translator }: UploadContext,
  toCode: ReturnType<typeof createCodeFinder>,
  cell: (name: InvitationColumn) => string,
): Omit<UploadRow, "row"> {
  const locale = cell("locale").toLowerCase() || "ro";
  const online = toCode("online", cell("online"));
  const county = toCode("county", cell("county"));
  const seat = findSeat(county, cell("county"));
  const toCellProblem = (problem: FieldError): UploadProblem => {
    const field = COLUMN_OF_FIELD[problem.field] ?? problem.field;
    const typed = INVITATION_COLUMNS.some((name) => name === field) ? cell(field as InvitationColumn) : "";
    const isLost = field in SETS && isGarbledName(typed);
    const code = field === "subject" && hasSubjects ? "several_subjects" : isLost ? GARBLED : problem.code;
    return { ...problem, field, code, ...(typed ? { typed } : {}) };
  };
  const levels = cell("levels")
    .split(/[|,;/]/)
    .map((level) => level.trim());
  const account = validate(specialUserSchema({ now }), {
    email: cell("email"),
    first_name: cell("first_name"),
    last_name: cell("last_name"),
    role: "t",
  });
  // Spreadsheets drop the 0 of a number.
  const phone = cell("phone").replace(/^(?=[237]\d{8}$)/, "0");
  const teacher = validate(teacherInformationSchema, { phone_number: phone });
  const input = toListingInput({
    subject: [toCode("subject", cell("subject"))],
    levels: levels.filter(Boolean).map((level) => toCode("levels", level)),
    county: [county],
    // Bucharest is a county, its sectors are none.
    neighbourhood: [cell("neighbourhood") || (/^sector/i.test(cell("county")) ? cell("county") : seat)],
    online: [online],
    price: [toPlainDecimal(cell("price").replace(PER_HOUR, ""), pageLocale)],
    title: [cell("title") || (isLocale(locale) ? proposeTitle(translator(locale), cell("subject")) : "")],
    description: [cell("description")],
  });
  const listing = validate(draftListingSchema, input);
  const complete = validate(listingSchema, input);
  const subjects = cell("subject").split(/[|,;/+&]|\s(?:și|si|and)\s/i);
  const hasSubjects = subjects.filter((name) => isSubject(toCode("subject", name))).length > 1;
  const problems = [
    ...[account, teacher, listing].flatMap((result) => (result.ok ? [] : (result.refusal.fields ?? []))),
    ...(EXAMPLE_ADDRESS.test(cell("email")) ? [{ field: "email", code: "email_example" }] : []),
    ...(isLocale(locale) ? [] : [{ field: "locale", code: "invalid_choice" }]),
    ...(SETS.online.some((code) => code === online) ? [] : [{ field: "online", code: "invalid_choice" }]),
    ...LISTING_TEXTS.flatMap((field) =>
      hasNoContactData(cell(field)) ? [] : [{ field, code: "contact_in_text" }],
    ),
    ...(listing.ok && hasOtherExam(listing.value) ? [{ field: "levels", code: "exam_subject" }] : []),
    ...PROPER_NAMES.flatMap((field) => (isGarbledName(cell(field)) ? [{ field, code: GARBLED }] : [])),
    ...FREE_TEXTS.flatMap((field) => (isGarbled(cell(field)) ? [{ field, code: GARBLED }] : [])),
  ].map(toCellProblem);
  const name = NAMES.map(cell).filter(Boolean).join(" ");
  if (!account.ok || !teacher.ok || !listing.ok || !isLocale(locale) || problems.length > 0) {
    return { email: cell("email").toLowerCase(), name, teacher: null, problems, warnings: [] };
  }
  const { email, first_name, last_name } = account.value;
  const { phone_number = null } = teacher.value;
  const meantEmail = suggestAddress(email);
  return {
    email,
    name,
    teacher: { email, locale, draft: { first_name, last_name, phone_number, listing: listing.value } },
    problems,
    warnings: [
      ...(meantEmail ? [{ field: "email", code: MISTYPED, params: { email: meantEmail } }] : []),
      ...(seat && listing.value.county
        ? [{ field: "county", code: COUNTY_SEAT, params: { county: countyName(listing.value.county) } }]
        : []),
      // What is empty, the teacher writes anyway.
      ...(complete.ok ? [] : (complete.refusal.fields ?? [])).filter(({ field }) =>
        LISTING_TEXTS.some((name) => name === field && cell(name) !== ""),
      ),
    ].map(toCellProblem),
  };
}
