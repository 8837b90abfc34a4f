import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import { CallEntry } from "./call-entry";
import { chaptersOf } from "./chapters";
import { Contents } from "./contents";
import { FieldList } from "./field-list";
import { fieldsOf } from "./fields";
import { Guide } from "./guide";
import type { ApiDocument } from "./openapi";

/** The OpenAPI document for people: every call, made on the server from the document itself. */
export function ApiPage({ document }: { document: ApiDocument }) {
  const { t } = usePage();
  const chapters = chaptersOf(document);
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("docs.title")}</h1>
        <p className="page-head__lead">{t("docs.description")}</p>
        <p>
          <LinkButton href={paths.openApi()} variant="secondary">
            {t("docs.page.openApi")}
          </LinkButton>
        </p>
      </header>
      <div className="api">
        <Contents chapters={chapters} />
        <div className="api__text">
          <Guide base={document.servers[0]?.url ?? ""} />
          {chapters.map(({ tag, calls }) => (
            <section className="api-chapter" id={anchors.chapter(tag)} key={tag}>
              <h2>{t(`docs.tags.${tag}.name`)}</h2>
              <p className="muted">{t(`docs.tags.${tag}.about`)}</p>
              {calls.map((call) => (
                <CallEntry key={call.operation.operationId} call={call} document={document} />
              ))}
            </section>
          ))}
          <Shapes document={document} />
        </div>
      </div>
    </div>
  );
}

/** What several calls answer with, said once. */
function Shapes({ document }: { document: ApiDocument }) {
  const { t } = usePage();
  return (
    <section className="api-chapter" id={anchors.shapes}>
      <h2>{t("docs.page.shapes")}</h2>
      <p className="muted">{t("docs.page.shapesAbout")}</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <article className="api-call" id={anchors.shape(name)} key={name}>
          <h3 className="api-call__title" translate="no">
            {name}
          </h3>
          <FieldList fields={fieldsOf(schema)} side="answered" owner={name} />
        </article>
      ))}
    </section>
  );
}
