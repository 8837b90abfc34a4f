import { usePage } from "@/ui/page-context";
import { anchors } from "./anchors";
import { Method } from "./call-entry";
import type { Chapter } from "./chapters";
import { summaryOf } from "./meanings";

/** The way to each call: folded up on a phone, beside the text where there is room for both. */
export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = usePage();
  return (
    <>
      <details className="api-contents api-contents--folded">
        <summary>{t("docs.page.contents")}</summary>
        <ContentsList chapters={chapters} />
      </details>
      <nav className="api-contents api-contents--aside" aria-label={t("docs.page.contents")}>
        <ContentsList chapters={chapters} />
      </nav>
    </>
  );
}

function ContentsList({ chapters }: { chapters: readonly Chapter[] }) {
  const { t } = usePage();
  return (
    <ul className="api-contents__chapters">
      <li>
        <a href={`#${anchors.guide}`}>{t("docs.guide.title")}</a>
      </li>
      {chapters.map(({ tag, calls }) => (
        <li key={tag}>
          <a href={`#${anchors.chapter(tag)}`}>{t(`docs.tags.${tag}.name`)}</a>
          <ul className="api-contents__calls">
            {calls.map(({ method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${anchors.call(operation.operationId)}`}>
                  <Method method={method} /> {summaryOf(t, operation)}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <a href={`#${anchors.shapes}`}>{t("docs.page.shapes")}</a>
      </li>
    </ul>
  );
}
