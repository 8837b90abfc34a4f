import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { DiscardDraft } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ListingConflictNotice } from "./listing-conflict-notice";
import type { useDraftSession } from "./use-draft-session";

type Props = {
  draft: ReturnType<typeof useDraftSession>;
  typed: FormValues;
  isHydrated: boolean;
  /** Whether the form was submitted with errors, which matter more than the restored draft. */
  isRefused: boolean;
};

/** Notices about a conflict, a restored draft, and the form being open in another tab. */
export function DraftNotices({ draft, typed, isHydrated, isRefused }: Props) {
  const { t, url, locale } = usePage();
  const { conflict, restored, session } = draft;
  const actions = {
    onKeepTyped: () => session.overwriteServerVersion(),
    onAcceptSaved: () =>
      void draft.acceptServerVersion().catch((error) => console.error("saved text not shown", error)),
  };
  return (
    <>
      {conflict ? (
        <ListingConflictNotice
          saved={conflict}
          typed={typed}
          editHref={url(paths.editListing(draft.id))}
          actions={isHydrated ? actions : null}
        />
      ) : null}
      {restored && !isRefused ? (
        <Notice title={t("listings.form.restored.title")} live>
          <p>{t("listings.form.restored.text", { time: formatDateTime(restored.at, locale) })}</p>
          <DiscardDraft label={t("listings.form.restored.discard")}>
            <Button variant="danger" size="small" onClick={() => session.discard()}>
              {t("general.form.discardDraft.confirm")}
            </Button>
          </DiscardDraft>
        </Notice>
      ) : null}
      {draft.isOpenInOtherTab ? <Notice tone="warning">{t("listings.form.otherTab")}</Notice> : null}
    </>
  );
}
