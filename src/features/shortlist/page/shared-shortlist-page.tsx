import { paths } from "@/shared/paths";
import { formatShortlist } from "@/shared/shortlist";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ComparedListings } from "./compared-listings";
import type { Comparison } from "./load-comparison";

export type SharedShortlistView = {
  /** The shared listings that visitors may see. */
  comparison: Comparison;
  /** The number of the others. */
  hidden: number;
  /** Those that are not on the visitor's own shortlist. */
  newIds: readonly string[];
  /** ms */
  now: number;
};

export function SharedShortlistPage({
  view: { comparison, hidden, newIds, now },
}: {
  view: SharedShortlistView;
}) {
  const { t, url } = usePage();
  const ownLink = (
    <LinkButton href={url(paths.shortlist())} variant="secondary">
      {t("shortlist.full.open")}
    </LinkButton>
  );
  if (comparison.listings.length === 0) {
    return (
      <div className="container page">
        <h1>{t("shortlist.shared.title")}</h1>
        <EmptyState title={t("shortlist.shared.empty")} action={ownLink} />
      </div>
    );
  }
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("shortlist.shared.title")}</h1>
        <p className="page-head__lead">{t("shortlist.shared.lead")}</p>
        <div className="page-head__actions">
          {newIds.length === 0 ? (
            ownLink
          ) : (
            <ActionButton action={url(paths.sharedShortlist())} fields={{ ids: formatShortlist(newIds) }}>
              {t("shortlist.shared.add")}
            </ActionButton>
          )}
        </div>
      </header>
      <div className="stack">
        {hidden === 0 ? null : (
          <Notice>
            <p>{t.count("shortlist.shared.hidden", hidden)}</p>
          </Notice>
        )}
        <ComparedListings comparison={comparison} now={now} />
      </div>
    </div>
  );
}
