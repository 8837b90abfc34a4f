import type { ReactNode } from "react";
import type { Translator } from "@/shared/i18n/translator";
import { paths, type Query } from "@/shared/paths";
import { usePage } from "@/ui/page-context";
import { WordsFields, wordsLabels } from "./banned-words/banned-words-fields";
import { DocumentFrame, type FieldsProps, type ShownForm } from "./documents";
import { LimitsFields, limitsLabels } from "./limits/limits-fields";

type Parts = {
  Fields: (props: FieldsProps) => ReactNode;
  labels: (t: Translator) => Record<string, string>;
};
const PARTS: Record<"limits" | "words", Parts> = {
  limits: { Fields: LimitsFields, labels: limitsLabels },
  words: { Fields: WordsFields, labels: wordsLabels },
};

type Props = {
  /** The document's key in the texts and in PARTS. */
  texts: keyof typeof PARTS;
  path: string;
  form: ShownForm;
};

/** The form of one settings document. */
export function DocumentPage({ texts, path, form }: Props) {
  const { t } = usePage();
  const { Fields, labels } = PARTS[texts];
  return (
    <DocumentFrame
      title={t(`documents.${texts}.title`)}
      lead={t(`documents.${texts}.lead`)}
      path={(query?: Query) => paths.adminSetting(path, query)}
      list={{ label: t("documents.settings.title"), path: paths.adminSettings() }}
      labels={labels(t)}
      form={form}
    >
      <Fields values={form.values} errors={form.errors ?? {}} />
    </DocumentFrame>
  );
}
