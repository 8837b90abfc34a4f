import type { ReactNode } from "react";
import { formatFullName } from "@/shared/format";
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

/** Message prefix and page of each document. */
const DOCUMENT_PAGES: Record<string, { messagePrefix: string; path: string }> = {
  "settings/packages": { messagePrefix: "pricing.packages", path: paths.adminPricingDocument("packages") },
  "settings/vat": { messagePrefix: "pricing.vat", path: paths.adminPricingDocument("vat") },
  "settings/seller": { messagePrefix: "pricing.seller", path: paths.adminPricingDocument("seller") },
  "settings/limits": { messagePrefix: "settings.limits", path: paths.adminSetting("limits") },
  "settings/banned-words": {
    messagePrefix: "settings.bannedWords",
    path: paths.adminSetting("banned-words"),
  },
};

type SettingsPageProps = {
  documents: readonly SettingsDocumentSummary[];
  /** The key of the document that was just saved. */
  done: string | null;
};

/** The settings documents with their last authors. */
export function SettingsPage({ documents, done }: SettingsPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("settings.settings.title")}
      />
      <header className="page-head">
        <h1>{t("settings.settings.title")}</h1>
        <p className="page-head__lead">{t("settings.settings.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done === null ? null : (
          <Notice tone="success" live>
            {t(`settings.${done}.done`)}
          </Notice>
        )}
        <ul className="entry-list">
          {documents.map(({ path, last }) => {
            const page = DOCUMENT_PAGES[path];
            return page ? <DocumentItem key={path} {...page} last={last} /> : null;
          })}
        </ul>
      </div>
    </div>
  );
}

function DocumentItem({
  messagePrefix,
  path,
  last,
}: {
  messagePrefix: string;
  path: string;
  last: SettingsDocumentSummary["last"];
}) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <h2 className="entry__title">
          <a href={url(path)}>{t(`${messagePrefix}.title`)}</a>
        </h2>
        <p>{t(`${messagePrefix}.lead`)}</p>
        <p className="entry__meta">
          {last ? (
            <>
              {t("settings.history.version", { version: last.version })} · <Time ts={last.ts} clock /> ·{" "}
              {last.by ? formatFullName(last.by) : t("settings.history.erased")}
            </>
          ) : (
            t("settings.settings.unchanged")
          )}
        </p>
      </div>
    </li>
  );
}

type FormParts = {
  Fields: (props: FieldsProps) => ReactNode;
  getLabels: (t: Translator) => Record<string, string>;
};
const FORM_PARTS: Record<"limits" | "bannedWords", FormParts> = {
  limits: { Fields: LimitsFields, getLabels: getLimitsLabels },
  bannedWords: { Fields: BannedWordsFields, getLabels: getBannedWordsLabels },
};

type DocumentPageProps = {
  /** The document's key in the messages and in FORM_PARTS. */
  name: keyof typeof FORM_PARTS;
  path: string;
  form: DisplayedForm;
};

/** The form of one settings document. */
export function DocumentPage({ name, path, form }: DocumentPageProps) {
  const { t } = usePage();
  const { Fields, getLabels } = FORM_PARTS[name];
  return (
    <DocumentFormPage
      title={t(`settings.${name}.title`)}
      lead={t(`settings.${name}.lead`)}
      path={(query?: Query) => paths.adminSetting(path, query)}
      list={{ label: t("settings.settings.title"), path: paths.adminSettings() }}
      labels={getLabels(t)}
      form={form}
    >
      <Fields values={form.values} errors={form.errors ?? {}} />
    </DocumentFormPage>
  );
}
