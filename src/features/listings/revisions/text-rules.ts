import type { Ctx } from "@/context";
import { BANNED_WORDS, getDocument } from "@/features/settings";
import type { ChangeRule, TextRule } from "@/shared/codes";
import { detectContactType } from "@/shared/contact-data";
import type { FieldError } from "@/shared/errors";
import { withoutMarks } from "@/shared/text";
import type { ListingText } from "./revisions";

/** Share of changed words above which a changed text needs moderation. */
const REWRITTEN_SHARE = 0.6;

/** Words that send a text to moderation. */
export const readBannedWords = async (ctx: Ctx): Promise<readonly string[]> =>
  (await getDocument(ctx, BANNED_WORDS)).value;

/** `matchTextRule` with the banned words of the settings. */
export const findTextRule = async (ctx: Ctx, text: ListingText): Promise<TextRule | null> =>
  matchTextRule(text, await readBannedWords(ctx));

/** Why a text needs moderation, whatever it was before: it has contact data or a banned word. */
export function matchTextRule(text: ListingText, banned: readonly string[]): TextRule | null {
  return findContactRule(text) ?? (findBannedWord(text, banned) === null ? null : "banned_word");
}

/** Why a change of an approved text needs moderation. An unchanged text needs none. */
export function findChangeRule(
  before: ListingText,
  after: ListingText,
  banned: readonly string[],
): ChangeRule | null {
  if (before.title === after.title && before.description === after.description) return null;
  const rule = matchTextRule(after, banned);
  if (rule) return rule;
  return computeChangedShare(splitWords(before), splitWords(after)) > REWRITTEN_SHARE ? "rewritten" : null;
}

/**
 * Checks a text that is published without moderation: a picture's description or a neighbourhood. Returns an error of
 * `field` for contact data and banned words.
 */
export function validateUnmoderatedText(
  field: string,
  text: string,
  banned: readonly string[],
): FieldError | null {
  const description = { title: "", description: text };
  if (findContactRule(description)) return { field, code: "contact_in_text" };
  const word = findBannedWord(description, banned);
  return word === null ? null : { field, code: "banned_word", params: { word } };
}

/** Contact data is not allowed, because learners contact teachers through the site, which protects both from spam. */
export const findContactRule = ({ title, description }: ListingText): TextRule | null =>
  detectContactType(`${title}\n${description}`);

/** The first banned word or phrase in a text. Only whole words match; case and diacritics are ignored. */
export function findBannedWord(
  { title, description }: ListingText,
  banned: readonly string[],
): string | null {
  const text = ` ${normalizeWords(`${title}\n${description}`)} `;
  return banned.find((phrase) => isWordsIn(normalizeWords(phrase), text)) ?? null;
}

const isWordsIn = (words: string, text: string): boolean => words !== "" && text.includes(` ${words} `);

/** The words of a text in lower case without diacritics, separated by single spaces. */
const normalizeWords = (text: string): string =>
  (
    withoutMarks(text)
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  ).join(" ");

const splitWords = ({ title, description }: ListingText) =>
  `${title} ${description}`.toLocaleLowerCase("ro").match(/[\p{L}\d]+/gu) ?? [];

/** 0 for the same words in any order, 1 for no common word: 1 − Dice coefficient of the word multisets. */
function computeChangedShare(before: string[], after: string[]): number {
  const unmatched = new Map<string, number>();
  for (const word of before) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of after) {
    const count = unmatched.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    unmatched.set(word, count - 1);
  }
  const total = before.length + after.length;
  return total === 0 ? 0 : 1 - (2 * common) / total;
}
