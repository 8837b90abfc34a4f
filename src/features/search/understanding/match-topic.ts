import { SUBJECTS } from "@/shared/codes";
import { anyOf, countWords, type Line, toPattern } from "./patterns";
import { SUBJECT_TOPICS } from "./subject-words";
import type { TokenMatch } from "./tokens";

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
