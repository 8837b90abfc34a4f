import type { Translator } from "@/shared/i18n/translator";
import { normaliseLine } from "@/shared/text";
import { TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { DocumentForm, FieldsProps } from "../documents";
import { BANNED_WORDS } from "./banned-words";

/**
 * The field `words`, one word on each line. Its values are the words themselves, so parallel changes of different
 * words merge.
 */
export const bannedWordsForm: DocumentForm<readonly string[]> = {
  kind: BANNED_WORDS,
  toEntries: (t, words) =>
    words.map((word) => ({ key: word, term: word, details: t("settings.bannedWords.banned") })),
  toValues: (words) => Object.fromEntries(words.map((word) => [word, "1"])),
  parseFields: ({ words = [] }) =>
    Object.fromEntries(
      (words[0] ?? "")
        .split(/\r?\n/)
        .map(normaliseLine)
        .filter((word) => word !== "")
        .map((word) => [word, "1"]),
    ),
  toDocument: (values) => Object.keys(values),
  // A word that is too long, or too many words.
  toFormField: () => "words",
};

/** All words in one text area, one on each line. */
export function BannedWordsFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const error = errors.words;
  return (
    <TextArea
      name="words"
      label={t("settings.bannedWords.label")}
      help={t("settings.bannedWords.help")}
      value={Object.keys(values).join("\n")}
      rows={16}
      spellCheck={false}
      required={false}
      {...(error ? { error } : {})}
    />
  );
}

export const getBannedWordsLabels = (t: Translator): Record<string, string> => ({
  words: t("settings.bannedWords.label"),
});
