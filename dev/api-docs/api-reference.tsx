import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { anchors } from "./anchors";
import { CallEntry } from "./call-entry";
import { chaptersOf } from "./chapters";
import { Contents } from "./contents";
import { FieldList } from "./field-list";
import { fieldsOf } from "./fields";
import { Guide } from "./guide";
import type { ApiDocument } from "./openapi";
import { DESCRIPTION, SHAPES_TITLE, TAG_TEXTS } from "./texts";

/** The OpenAPI document as the content of a page: every call, with examples. */
export function ApiReference({ document }: { document: ApiDocument }) {
  const chapters = chaptersOf(document);
  return (
    <>
      <header className="page-head">
        <h1>API</h1>
        <p className="page-head__lead">{DESCRIPTION}</p>
        <p>
          <LinkButton href={paths.openApi()} variant="secondary">
            openapi.json (OpenAPI 3.1)
          </LinkButton>
        </p>
      </header>
      <div className="api">
        <Contents chapters={chapters} />
        <div className="api__text">
          <Guide base={document.servers[0]?.url ?? ""} />
          {chapters.map(({ tag, calls }) => (
            <section className="api-chapter" id={anchors.chapter(tag)} key={tag}>
              <h2>{TAG_TEXTS[tag]?.name}</h2>
              <p className="muted">{TAG_TEXTS[tag]?.about}</p>
              {calls.map((call) => (
                <CallEntry key={call.operation.operationId} call={call} document={document} />
              ))}
            </section>
          ))}
          <Shapes document={document} />
        </div>
      </div>
    </>
  );
}

/** What several calls answer with, . */
function Shapes({ document }: { document: ApiDocument }) {
  return (
    <section className="api-chapter" id={anchors.shapes}>
      <h2>{SHAPES_TITLE}</h2>
      <p className="muted">Objects that several calls take or answer.</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <article className="api-call" id={anchors.shape(name)} key={name}>
          <h3 className="api-call__title" translate="no">
            {name}
          </h3>
          <FieldList fields={fieldsOf(schema)} side="answered" />
        </article>
      ))}
    </section>
  );
}
