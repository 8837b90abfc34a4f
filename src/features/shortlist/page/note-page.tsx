import { paths } from "@/shared/paths";
import { SHORTLIST_NOTE_LENGTH } from "@/shared/schemas/shortlist";
import { LinkButton } from "@/ui/button";
import { type FormErrors, PostForm, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { toListingAnchor } from "./compared-listings";
import type { ShortlistNote } from "./load-shortlist";

export type NoteView = {
  listingId: string;
  /** The listing's title; null if it is no longer public. */
  title: string | null;
  /** Null if the listing was removed from the shortlist. */
  stored: ShortlistNote | null;
  typed: string;
  /** The note was changed after the form was opened. */
  hasConflict: boolean;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
};

/** The form of one note. After a refusal it holds the typed note. */
export function NotePage({ view }: { view: NoteView }) {
  const { t, url } = usePage();
  const { listingId, title, stored, typed, hasConflict, errors, message } = view;
  return (
    <SitePage narrow heading={t("shortlist.note.title")} lead={title ?? t("shortlist.gone.unnamed")}>
      {stored === null ? (
        <div className="stack">
          <Notice tone="warning" title={t("shortlist.note.removed")} live>
            <p className="pre-line">{typed}</p>
          </Notice>
          <LinkButton href={url(paths.shortlist())}>{t("shortlist.full.open")}</LinkButton>
        </div>
      ) : (
        <PostForm
          action={paths.shortlistNote(listingId)}
          errors={errors}
          message={message}
          labels={{ note: t("shortlist.note.title") }}
        >
          {hasConflict ? (
            <Notice tone="warning" title={t("shortlist.note.conflict")} live>
              <p className="pre-line">{stored.note || t("shortlist.note.deleted")}</p>
            </Notice>
          ) : null}
          <input type="hidden" name="version" value={stored.version} />
          <TextArea
            name="note"
            label={t(`shortlist.note.${hasConflict ? "typed" : "title"}`)}
            help={t("shortlist.note.help")}
            value={typed}
            error={errors.note}
            maxLength={SHORTLIST_NOTE_LENGTH}
            required={false}
          />
          <div className="form__actions">
            <SubmitButton>{t("general.common.save")}</SubmitButton>
            <a href={url(`${paths.shortlist()}#${toListingAnchor(listingId)}`)}>
              {t("general.common.cancel")}
            </a>
          </div>
        </PostForm>
      )}
    </SitePage>
  );
}
