import generalEn from "@locales/general/en.json";
import generalRo from "@locales/general/ro.json";
import invitationsEn from "@locales/invitations/en.json";
import invitationsRo from "@locales/invitations/ro.json";
import { expect, it } from "vitest";
import { toMailbox } from "@/features/invitations/address-hasher";
import { decodeCsv } from "@/features/invitations/upload/decode-csv";
import { describeProblem } from "@/features/invitations/upload/describe-problem";
import { formatRows, groupProblems } from "@/features/invitations/upload/group-problems";
import { parseUpload } from "@/features/invitations/upload/parse-upload";
import type { Locale } from "@/shared/i18n/locales";
import { createTranslator } from "@/shared/i18n/translator";

const TEXTS = {
  en: createTranslator("en", { general: generalEn, invitations: invitationsEn }),
  ro: createTranslator("ro", { general: generalRo, invitations: invitationsRo }),
};
const translator = (locale: Locale) => TEXTS[locale];
const parse = (csv: string, locale: Locale = "ro") =>
  parseUpload({ now: Date.UTC(2026, 10, 28), locale, translator }, csv);
const ROW = {
  email: "ana@scoala.ro",
  first_name: "Ana",
  last_name: "Pop",
  locale: "ro",
  phone: "0712 345 678",
  subject: "Matematică",
  levels: "Gimnaziu|h",
  county: "Cluj",
  neighbourhood: "Mănăștur",
  online: "da",
  price: "80,50",
  title: "Matematică",
  description: "",
};
const GARBLED = "letters are damaged. Save the file again as CSV UTF-8.";
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const toFile = (...rows: object[]) =>
  [Object.keys(ROW), ...rows.map(Object.values)]
    .map((cells) => cells.map((cell) => quote(String(cell))).join(","))
    .join("\n");
const parseOne = (overrides: Partial<typeof ROW>) => {
  const parsed = parse(toFile({ ...ROW, ...overrides }));
  return parsed.ok ? parsed.value.rows[0] : undefined;
};

it("reads what spreadsheets save: separators, quotes, line ends, a mark, any order, names or codes, a lost 0", () => {
  const text =
    'Title;email;First_name;last_name;county;locale;subject;levels;price;phone;colour;description\r\n"Lecții; ""clare""";ANA@Scoala.ro;Ana;Pop;bucuresti;RO;english;High school|m;1.000;712345678;red;"Primul rând\r\nal doilea"\r\n;;;;;;;;;;;\r\nx;b@scoala.ro;Ion;Pop;;en;en;;;;;\r\n';
  for (const bytes of [
    new TextEncoder().encode(`\uFEFF${text}`),
    Uint8Array.from([
      0xff,
      0xfe,
      ...new Uint8Array(Uint16Array.from([...text].map((c) => c.charCodeAt(0))).buffer),
    ]),
    // windows-1250 has no ț with a comma below, only the cedilla that Romanian computers wrote for it.
    Uint8Array.from([...text].map((c) => (c === "ț" ? 0xfe : c === "â" ? 0xe2 : c.charCodeAt(0)))),
  ]) {
    const parsed = parse(decodeCsv(bytes.buffer as ArrayBuffer));
    expect(parsed).toMatchObject({ ok: true, value: { unknownColumns: ["colour"] } });
    if (!parsed.ok) return;
    const [first, second] = parsed.value.rows;
    expect(first).toMatchObject({
      row: 2,
      email: "ana@scoala.ro",
      teacher: {
        locale: "ro",
        draft: {
          phone_number: "+40712345678",
          listing: {
            title: 'Lecții; "clare"',
            subject: "en",
            levels: ["h", "m"],
            county: "b",
            price: 100_000,
            online: false,
            description: "Primul rând\nal doilea",
          },
        },
      },
      problems: [],
    });
    // The empty row counts.
    expect(second).toMatchObject({
      row: 4,
      teacher: { locale: "en", draft: { listing: { price: null, county: null } } },
    });
  }
});

