import { withoutMarks } from "./text";

/** A kind of school in Romanian, adjectives of its name, and the name or number. */
const SCHOOL =
  "(?<!\\p{L})(?:[ȘŞSșşs]co(?:ala|lii)|[Ll]iceul(?:ui)?|[Cc]olegiul(?:ui)?|[Gg]r[ăa]dini[țţt](?:a|ei))" +
  "(?:\\s+(?:gimnazial[ăa]|primar[ăa]|general[ăa]|na[țţt]ional|teoretic|tehnologic))*" +
  "\\s+(?:[Nn]r\\.?\\s*)?[\"„“”']?(?:\\p{Lu}[\\p{L}.-]*|\\d+)";
const ENGLISH_SCHOOL =
  "\\p{Lu}\\p{L}+\\s+(?:High School|Middle School|Primary School|School|College)(?!\\p{L})";
/** A street without a number; one with a number is refused as an address. */
const STREET =
  "(?<!\\p{L})(?:[Ss]tr\\.|[Ss]trada|[Bb]d\\.|[Bb]-?dul\\.?|[Bb]ulevardul|[Aa]leea|[Cc]alea)\\s+(?:nr\\.?\\s*)?(?:\\p{Lu}[\\p{L}.-]*|\\d+)";
/** A name after words that introduce one. */
const NAME =
  "(?<!\\p{L})(?:[Mm][ăa] numesc|(?:[Mm][ăa]|[ÎIîi]l|[Oo]) cheam[ăa]|[Ff]i(?:ul meu|ica mea)|[Bb][ăa]iatul meu|[Ff](?:ata|eti[țţt]a) mea" +
  "|[Nn]epo(?:tul meu|ata mea)|[Mm]y name is|(?:is|am) called|[Mm]y (?:son|daughter|grandson|granddaughter|nephew|niece))" +
  ",?\\s+\\p{Lu}\\p{Ll}+(?:\\s+\\p{Lu}\\p{Ll}+)*";

/** Words after a kind of school that do not name one, without marks: "liceul meu", "școala de vară". */
const NOT_A_NAME =
  "al?|ale|am|ar|are|astazi|asta|au|azi|ca|care|cat|cea|cel|cu|cum|cand|dar|de|deja|din|dupa|e|este|fiindca|generala|gimnaziala|in|incepe|la|" +
  "mai|ma|mea|meu|mi|ne|noastra|noi|nostru|nou|noua|nu|online|pana|pe|pentru|postliceala|primara|respectiv|s|sa|sau|se|si|" +
  "sunt|ta|tau|te|teoretic|unde|va|vechea|vechi|vine|vreau";
/** The same as `SCHOOL` as pupils type it, in lower case without marks: "sunt la colegiul stefan cel mare". */
const TYPED_SCHOOL = new RegExp(
  "(?<!\\p{L})(?:scoala|scolii|liceul(?:ui)?|colegiul(?:ui)?)(?:\\s+(?:gimnaziala|primara|generala|national|teoretic|tehnologic))*" +
    `\\s+(?:nr\\.?\\s*)?(?:\\d+|(?!(?:${NOT_A_NAME})(?!\\p{L}))\\p{L}{3,})`,
  "u",
);
const SCHOOL_OR_STREET = new RegExp([ENGLISH_SCHOOL, STREET].join("|"), "u");

/** Whether a text seems to name a school or a street. */
export const namesSchoolOrStreet = (text: string): boolean =>
  SCHOOL_OR_STREET.test(text) || TYPED_SCHOOL.test(withoutMarks(text.toLowerCase()));

const IDENTIFYING = new RegExp([SCHOOL, ENGLISH_SCHOOL, STREET, NAME].join("|"), "u");

/**
 * The first name of a school, a street or a person in a text, such as "Școala Gimnazială Nr. 5"; null if none is found.
 * "Probleme la școală" names none.
 */
export const findIdentifyingText = (text: string): string | null => text.match(IDENTIFYING)?.[0] ?? null;
