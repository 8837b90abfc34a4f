import { paths } from "@/shared/paths";
import { SHORTLIST_NOTE_LENGTH } from "@/shared/schemas/shortlist";
import { ActionButton, Button } from "@/ui/button";
import { TextArea } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { ShortlistEntry, ShortlistNote } from "./load-shortlist";

/** The address of the notice about a removed listing. */
export const REMOVED_ANCHOR = "removed";

type EntryProps = { entry: ShortlistEntry; title: string };

/** The private note, the button that opens its form, and the button that removes the listing. */
export function EntryActions({ entry, title }: EntryProps) {
  const { t } = usePage();
  const { listingId, note } = entry;
  return (
    <>
      {note?.note ? (
        <p className="small pre-line">
          <strong>{t("shortlist.note.own")}</strong> {note.note}
        </p>
      ) : null}
      <div className="row entry-actions">
        {note ? <NoteForm listingId={listingId} note={note} title={title} /> : null}
        <RemoveButton entry={entry} title={title} />
      </div>
    </>
  );
}

function NoteForm({ listingId, note, title }: { listingId: string; note: ShortlistNote; title: string }) {
  const { t, url } = usePage();
  return (
    <details className="confirm" name="shortlist-note">
      <summary className="button button--quiet button--small">
        {t(`shortlist.note.${note.note === "" ? "add" : "edit"}`)}
        <span className="visually-hidden">{`: ${title}`}</span>
      </summary>
      <form method="post" action={url(paths.shortlistNote(listingId))} className="confirm__form">
        <input type="hidden" name="version" value={note.version} />
        <TextArea
          id={`note-${listingId}`}
          name="note"
          label={t("shortlist.note.title")}
          help={t("shortlist.note.help")}
          value={note.note}
          maxLength={SHORTLIST_NOTE_LENGTH}
          rows={3}
          required={false}
        />
        <Button type="submit" size="small">
          {t("general.common.save")}
        </Button>
      </form>
    </details>
  );
}

/** Removes the listing; with a note only after a confirmation, because the note can't be restored. */
function RemoveButton({ entry: { listingId, note }, title }: EntryProps) {
  const { t, url } = usePage();
  const action = url(paths.shortlistEntry(listingId));
  const fields = { action: "remove", next: `${paths.shortlist({ removed: listingId })}#${REMOVED_ANCHOR}` };
  const label = (
    <>
      {t("shortlist.page.remove")}
      <span className="visually-hidden">{`: ${title}`}</span>
    </>
  );
  if (!note?.note) {
    return (
      <ActionButton action={action} fields={fields} variant="quiet" size="small">
        {label}
      </ActionButton>
    );
  }
  return (
    <details className="confirm" name="confirm-remove">
      <summary className="button button--quiet button--small">{label}</summary>
      <div className="confirm__form panel">
        <p>{t("shortlist.page.removeConfirm")}</p>
        <ActionButton action={action} fields={fields} variant="danger" size="small">
          {t("shortlist.page.removeNow")}
        </ActionButton>
      </div>
    </details>
  );
}