it.each<[Partial<typeof ROW>, string, string]>([
  [{}, "", ""],
  [{ email: "ana" }, "email", "write an email address, such as ana.pop@example.ro."],
  [
    { email: "ana.pop@example.com" },
    "email",
    "this is the address of an example. Write the teacher’s address, or delete the row.",
  ],
  [{ first_name: "" }, "first_name", "the first name is missing."],
  ...["mate, fizică", "Matematică și chimie"].map((subject): [Partial<typeof ROW>, string, string] => [
    { subject },
    "subject",
    "write one subject only: the teacher adds the others later.",
  ]),
  [
    { subject: "Chimie", levels: "pe|Gimnaziu" },
    "levels",
    "this subject is not part of this exam. Delete the exam from the cell.",
  ],
  // The letters of "Țîrlea" in windows-1252 and windows-1250, and those that an encoding does not have.
  [{ last_name: "ÈšÃ®rlea" }, "last_name", GARBLED],
  [{ last_name: "Mure\u010c\u2122an" }, "last_name", GARBLED],
  [{ first_name: "?tefan" }, "first_name", GARBLED],
  [{ first_name: "Ion\uFFFD" }, "first_name", GARBLED],
  [{ description: "Lecții de matematicÄƒ" }, "description", GARBLED],
  [{ neighbourhood: "Mănă?tur" }, "neighbourhood", GARBLED],
  [{ county: "Timi?" }, "county", GARBLED],
  [{ subject: "Muzic?" }, "subject", GARBLED],
  [{ title: "Matematic? pe în?eles" }, "title", GARBLED],
  ...[
    "Ștefan José Țîrlea-Müller Šimić",
    "Ștefan-Cătălin O'Brien",
    "Szabó",
    "BĂŞESCU",
    "RÂŞNOV",
    "CĂŞTII",
    "Ăştia",
  ].map((last_name): [Partial<typeof ROW>, string, string] => [{ last_name }, "", ""]),
  [
    {
      title: "CURS „MATEMATICĂ”",
      description: "ROMÂNĂ–MATEMATICĂ, LIMBA ROMÂNĂ…, limba română…” Ce învățăm? Tot.",
      neighbourhood: "MĂNĂŞTUR",
    },
    "",
    "",
  ],
  [
    { last_name: "Pop 0712345678" },
    "last_name",
    "write a name with letters, at most 60 characters, without contact data.",
  ],
  [{ locale: "fr" }, "locale", "write ro or en, or leave the cell empty."],
  [
    { phone: "12" },
    "phone",
    "write a Romanian phone number, for example 0712 345 678, or leave the cell empty.",
  ],
  [{ subject: "" }, "subject", "the subject is missing. “Columns of the file” lists the subjects."],
  [
    { subject: "Astrologie" },
    "subject",
    "write one subject, for example Mathematics. “Columns of the file” lists them.",
  ],
  [
    { levels: "Gimnaziu, Liceul" },
    "levels",
    "write levels separated by | or a comma, for example Middle school, High school. “Columns of the file” lists them.",
  ],
  [
    { county: "Transilvania" },
    "county",
    "write the name of a county, for example Cluj, or leave the cell empty.",
  ],
  [{ online: "poate" }, "online", "write yes or no."],
  [
    { price: "optzeci" },
    "price",
    "write a number of lei from 10 to 1,000, for example 80, or leave the cell empty.",
  ],
  [
    { price: "5" },
    "price",
    "write a number of lei from 10 to 1,000, for example 80, or leave the cell empty.",
  ],
  [{ title: "x".repeat(81) }, "title", "Too long: use at most 80 characters."],
  [{ description: "Sunați la 0712 345 678." }, "description", generalEn.errors.contact_in_text],
])("%j: %s %s", (overrides, field, cure) => {
  const row = parseOne(overrides);
  expect(row?.problems.map((problem) => [problem.field, describeProblem(TEXTS.en, problem)])).toEqual(
    field ? [[field, cure]] : [],
  );
  expect(row?.teacher === null).toBe(field !== "");
});

it.each<[Partial<typeof ROW>, object]>([
  [{ levels: "Gimnaziu, Liceu" }, { levels: ["m", "h"] }],
  [{ levels: "gimnaziu; EN/Bac" }, { levels: ["m", "pe", "pb"] }],
  [
    { subject: "L. română", levels: "primar" },
    { subject: "ro", levels: ["e"] },
  ],
  [{ subject: "mate" }, { subject: "m" }],
  [
    { subject: "Pian", title: "" },
    { subject: "mu", title: "Lecții de pian" },
  ],
  [
    { subject: "IELTS", title: "", locale: "en" },
    { subject: "en", title: "IELTS lessons" },
  ],
  [
    { subject: "vioară", title: "Vioară pentru copii" },
    { subject: "mu", title: "Vioară pentru copii" },
  ],
  [
    { county: "Sector 3", neighbourhood: "" },
    { county: "b", neighbourhood: "Sector 3" },
  ],
  [{ county: "jud. Cluj" }, { county: "cj" }],
  [{ price: "80 lei/oră" }, { price: 8000 }],
  [{ price: "80,00 lei / h" }, { price: 8000 }],
  [{ price: "80 RON pe ora" }, { price: 8000 }],
])("understands what tables write: %j", (overrides, listing) => {
  const row = parseOne(overrides);
  expect(row?.problems).toEqual([]);
  expect(row?.teacher?.draft.listing).toMatchObject(listing);
});

