import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type DocumentEntry, type DocumentForm, getDocumentName, SavedNotice } from "../documents";

type Panel = { form: DocumentForm<unknown>; entries: DocumentEntry[]; warning: string | null };

/** The pricing documents. `done` is the document just saved. */
export function PricingPage({
  panels,
  done,
}: {
  panels: readonly Panel[];
  done: DocumentForm<unknown> | null;
}) {
  const { t } = usePage();
  return (
    <AdminPage narrow heading={t("pricing.title")} lead={t("pricing.lead")}>
      <div className="stack stack--loose">
        {done ? <SavedNotice form={done} /> : null}
        {panels.map((panel) => (
          <DocumentPanel key={panel.form.texts} {...panel} />
        ))}
      </div>
    </AdminPage>
  );
}

function DocumentPanel({ form: { kind, texts, path }, entries, warning }: Panel) {
  const { t, url } = usePage();
  const title = t(`${texts}.title`);
  const id = getDocumentName(kind);
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {warning === null ? null : <Notice tone="warning">{warning}</Notice>}
      {entries.length > 0 ? <DescriptionList items={entries} /> : null}
      <div>
        <LinkButton variant="secondary" href={url(path())}>
          {t("pricing.change")}
          <span className="visually-hidden">: {title}</span>
        </LinkButton>
      </div>
    </section>
  );
}
