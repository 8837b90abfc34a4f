import { formatDateTime } from "@/shared/format";
import { paths } from "@/shared/paths";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SavedMeanwhile } from "./saved-meanwhile";
import type { useDrafts } from "./use-drafts";

/** Notices about a conflict, a restored draft, and the form being open in another tab. */
export function DraftNotices({
  drafts,
  typed,
  live,
}: {
  drafts: ReturnType<typeof useDrafts>;
  typed: FormValues;
  live: boolean;
}) {
  const { t, url, locale } = usePage();
  const { conflict, restored } = drafts;
  return (
    <>
      {conflict ? (
        <SavedMeanwhile
          saved={conflict}
          typed={typed}
          editHref={url(paths.editListing(drafts.id))}
          choose={
            live
              ? {
                  keepMine: drafts.keepMine,
                  takeSaved: () =>
                    void drafts.takeSaved().catch((error) => console.error("not taken", error)),
                }
              : null
          }
        />
      ) : null}
      {restored ? (
        <Notice title={t("listings.form.restored.title")} live>
          <p>{t("listings.form.restored.text", { time: formatDateTime(restored.at, locale) })}</p>
          <p>
            <Button variant="secondary" size="small" onClick={drafts.discard}>
              {t("listings.form.restored.discard")}
            </Button>
          </p>
        </Notice>
      ) : null}
      {drafts.elsewhere ? <Notice tone="warning">{t("listings.form.elsewhere")}</Notice> : null}
    </>
  );
}
