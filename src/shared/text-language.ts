import type { Locale } from "@/shared/i18n/locales";
import { withoutMarks } from "@/shared/text";

/** Languages that are told apart. Texts in `other` ones have some words of Romanian or English, too. */
type CountedLanguage = Locale | "other";

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

// Without diacritics, as many texts are written. Words that are frequent in both languages ("a", "in", "are", "face")
// and names that texts of any language have ("Cambridge", "bac") are in no list.
const WORDS: Record<CountedLanguage, ReadonlySet<string>> = {
  ro: toWordSet(`si sau de din la cu pe pentru prin dupa intre fara este sunt nu un unei o ce care cel mai foarte se sa
    le lor meu mea al ale ai isi imi iti va noi acest fiecare orice tot toate ani ore lectii lectiile meditatii ofer fac
    predau predare pregatesc pregatire invatam lucram lucrez explic ajut profesor profesoara elev elevi elevii elevilor
    copii adulti incepatori clasa clasele liceu scoala gimnaziu examen examenul teme exercitii probleme domiciliu acasa
    limba engleza romana matematica fizica chimie economie straini`),
  en: toWordSet(`the of and to for with from by at is have has will can you your my our i we they it that this but not or
    if so all any more what when how who than about lesson lessons tutoring teacher teach learn students pupils children
    adults school exam exams years hour first help practice foreigners math maths`),
  other:
    toWordSet(`les pour avec est et une dans je cours eleves und der ist mit fur ich nicht unterricht az hogy egy
    nem van vagy magyar los para con clases es il di che gli lezioni`),
};

/** A diacritic of Romanian that English lacks counts as another word. */
const ROMANIAN_LETTERS = /[ăâîșțşţ]/i;
/** Letters of neither language. */
const OTHER_LETTERS = /[äöüßőűáéíóúñçàèêœ]|[^\p{Script=Latin}\p{M}]/iu;

/** The language must have this many times the words of each other one. */
const LEAD = 2;
/** The least share of the words of a text that are in the list of its language. */
const LEAST_SHARE = 1 / 6;

/**
 * The language of a text, by its words and letters; null if that is not clear, as for names, for a third language or
 * for a text in both.
 */
export function detectTextLanguage({
  title,
  description,
}: {
  title: string;
  description: string;
}): Locale | null {
  const words = `${title} ${description}`.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const counts: Record<CountedLanguage, number> = { ro: 0, en: 0, other: 0 };
  for (const written of words) {
    const word = withoutMarks(written).toLowerCase();
    for (const language of ["ro", "en", "other"] as const) if (WORDS[language].has(word)) counts[language]++;
    if (ROMANIAN_LETTERS.test(written)) counts.ro++;
    else if (OTHER_LETTERS.test(written)) counts.other++;
  }
  const isClear = (language: Locale) =>
    counts[language] > 0 &&
    counts[language] >= words.length * LEAST_SHARE &&
    (["ro", "en", "other"] as const).every(
      (other) => other === language || counts[language] >= LEAD * counts[other],
    );
  return isClear("ro") ? "ro" : isClear("en") ? "en" : null;
}
