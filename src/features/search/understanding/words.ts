import { withoutMarks } from "@/shared/text";

/** Letters and digits. All other characters separate words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

export const splitWords = (text: string): string[] => text.match(WORD) ?? [];

/** Lower case without diacritics, as full text search compares. */
export const normalizeWord = (word: string): string => withoutMarks(word).toLowerCase();

/** The words of a text, normalized and joined by single spaces: the form of the phrases of the vocabulary. */
export const normalizePhrase = (text: string): string => splitWords(text).map(normalizeWord).join(" ");
