import { paths } from "@/shared/paths";
import { normaliseLine } from "@/shared/text";
import { TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { DocumentForm, FieldsProps } from "../documents";
import { SETTINGS_LIST } from "../settings-list";
import { BANNED_WORDS } from "./banned-words";

/**
 * The field `words`, one word on each line. Its values are the words themselves, so parallel changes of different
 * words merge.
 */
export const bannedWordsForm: DocumentForm<readonly string[]> = {
  kind: BANNED_WORDS,
  texts: "settings.bannedWords",
  path: (query) => paths.adminSetting("banned-words", query),
  list: SETTINGS_LIST,
  Fields: BannedWordsFields,
  getLabels: (t) => ({ words: t("settings.bannedWords.label") }),
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
function BannedWordsFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  return (
    <TextArea
      name="words"
      label={t("settings.bannedWords.label")}
      help={t("settings.bannedWords.help")}
      value={Object.keys(values).join("\n")}
      rows={16}
      spellCheck={false}
      required={false}
      error={errors.words}
    />
  );
}
