import { normaliseLine } from "@/shared/text";
import type { DocumentForm } from "../documents";
import { BANNED_WORDS } from "./banned-words-document";

/**
 * The field `words`, one word on each line. Its values are the words themselves, so parallel changes of different
 * words merge.
 */
export const wordsForm: DocumentForm<readonly string[]> = {
  kind: BANNED_WORDS,
  facts: (t, words) => words.map((word) => ({ key: word, term: word, details: t("documents.words.banned") })),
  values: (words) => Object.fromEntries(words.map((word) => [word, "1"])),
  sent: ({ words = [] }) =>
    Object.fromEntries(
      (words[0] ?? "")
        .split(/\r?\n/)
        .map(normaliseLine)
        .filter((word) => word !== "")
        .map((word) => [word, "1"]),
    ),
  read: (values) => Object.keys(values),
  // A word that is too long, or too many words.
  fieldOf: () => "words",
};
