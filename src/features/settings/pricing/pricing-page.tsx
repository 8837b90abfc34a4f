import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Fact } from "../documents";
import type { PricingDocument } from "./forms";

type Listed = { name: PricingDocument; facts: Fact[] };

/** The pricing documents. `done` is the document just saved. */
export function PricingPage({ documents, done }: { documents: Listed[]; done: PricingDocument | null }) {
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
          <Document key={document.name} {...document} />
        ))}
      </div>
    </div>
  );
}

function Document({ name, facts }: Listed) {
  const { t, url } = usePage();
  const title = t(`pricing.${name}.title`);
  return (
    <section className="panel stack" aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {facts.length > 0 ? (
        <DescriptionList items={facts} />
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
