import { SUBJECTS, type Subject } from "@/shared/codes";
import { INSTRUMENTS } from "./equivalent-words";
import { anyOf, countWords, type Line, toPattern } from "./patterns";
import type { TokenMatch } from "./tokens";

/**
 * Instruments and certificates of a single subject. Not here: words with another meaning, as "cor", "bas", "viola" and
 * "pet", and certificates of several languages, as TELC.
 */
export const SUBJECT_TOPICS: Partial<Record<Subject, string>> = {
  mu: `${INSTRUMENTS.replaceAll(/[\s,]+/g, ",")},double bass`,
  en: `cambridge, ielts, toefl, toeic, cae, fce, cpe, ket, b2 first, c1 advanced, c2 proficiency, first certificate`,
  fr: "delf, dalf",
  de: "goethe, testdaf, dsd, dsh",
  sp: "dele, siele",
};

const TOPICS = SUBJECTS.flatMap((subject) => {
  const phrases = SUBJECT_TOPICS[subject];
  return phrases ? [{ subject, pattern: toPattern(anyOf(phrases)) }] : [];
});

/** An instrument or certificate. Titles have these words, so they stay words of the search. */
export function matchTopic(line: Line, at: number): TokenMatch | null {
  for (const { subject, pattern } of TOPICS) {
    const length = countWords(line, at, pattern);
    if (length > 0) return { length, filters: { subject: [subject] }, isSearchedAsText: true };
  }
  return null;
}
