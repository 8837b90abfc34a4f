import type { ReactNode } from "react";
import { AdminPage } from "@/ui/admin-page";
import { ActionButton, LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, PostForm, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import type { DocumentForm, EntryChange } from "./document-form";
import { FormContents } from "./form-contents";
import type { DocumentHistory, FilledForm, VersionChanges } from "./form-queries";
import type { Unconfirmed } from "./save-document-form";

/** A document's form on its page, with the document's history. */
export type DisplayedForm = FilledForm & {
  errors?: FormErrors;
  /** An error that belongs to no field. */
  message?: string | null;
  /** Changes to confirm; of an earlier version if `restored` is set. */
  unconfirmed?: (Unconfirmed & { restored: number | undefined }) | null;
  history: DocumentHistory;
};

type Props = { form: DocumentForm<unknown>; displayed: DisplayedForm };

/** The errors in the order of the labels, which is that of the fields. */
function sortErrors(errors: FormErrors, labels: Record<string, string>): FormErrors {
  const names = Object.keys(labels);
  return Object.fromEntries(
    Object.entries(errors).toSorted(([a], [b]) => names.indexOf(a) - names.indexOf(b)),
  );
}

/** The form of a document, with the history below. */
export function DocumentFormPage({
  form: { kind, texts, path, list, Fields, getLabels, listSections },
  displayed,
}: Props) {
  const { t, url } = usePage();
  const { version, values, warning, errors = {}, message, newerVersions, unconfirmed, history } = displayed;
  const title = t(`${texts}.title`);
  const labels = getLabels(t, values);
  return (
    <AdminPage
      narrow
      parent={{ label: t(list.title), href: list.path() }}
      heading={title}
      lead={t(`${texts}.lead`)}
    >
      <div className="stack stack--loose">
        <ErrorSummary errors={sortErrors(errors, labels)} message={message ?? null} labels={labels} />
        {warning ? <Notice tone="warning">{warning}</Notice> : null}
        {newerVersions ? <ConflictNotice versions={newerVersions} /> : null}
        {unconfirmed ? <ConfirmNotice {...unconfirmed} version={version} action={url(path())} /> : null}
        {listSections ? <FormContents sections={listSections(t, values)} /> : null}
        <PostForm action={path()} autoComplete="off">
          <input type="hidden" name="version" value={version} />
          {unconfirmed && unconfirmed.restored === undefined ? (
            <input type="hidden" name="confirmed" value={unconfirmed.confirmed} />
          ) : null}
          <Fields values={values} errors={errors} />
          <div className="form__actions form__actions--sticky">
            <SubmitButton>{t("general.common.save")}</SubmitButton>
            <LinkButton variant="quiet" href={url(list.path())}>
              {t("general.common.cancel")}
            </LinkButton>
          </div>
        </PostForm>
        <History history={history} path={path} current={version} hasDefault={kind.defaultValue !== null} />
      </div>
    </AdminPage>
  );
}

/** The changes of a document with author and time. */
function History({
  history: { versions, next },
  path,
  current,
  hasDefault,
}: Pick<DisplayedForm, "history"> &
  Pick<DocumentForm<unknown>, "path"> & { current: number; hasDefault: boolean }) {
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
              {version.version < current && version.isRestorable ? (
                <RestoreButton action={url(path())} restored={version.version} version={current}>
                  {t("settings.history.restore")}
                  <span className="visually-hidden"> ({version.version})</span>
                </RestoreButton>
              ) : null}
            </li>
          ))}
          {next === null && hasDefault ? (
            <li className="entry">
              <p className="entry__main">{t("settings.history.defaults")}</p>
              <RestoreButton action={url(path())} restored={0} version={current}>
                {t("settings.history.restoreDefaults")}
              </RestoreButton>
            </li>
          ) : null}
        </ol>
      ) : (
        <p className="muted">{t("settings.history.none")}</p>
      )}
      <Pagination previous={null} next={next === null ? null : url(path({ before: next }))} />
    </section>
  );
}

function RestoreButton({
  action,
  children,
  ...fields
}: {
  action: string;
  restored: number;
  version: number;
  children: ReactNode;
}) {
  return (
    <ActionButton
      action={action}
      fields={{ restore: fields.restored, version: fields.version }}
      variant="secondary"
      size="small"
    >
      {children}
    </ActionButton>
  );
}

/** Asks whether changes are meant. The form below has what was typed; an earlier version has its own button. */
function ConfirmNotice({
  changes,
  concerns,
  confirmed,
  restored,
  version,
  action,
}: NonNullable<DisplayedForm["unconfirmed"]> & { version: number; action: string }) {
  const { t } = usePage();
  return (
    // biome-ignore lint/a11y/noAutofocus: moves focus to the result of the submitted form
    <div tabIndex={-1} autoFocus>
      <Notice tone="warning" title={t(`settings.confirm.${concerns.length > 0 ? "concerns" : "title"}`)}>
        {concerns.map((concern) => (
          <p key={concern}>{concern}</p>
        ))}
        <ChangeList changes={changes} />
        {restored === undefined ? (
          <p>{t("settings.confirm.text")}</p>
        ) : (
          <ActionButton action={action} fields={{ restore: restored, version, confirmed }}>
            {t("settings.confirm.restore")}
          </ActionButton>
        )}
      </Notice>
    </div>
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
        {by ? <UserLink user={by} /> : t("settings.history.erased")}
      </p>
      <ChangeList changes={changes} />
    </>
  );
}

const ChangeList = ({ changes }: { changes: readonly EntryChange[] }) => (
  <ul className="list-plain">
    {changes.map((change) => (
      <li key={change.key}>
        <ChangedEntry change={change} />
      </li>
    ))}
  </ul>
);

function ChangedEntry({ change: { term, before, after } }: { change: EntryChange }) {
  const { t } = usePage();
  const now = after ?? t("settings.history.gone");
  return (
    <>
      <strong>{term}:</strong> {before === null ? now : t("settings.history.changed", { now, before })}
    </>
  );
}
