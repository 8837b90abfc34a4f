import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { anchors } from "./anchors";
import { CallEntry, Method } from "./call-entry";
import { type Chapter, listChapters } from "./chapters";
import { FieldList } from "./field-list";
import { listFields } from "./fields";
import { GUIDE_TITLE, Guide } from "./guide";
import type { ApiDocument } from "./openapi";
import { DESCRIPTION, SHAPES_TITLE, TAG_TEXTS } from "./texts";

/** The OpenAPI document as the content of a page: every call, with examples. */
export function ApiReference({ document }: { document: ApiDocument }) {
  const chapters = listChapters(document);
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
          <SharedObjects document={document} />
        </div>
      </div>
    </>
  );
}

/** Objects that several calls accept or return. */
function SharedObjects({ document }: { document: ApiDocument }) {
  return (
    <section className="api-chapter" id={anchors.shapes}>
      <h2>{SHAPES_TITLE}</h2>
      <p className="muted">Objects that several calls accept or return.</p>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <article className="api-call" id={anchors.shape(name)} key={name}>
          <h3 translate="no">{name}</h3>
          <FieldList fields={listFields(schema)} side="response" />
        </article>
      ))}
    </section>
  );
}

/** Links to each call: collapsed on a phone, next to the text on wide screens. */
function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <>
      <details className="api-contents api-contents--folded">
        <summary>Contents</summary>
        <ContentsList chapters={chapters} />
      </details>
      <nav className="api-contents api-contents--aside" aria-label="Contents">
        <ContentsList chapters={chapters} />
      </nav>
    </>
  );
}

function ContentsList({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <ul className="api-contents__chapters">
      <li>
        <a href={`#${anchors.guide}`}>{GUIDE_TITLE}</a>
      </li>
      {chapters.map(({ tag, calls }) => (
        <li key={tag}>
          <a href={`#${anchors.chapter(tag)}`}>{TAG_TEXTS[tag]?.name}</a>
          <ul className="api-contents__calls">
            {calls.map(({ method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${anchors.call(operation.operationId)}`}>
                  <Method method={method} /> {operation.summary}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href={`#${anchors.shapes}`}>{SHAPES_TITLE}</a>
      </li>
    </ul>
  );
}
