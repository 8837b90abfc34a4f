import { AdminPage } from "@/ui/admin-page";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { type DocumentForm, SavedNotice } from "./documents";
import type { DocumentChange } from "./settings-documents";

type Form = DocumentForm<unknown>;

/** The settings documents with their last authors. `done` is the document just saved. */
export function SettingsPage({
  forms,
  changes,
  done,
}: {
  forms: readonly Form[];
  changes: ReadonlyMap<string, DocumentChange>;
  done: Form | null;
}) {
  const { t } = usePage();
  return (
    <AdminPage narrow heading={t("settings.settings.title")} lead={t("settings.settings.lead")}>
      <div className="stack stack--loose">
        {done ? <SavedNotice form={done} /> : null}
        <ul className="entry-list">
          {forms.map((form) => (
            <DocumentItem key={form.texts} form={form} last={changes.get(form.kind.path) ?? null} />
          ))}
        </ul>
      </div>
    </AdminPage>
  );
}

function DocumentItem({ form: { texts, path }, last }: { form: Form; last: DocumentChange | null }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <h2 className="entry__title">
          <a href={url(path())}>{t(`${texts}.title`)}</a>
        </h2>
        <p>{t(`${texts}.lead`)}</p>
        <p className="entry__meta">
          {last ? (
            <>
              {t("settings.history.version", { version: last.version })} · <Time ts={last.ts} clock /> ·{" "}
              {last.by ? <UserLink user={last.by} /> : t("settings.history.erased")}
            </>
          ) : (
            t("settings.settings.unchanged")
          )}
        </p>
      </div>
    </li>
  );
}
