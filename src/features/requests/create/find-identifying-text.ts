/** A kind of school in Romanian, adjectives of its name, and the name or number. */
const ROMANIAN_NAME = new RegExp(
  "(?<!\\p{L})(?:[ȘŞSșşs]co(?:ala|lii)|[Ll]iceul(?:ui)?|[Cc]olegiul(?:ui)?|[Gg]rădiniț(?:a|ei))" +
    "(?:\\s+(?:gimnazial[ăa]|primar[ăa]|general[ăa]|național|teoretic|tehnologic))*" +
    "\\s+(?:nr\\.?\\s*)?[\"„“”']?(?:\\p{Lu}|\\d)",
  "u",
);
const ENGLISH_NAME = /\p{Lu}\p{L}+\s+(?:High School|Middle School|Primary School|School|College)(?!\p{L})/u;

/** Whether a text names a school, such as "Școala Gimnazială Nr. 5". "Probleme la școală" does not. */
export const namesSchool = (text: string): boolean => ROMANIAN_NAME.test(text) || ENGLISH_NAME.test(text);
