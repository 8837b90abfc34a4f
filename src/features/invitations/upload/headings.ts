import { INVITATION_COLUMNS, type InvitationColumn } from "@/shared/schemas/invitation";
import { toSlug } from "@/shared/text";

/** Further headings of columns, in both languages. The first is that of the Romanian sample file. */
const HEADINGS: { [column in InvitationColumn]: readonly [string, ...string[]] } = {
  email: ["E-mail", "Mail", "Adresa de e-mail", "Adresa e-mail", "Email address"],
  first_name: ["Prenume", "Prenumele", "First name"],
  last_name: ["Nume", "Numele", "Nume de familie", "Last name", "Surname"],
  locale: ["Limba", "Limbă", "Language"],
  phone: ["Telefon", "Număr de telefon", "Mobil", "Phone number"],
  subject: ["Materia", "Materie", "Disciplina", "Disciplină"],
  levels: ["Niveluri", "Nivel", "Nivelul", "Level"],
  county: ["Județ", "Județul"],
  neighbourhood: ["Cartier", "Cartierul", "Localitate", "Localitatea", "Oraș", "Neighborhood", "Town"],
  online: ["Lecții online"],
  price: ["Preț", "Prețul", "Tarif"],
  title: ["Titlu", "Titlul"],
  description: ["Descriere", "Descrierea"],
};

const COLUMNS = new Map(
  INVITATION_COLUMNS.flatMap((column) =>
    [column, ...HEADINGS[column]].map((heading) => [toSlug(heading), column] as const),
  ),
);

/** The column that a heading names in either language; other text stays. */
export const toColumn = (heading: string): string => COLUMNS.get(toSlug(heading)) ?? heading;

export const toRomanianHeading = (column: InvitationColumn): string => HEADINGS[column][0];
