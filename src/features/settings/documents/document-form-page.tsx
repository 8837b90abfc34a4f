import { formatFullName } from "@/shared/format";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import type { DocumentForm, EntryChange } from "./document-form";
import type { DocumentHistory, FilledForm, VersionChanges } from "./form-queries";

/** A document's form on its page, with the document's history. */
export type DisplayedForm = FilledForm & {
  errors?: FormErrors;
  /** An error that belongs to no field. */
  message?: string | null;
  history: DocumentHistory;
};

type Props = { form: DocumentForm<unknown>; displayed: DisplayedForm };

/** The form of a document, with the history below. */
export function DocumentFormPage({ form: { texts, path, list, Fields, getLabels }, displayed }: Props) {
  const { t, url } = usePage();
  const { version, values, errors = {}, message, newerVersions, history } = displayed;
  const title = t(`${texts}.title`);
  return (
    <AdminPage
      narrow
      parent={{ label: t(list.title), href: list.path() }}
      heading={title}
      lead={t(`${texts}.lead`)}
    >
      <div className="stack stack--loose">
        <ErrorSummary errors={errors} message={message ?? null} labels={getLabels(t, values)} />
        {newerVersions ? <ConflictNotice versions={newerVersions} /> : null}
        <form method="post" action={url(path())} className="form" autoComplete="off" noValidate>
          <input type="hidden" name="version" value={version} />
          <Fields values={values} errors={errors} />
          <div className="form__actions">
            <SubmitButton>{t("general.common.save")}</SubmitButton>
            <LinkButton variant="quiet" href={url(list.path())}>
              {t("general.common.cancel")}
            </LinkButton>
          </div>
        </form>
        <History history={history} path={path} />
      </div>
    </AdminPage>
  );
}

/** The changes of a document with author and time. */
function History({
  history: { versions, next },
  path,
}: Pick<DisplayedForm, "history"> & Pick<DocumentForm<unknown>, "path">) {
  const { t, url } = usePage();
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{t("settings.history.title")}</h2>
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
        <p className="muted">{t("settings.history.none")}</p>
      )}
      <Pagination previous={null} next={next === null ? null : url(path({ before: next }))} />
    </section>
  );
}

/** The changes that other admins saved while the form was open. */
function ConflictNotice({ versions }: { versions: readonly VersionChanges[] }) {
  const { t } = usePage();
  return (
    // biome-ignore lint/a11y/noAutofocus: moves focus to the result of the submitted form
    <div tabIndex={-1} autoFocus>
      <Notice tone="warning" title={t("settings.conflict.title")}>
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
        <p>{t("settings.conflict.text")}</p>
      </Notice>
    </div>
  );
}

function Version({ version: { version, ts, by, changes } }: { version: VersionChanges }) {
  const { t } = usePage();
  return (
    <>
      <p className="entry__meta">
        {t("settings.history.version", { version })} · <Time ts={ts} clock /> ·{" "}
        {by ? formatFullName(by) : t("settings.history.erased")}
      </p>
      <ul className="list-plain">
        {changes.map((change) => (
          <li key={change.key}>
            <ChangedEntry change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangedEntry({ change: { term, before, after } }: { change: EntryChange }) {
  const { t } = usePage();
  const now = after ?? t("settings.history.gone");
  return (
    <>
      <strong>{term}:</strong> {before === null ? now : t("settings.history.changed", { now, before })}
    </>
  );
}
