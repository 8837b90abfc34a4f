import { withoutMarks } from "@/shared/text";

const WORD = /[\p{L}\p{N}]+/gu;
/** No name has more words than these; further words are ignored. */
const MOST = 8;

/** The typed words in lower case without diacritics, as `users_fts` holds those of people. */
export const searchWords = (typed: string): string[] =>
  (withoutMarks(typed).toLowerCase().match(WORD) ?? []).slice(0, MOST);

/**
 * What `users_fts` is asked: each word may be the beginning of one. Quoted, so that no word is taken for an operator
 * (https://sqlite.org/fts5.html#full_text_query_syntax).
 */
export const beginningWith = (words: readonly string[]): string =>
  words.map((word) => `"${word}"*`).join(" ");

/** The same question asked of one person. */
export function isFound(
  words: readonly string[],
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
): boolean {
  const own = withoutMarks(`${firstName} ${lastName} ${email}`).toLowerCase().match(WORD) ?? [];
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
