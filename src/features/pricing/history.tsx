import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { DocumentPageProps } from "./document-page";
import type { Change } from "./facts";
import type { PricingDocument } from "./forms";
import type { VersionChanges } from "./queries";

/** Who changed what in a document, and when. */
export function History({ name, history }: { name: PricingDocument; history: DocumentPageProps["history"] }) {
  const { t, url } = usePage();
  const { versions, next } = history;
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t("pricing.history.title")}</h2>
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
        <p className="muted">{t("pricing.history.none")}</p>
      )}
      <Pagination
        previous={null}
        next={next === null ? null : url(paths.adminPricingDocument(name, { before: next }))}
      />
    </section>
  );
}

/** Above a form whose document others changed meanwhile: what they wrote. */
export function Overtaken({ versions }: { versions: readonly VersionChanges[] }) {
  const { t } = usePage();
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever sent the form is led to what became of it
    <div tabIndex={-1} autoFocus>
      <Notice tone="warning" title={t("pricing.overtaken.title")}>
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
        <p>{t("pricing.overtaken.text")}</p>
      </Notice>
    </div>
  );
}

function Version({ version: { version, ts, by, changes } }: { version: VersionChanges }) {
  const { t } = usePage();
  return (
    <>
      <p className="entry__meta">
        {t("pricing.history.version", { version })} · <Time ts={ts} clock /> ·{" "}
        {by ? fullName(by) : t("pricing.history.erased")}
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
  const now = after ?? t("pricing.history.gone");
  return (
    <>
      <strong>{term}:</strong> {before === null ? now : t("pricing.history.changed", { now, before })}
    </>
  );
}
