import type { ReactNode } from "react";
import { paths, type Query } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type DisplayedForm, type DocumentEntry, DocumentFormPage, type FieldsProps } from "../documents";
import { getPackageLabels, PackageFields } from "./package-fields";
import type { PricingDocument } from "./pricing-documents";
import { getSellerLabels, SellerFields } from "./seller-form";
import { getVatLabels, VatFields } from "./vat-form";

type PricingEntry = { name: PricingDocument; entries: DocumentEntry[] };

/** The pricing documents. `done` is the document just saved. */
export function PricingPage({
  documents,
  done,
}: {
  documents: PricingEntry[];
  done: PricingDocument | null;
}) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("pricing.title")}
      />
      <header className="page-head">
        <h1>{t("pricing.title")}</h1>
        <p className="page-head__lead">{t("pricing.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done ? (
          <Notice tone="success" live>
            {t(`pricing.${done}.done`)}
          </Notice>
        ) : null}
        {documents.map((document) => (
          <PricingDocumentPanel key={document.name} {...document} />
        ))}
      </div>
    </div>
  );
}

function PricingDocumentPanel({ name, entries }: PricingEntry) {
  const { t, url } = usePage();
  const title = t(`pricing.${name}.title`);
  return (
    <section className="panel stack" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {entries.length > 0 ? (
        <DescriptionList items={entries} />
      ) : (
        <Notice tone="warning">{t(`pricing.${name}.missing`)}</Notice>
      )}
      <div>
        <LinkButton variant="secondary" href={url(paths.adminPricingDocument(name))}>
          {t("pricing.change")}
          <span className="visually-hidden">: {title}</span>
        </LinkButton>
      </div>
    </section>
  );
}

const FIELDS: Record<PricingDocument, (props: FieldsProps) => ReactNode> = {
  packages: PackageFields,
  vat: VatFields,
  seller: SellerFields,
};
const LABELS = { packages: getPackageLabels, vat: getVatLabels, seller: getSellerLabels };

/** The form of one document of pricing. */
export function PricingDocumentPage({ name, form }: { name: PricingDocument; form: DisplayedForm }) {
  const { t } = usePage();
  const Fields = FIELDS[name];
  return (
    <DocumentFormPage
      title={t(`pricing.${name}.title`)}
      lead={t(`pricing.${name}.lead`)}
      path={(query?: Query) => paths.adminPricingDocument(name, query)}
      list={{ label: t("pricing.title"), path: paths.adminPricing() }}
      labels={LABELS[name](t, form.values)}
      form={form}
    >
      <Fields values={form.values} errors={form.errors ?? {}} />
    </DocumentFormPage>
  );
}
