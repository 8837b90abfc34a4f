import type { ReactNode } from "react";
import { fullName } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths, type Query } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { BannedWordsFields, getBannedWordsLabels } from "./banned-words/banned-words-form";
import { type DisplayedForm, DocumentFormPage, type FieldsProps } from "./documents";
import { getLimitsLabels, LimitsFields } from "./limits/limits-fields";
import type { SettingsDocumentSummary } from "./settings-documents";

/** Texts and page of each document. */
const PAGES: Record<string, { texts: string; path: string }> = {
  "settings/packages": { texts: "pricing.packages", path: paths.adminPricingDocument("packages") },
  "settings/vat": { texts: "pricing.vat", path: paths.adminPricingDocument("vat") },
  "settings/seller": { texts: "pricing.seller", path: paths.adminPricingDocument("seller") },
  "settings/limits": { texts: "documents.limits", path: paths.adminSetting("limits") },
  "settings/banned-words": { texts: "documents.words", path: paths.adminSetting("banned-words") },
};

type SettingsPageProps = {
  documents: readonly SettingsDocumentSummary[] /** What was just saved. */;
  done: string | null;
};

/** The settings documents with their last authors. */
export function SettingsPage({ documents, done }: SettingsPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("documents.settings.title")}
      />
      <header className="page-head">
        <h1>{t("documents.settings.title")}</h1>
        <p className="page-head__lead">{t("documents.settings.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done === null ? null : (
          <Notice tone="success" live>
            {t(`documents.${done}.done`)}
          </Notice>
        )}
        <ul className="entry-list">
          {documents.map(({ path, last }) => {
            const page = PAGES[path];
            return page ? <DocumentItem key={path} {...page} last={last} /> : null;
          })}
        </ul>
      </div>
    </div>
  );
}

function DocumentItem({
  texts,
  path,
  last,
}: {
  texts: string;
  path: string;
  last: SettingsDocumentSummary["last"];
}) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <h2 className="entry__title">
          <a href={url(path)}>{t(`${texts}.title`)}</a>
        </h2>
        <p>{t(`${texts}.lead`)}</p>
        <p className="entry__meta">
          {last ? (
            <>
              {t("documents.history.version", { version: last.version })} · <Time ts={last.ts} clock /> ·{" "}
              {last.by ? fullName(last.by) : t("documents.history.erased")}
            </>
          ) : (
            t("documents.settings.shipped")
          )}
        </p>
      </div>
    </li>
  );
}

type Parts = {
  Fields: (props: FieldsProps) => ReactNode;
  labels: (t: Translator) => Record<string, string>;
};
const FORM_PARTS: Record<"limits" | "words", Parts> = {
  limits: { Fields: LimitsFields, labels: getLimitsLabels },
  words: { Fields: BannedWordsFields, labels: getBannedWordsLabels },
};

type DocumentPageProps = {
  /** The document's key in the texts and in PARTS. */
  texts: keyof typeof FORM_PARTS;
  path: string;
  form: DisplayedForm;
};

/** The form of one settings document. */
export function DocumentPage({ texts, path, form }: DocumentPageProps) {
  const { t } = usePage();
  const { Fields, labels } = FORM_PARTS[texts];
  return (
    <DocumentFormPage
      title={t(`documents.${texts}.title`)}
      lead={t(`documents.${texts}.lead`)}
      path={(query?: Query) => paths.adminSetting(path, query)}
      list={{ label: t("documents.settings.title"), path: paths.adminSettings() }}
      labels={labels(t)}
      form={form}
    >
      <Fields values={form.values} errors={form.errors ?? {}} />
    </DocumentFormPage>
  );
}