it("understands headings in Romanian, and writes in Romanian without a language", () => {
  const parsed = parse(
    "Nume;Prenume;E-mail;Telefon;Disciplina;Județ;Preț\nPop;Ana;ana@scoala.ro;;matematica;Ardeal;80",
  );
  expect(parsed.ok && parsed.value).toMatchObject({
    headings: { county: "Județ" },
    unknownColumns: [],
    rows: [{ name: "Ana Pop", problems: [{ field: "county", typed: "Ardeal" }] }],
  });
  const fine = parse("Nume;Prenume;E-mail;Materia\nPop;Ana;ana@scoala.ro;Matematică");
  expect(fine.ok && fine.value.rows[0]?.teacher?.locale).toBe("ro");
  // What is missing and what was not understood, in the language of the page.
  const names = parse("Nume și prenume;Adresa de mail;Materia\nAna Pop;ana@scoala.ro;mate");
  expect(names).toMatchObject({
    refusal: {
      fields: [
        {
          code: "unrecognized_columns",
          params: { columns: "Prenume (first_name), Nume (last_name)", unknown: "Nume și prenume" },
        },
      ],
    },
  });
  // The neighbourhood is the more precise place.
  const places = parse(
    "Nume;Prenume;E-mail;Materia;Localitate;Cartier\nPop;Ana;ana@scoala.ro;mate;Cluj-Napoca;Mănăștur\nPop;Ion;ion@scoala.ro;mate;Turda;",
  );
  expect(places.ok && places.value.rows.map(({ teacher }) => teacher?.draft.listing.neighbourhood)).toEqual([
    "Mănăștur",
    "Turda",
  ]);
  // Also with lost letters.
  const lost = parse("Nume;Prenume;E-mail;Materia;Jude?;Pre? / or?\nPop;Ana;ana@scoala.ro;mate;Cluj;80");
  expect(lost.ok && lost.value).toMatchObject({
    unknownColumns: [],
    rows: [{ teacher: { draft: { listing: { county: "cj", price: 8000 } } } }],
  });
});

it.each([
  ["email_has_account", "this address has an account already."],
  ["email_invited", "this address was invited already."],
  ["email_refused", "this person had an invitation before and must not be invited again."],
  ["email_expired", "this person did not answer an invitation and must not be invited again."],
  [
    "email_repeated",
    "the same address is in row 2. Keep one row with one subject: the teacher adds the others later.",
  ],
])("says what is wrong with the address: %s", (code, text) => {
  expect(describeProblem(TEXTS.en, { field: "email", code, params: { earlier: 2 } })).toBe(text);
});

it("warns of an address that looks mistyped, and of texts that are too short for a listing, but not of empty ones", () => {
  const { teacher, warnings } =
    parseOne({ email: "ana@yahoo.no", title: "Mate", description: "Scurt." }) ?? {};
  expect(teacher?.email).toBe("ana@yahoo.no");
  expect(warnings?.map((warning) => [warning.field, describeProblem(TEXTS.en, warning)])).toEqual([
    ["email", "did you mean ana@yahoo.ro? If the address is right, leave it."],
    ["title", "Too short: use at least 10 characters."],
    ["description", "Too short: use at least 40 characters."],
  ]);
  expect(parseOne({ title: "", description: "" })?.warnings).toEqual([]);
});

it.each<[string, string]>([
  ["", "missing_columns"],
  ["email,first_name\nana@scoala.ro,Ana", "missing_columns"],
  [toFile(ROW).replace("title", "Cartier"), "repeated_columns"],
  [toFile(), "no_rows"],
  [toFile(...Array(501).fill(ROW)), "too_many_rows"],
])("refuses a file: %#", (csv, code) => {
  expect(parse(toFile(...Array(500).fill(ROW))).ok).toBe(true);
  expect(parse(csv)).toMatchObject({ ok: false, refusal: { fields: [{ field: "csv", code }] } });
});

it.each([
  ["ana.pop+lectii@gmail.com", "anapop@gmail.com"],
  ["a.n.a.pop@googlemail.com", "anapop@gmail.com"],
  ["ana.pop+a+b@scoala.ro", "ana.pop@scoala.ro"],
  ["+ana@scoala.ro", "+ana@scoala.ro"],
])("%s reaches %s", (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox);
});

it("groups the same mistake of several rows, the most frequent first, with its cells", () => {
  const counties = ["Clij", "Cluj", "Clij", "Clij", "Iasy"];
  const rows = counties.map((county, n) => ({ ...ROW, email: `t${n}@scoala.ro`, county }));
  const parsed = parse(toFile({ ...ROW, phone: "12" }, ...rows));
  const groups = parsed.ok ? groupProblems(parsed.value.rows) : [];
  expect(groups.map(({ problem, person, ...group }) => ({ field: problem.field, person, ...group }))).toEqual(
    [
      {
        field: "county",
        person: "Ana Pop",
        rows: [3, 5, 6, 7],
        cells: [
          { typed: "Clij", rows: [3, 5, 6] },
          { typed: "Iasy", rows: [7] },
        ],
      },
      { field: "phone", person: "Ana Pop", rows: [2], cells: [{ typed: "12", rows: [2] }] },
    ],
  );
  expect(groups.map((group) => formatRows(group.rows))).toEqual(["3, 5–7", "2"]);
});

it("names rows with too many cells or an open quotation mark", () => {
  const header = "email,first_name,last_name,locale,subject,description\n";
  const parsed = parse(
    `${header}a@scoala.ro,Ana,Pop,ro,m,clar, simplu\nb@scoala.ro,Ion,Pop,ro,m,"clar\nc@scoala.ro,Ion,Pop,ro,m,x`,
  );
  expect(parsed.ok && parsed.value.rows.map(({ row, problems }) => [row, problems])).toEqual([
    [2, [{ field: "row", code: "too_many_cells" }]],
    [3, [{ field: "row", code: "open_quotation" }]],
  ]);
});
