import { fullName } from "@/shared/format";
import type { Query } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { Change } from "./changes";
import type { DocumentHistory, VersionChanges } from "./form-queries";

type HistoryProps = {
  history: DocumentHistory /** The page of the document. */;
  path(query?: Query): string;
};

/** The changes of a document with author and time. */
export function History({ history: { versions, next }, path }: HistoryProps) {
  const { t, url } = usePage();
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t("documents.history.title")}</h2>
      {versions.length > 0 ? (
        <ol className="entry-list" reversed>
          {versions.map((version) => (
            <li key={version.version} className="entry">
              <div className="entry__main">
                <Version version={version} />
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">{t("documents.history.none")}</p>
      )}
      <Pagination previous={null} next={next === null ? null : url(path({ before: next }))} />
    </section>
  );
}

/** Shown above a form whose document other admins changed in the meantime: their changes. */
export function Overtaken({ versions }: { versions: readonly VersionChanges[] }) {
  const { t } = usePage();
  return (
    // biome-ignore lint/a11y/noAutofocus: moves focus to the result of the submitted form
    <div tabIndex={-1} autoFocus>
      <Notice tone="warning" title={t("documents.overtaken.title")}>
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
        <p>{t("documents.overtaken.text")}</p>
      </Notice>
    </div>
  );
}

function Version({ version: { version, ts, by, changes } }: { version: VersionChanges }) {
  const { t } = usePage();
  return (
    <>
      <p className="entry__meta">
        {t("documents.history.version", { version })} · <Time ts={ts} clock /> ·{" "}
        {by ? fullName(by) : t("documents.history.erased")}
      </p>
      <ul className="list-plain">
        {changes.map((change) => (
          <li key={change.key}>
            <ChangedLine change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangedLine({ change: { term, before, after } }: { change: Change }) {
  const { t } = usePage();
  const now = after ?? t("documents.history.gone");
  return (
    <>
      <strong>{term}:</strong> {before === null ? now : t("documents.history.changed", { now, before })}
    </>
  );
}
