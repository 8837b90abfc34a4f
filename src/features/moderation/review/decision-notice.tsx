import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Decision } from "./find-decision";

/** A decision just made: about which listing, how to undo it, and how many are left. */
export function DecisionNotice({ decision: { done, listing, canUndo, left } }: { decision: Decision }) {
  const { t, url } = usePage();
  return (
    <Notice
      tone="success"
      live
      title={<a href={url(paths.adminListing(listing.id))}>{listing.title || t("admin.queue.untitled")}</a>}
    >
      <p>{`${t(`admin.queue.done.${done}`)} ${left > 0 ? t.count("admin.queue.left", left) : t("admin.queue.noneLeft")}`}</p>
      {canUndo ? <UndoForm id={listing.id} /> : null}
    </Notice>
  );
}

/** Undoes the decision about a listing. */
export function UndoForm({ id }: { id: string }) {
  const { t, url } = usePage();
  return (
    <div className="row">
      <ActionButton action={url(paths.adminListingAction(id, "undo"))} variant="secondary" size="small">
        {t("admin.queue.undo")}
      </ActionButton>
      <span className="small">{t("admin.queue.undoHelp")}</span>
    </div>
  );
}
