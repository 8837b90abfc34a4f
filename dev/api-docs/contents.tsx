import { anchors } from "./anchors";
import { Method } from "./call-entry";
import type { Chapter } from "./chapters";
import { GUIDE_TITLE } from "./guide";
import { SHAPES_TITLE, TAG_TEXTS } from "./texts";

/** Links to each call: folded on a phone, next to the text where there is room for both. */
export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
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
