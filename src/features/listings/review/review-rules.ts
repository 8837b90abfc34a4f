import { findContactData } from "@/shared/contact-data";
import type { FieldError } from "@/shared/errors";
import { withoutMarks } from "@/shared/text";

/** Why a text needs a review; `null` if it needs none. */
export type ReviewRule = "link" | "email" | "phone" | "banned_word" | "rewritten";

export type Text = { title: string; description: string };

/** More than this share of the words changed makes it another text. */
const REWRITTEN = 0.6;

/** Contact data in a text: learners reach teachers through the site, which keeps spam and strangers out. */
export const contactIn = ({ title, description }: Text): ReviewRule | null =>
  findContactData(`${title}\n${description}`);

/** What in a text calls for a reader, whatever it was before: contact data, or one of the `banned` words. */
export function reviewOfText(text: Text, banned: readonly string[]): ReviewRule | null {
  return contactIn(text) ?? (bannedIn(text, banned) === null ? null : "banned_word");
}

/**
 * What can't stand in a line that readers see at once, which no reviewer ever reads: a picture's words, a neighbourhood.
 * An error for `field`, or null.
 */
export function wrongLine(field: string, line: string, banned: readonly string[]): FieldError | null {
  const text = { title: "", description: line };
  if (contactIn(text)) return { field, code: "contact_in_text" };
  const word = bannedIn(text, banned);
  return word === null ? null : { field, code: "banned_word", params: { word } };
}

/** Whether a change of a listing that was approved once needs another look. An unchanged text never does. */
export function reviewOfChange(before: Text, after: Text, banned: readonly string[]): ReviewRule | null {
  if (before.title === after.title && before.description === after.description) return null;
  const rule = reviewOfText(after, banned);
  if (rule) return rule;
  return changedShare(wordsOf(before), wordsOf(after)) > REWRITTEN ? "rewritten" : null;
}

/** The first of the banned words or phrases that stands in a text; only whole words count, without case and marks. */
export function bannedIn({ title, description }: Text, banned: readonly string[]): string | null {
  const text = folded(`${title}\n${description}`);
  return (
    banned.find((phrase) => folded(phrase) !== "" && ` ${text} `.includes(` ${folded(phrase)} `)) ?? null
  );
}

/** Its words alone, each apart by one space, in small letters without marks. */
const folded = (text: string): string =>
  (
    withoutMarks(text)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  ).join(" ");

const wordsOf = ({ title, description }: Text) =>
  `${title} ${description}`.toLocaleLowerCase("ro").match(/[\p{L}\d]+/gu) ?? [];

/** 0 for the same words in any order, 1 for none in common (1 − Dice coefficient over the bags of words). */
function changedShare(before: string[], after: string[]): number {
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(word, count - 1);
  }
  const total = before.length + after.length;
  return total === 0 ? 0 : 1 - (2 * common) / total;
}
