import type { Locale } from "@/shared/i18n/locales";
import { INVITATION_COLUMNS, type InvitationColumn } from "@/shared/schemas/invitation";
import { toSlug } from "@/shared/text";

/** Further headings of columns, in both languages. The first is that of the Romanian sample file. */
const HEADINGS: { [column in InvitationColumn]: readonly [string, ...string[]] } = {
  email: ["E-mail", "Mail", "Adresa de mail", "Adresa de e-mail", "Adresa e-mail", "Email address"],
  first_name: ["Prenume", "Prenumele", "First name"],
  last_name: ["Nume", "Numele", "Nume de familie", "Last name", "Surname"],
  locale: ["Limba", "Limbă", "Language"],
  phone: ["Telefon", "Număr de telefon", "Mobil", "Phone number"],
  subject: ["Materia", "Materie", "Disciplina", "Disciplină"],
  levels: ["Niveluri", "Nivel", "Nivelul", "Level"],
  county: ["Județ", "Județul"],
  neighbourhood: ["Cartier", "Cartierul", "Sector", "Neighborhood"],
  online: ["Lecții online"],
  price: [
    "Preț",
    "Prețul",
    "Preț/oră",
    "Preț pe oră",
    "Preț (lei)",
    "Preț (lei/oră)",
    "Tarif",
    "Tarif/oră",
    "Tarif pe oră",
    "Lei/oră",
    "Price per hour",
  ],
  title: ["Titlu", "Titlul"],
  description: ["Descriere", "Descrierea"],
};

/** The column whose cells are used where that of neighbourhoods is empty or missing. */
export const TOWN_COLUMN = "town";
const TOWN_HEADINGS = ["Localitate", "Localitatea", "Oraș", "Orașul"];

const COLUMNS = new Map<string, InvitationColumn | typeof TOWN_COLUMN>([
  ...INVITATION_COLUMNS.flatMap((column) =>
    [column, ...HEADINGS[column]].map((heading) => [toSlug(heading), column] as const),
  ),
  ...[TOWN_COLUMN, ...TOWN_HEADINGS].map((heading) => [toSlug(heading), TOWN_COLUMN] as const),
]);

/**
 * The column that a heading names in either language, also with "?" for lost letters, or `TOWN_COLUMN`; other text stays.
 */
export function toColumn(heading: string): string {
  const known = COLUMNS.get(toSlug(heading));
  if (known || !heading.includes("?")) return known ?? heading;
  const pattern = new RegExp(`^${heading.split("?").map(toSlug).join(".-?")}$`);
  return [...COLUMNS].find(([slug]) => pattern.test(slug))?.[1] ?? heading;
}

/** The headings that stand for a column, besides its own name. */
export const listHeadings = (column: InvitationColumn): readonly string[] =>
  column === "neighbourhood" ? [...HEADINGS[column], ...TOWN_HEADINGS, "Town"] : HEADINGS[column];

export const toRomanianHeading = (column: InvitationColumn): string => HEADINGS[column][0];

/** A column as an admin reads it: "Prenume (first_name)" / "first_name". */
export const nameColumn = (locale: Locale, column: InvitationColumn): string =>
  locale === "ro" ? `${toRomanianHeading(column)} (${column})` : column;
