import { paths } from "@/shared/paths";
import { ActionButton } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { Decision } from "./find-decision";

/** The entries of the admins' menu that count what is left. */
const MENU_ENTRIES = { queue: "listings", reports: "reports" } as const;

/** A decision just made: about which listing, how to undo it, and how many are left, as in the menu. */
export function DecisionNotice({ decision: { place, done, listing, canUndo } }: { decision: Decision }) {
  const { t, url, adminMenu } = usePage();
  const left = adminMenu?.counts[MENU_ENTRIES[place]];
  const rest = left
    ? t.count("admin.queue.left", Number.parseInt(left, 10), { n: left })
    : `${t(`admin.${place}.empty`)}.`;
  return (
    <Notice
      tone="success"
      live
      title={<a href={url(paths.adminListing(listing.id))}>{listing.title || t("admin.queue.untitled")}</a>}
    >
      <p>{`${t(`admin.${place}.done.${done}`)} ${rest}`}</p>
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
