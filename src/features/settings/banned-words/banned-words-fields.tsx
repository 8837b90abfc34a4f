import type { Translator } from "@/shared/i18n/translator";
import { TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FieldsProps } from "../documents";

/** All words in one text area, one on each line. */
export function WordsFields({ values, errors }: FieldsProps) {
  const { t } = usePage();
  const error = errors.words;
  return (
    <TextArea
      name="words"
      label={t("documents.words.label")}
      help={t("documents.words.help")}
      value={Object.keys(values).join("\n")}
      rows={16}
      spellCheck={false}
      required={false}
      {...(error ? { error } : {})}
    />
  );
}

export const wordsLabels = (t: Translator): Record<string, string> => ({ words: t("documents.words.label") });
