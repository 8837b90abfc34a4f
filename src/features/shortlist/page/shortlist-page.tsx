import { paths } from "@/shared/paths";
import { MAX_ACCOUNT_SHORTLIST, MAX_GUEST_SHORTLIST } from "@/shared/shortlist";
import { ActionButton, LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ShareFields } from "@/ui/share-fields";
import { ComparedListings, toListingAnchor } from "./compared-listings";
import { EntryActions, REMOVED_ANCHOR } from "./entry-actions";
import type { Comparison } from "./load-comparison";
import type { ShortlistEntry } from "./load-shortlist";

export type ShortlistView = {
  entries: readonly ShortlistEntry[];
  /** The public ones of their listings. */
  comparison: Comparison;
  /** The listing that was removed just now, if it can be added again. */
  removed: { id: string; title: string } | null;
  /** Whether all shared listings were added just now, or as many as the shortlist has room for. */
  done: "added" | "added_some" | null;
  /** The number of entries for which the account had no room at the sign-in. */
  leftOut: number;
  /** Null without a public listing. */
  sharedUrl: string | null;
  /** ms */
  now: number;
};

export function ShortlistPage({ view }: { view: ShortlistView }) {
  const { t, url, visitor, signInHref } = usePage();
  const { entries, comparison, now } = view;
  const { listings } = comparison;
  const entryById = new Map(entries.map((entry) => [entry.listingId, entry]));
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t("shortlist.page.title")}</h1>
        {visitor || entries.length === 0 ? null : (
          <p className="page-head__lead">
            {t("shortlist.page.guest")} <a href={signInHref}>{t("shortlist.page.signIn")}</a>
          </p>
        )}
      </header>
      <div className="stack">
        <ShortlistNotices view={view} />
        {entries.length === 0 ? (
          <EmptyState
            title={t("shortlist.page.empty.title")}
            action={<LinkButton href={url(paths.listings())}>{t("shortlist.page.empty.action")}</LinkButton>}
          >
            <p>{t("shortlist.page.empty.text")}</p>
          </EmptyState>
        ) : null}
        {listings.length > 0 ? (
          <ComparedListings
            comparison={comparison}
            now={now}
            renderActions={({ id, title }) => {
              const entry = entryById.get(id);
              return entry ? <EntryActions entry={entry} title={title} /> : null;
            }}
          />
        ) : null}
      </div>
      <GoneListings entries={entries.filter(({ listing }) => listing === null)} />
      {view.sharedUrl === null ? null : (
        <ShareSection href={view.sharedUrl} isLong={listings.length > MAX_GUEST_SHORTLIST} />
      )}
    </div>
  );
}

function ShortlistNotices({ view: { removed, done, leftOut } }: { view: ShortlistView }) {
  const { t, url, visitor } = usePage();
  const max = visitor ? MAX_ACCOUNT_SHORTLIST : MAX_GUEST_SHORTLIST;
  return (
    <>
      {removed ? (
        <div id={REMOVED_ANCHOR}>
          <Notice tone="success" live>
            <p>{t("shortlist.page.removed", { title: removed.title })}</p>
            <ActionButton
              action={url(paths.shortlistEntry(removed.id))}
              fields={{ action: "add", next: `${paths.shortlist()}#${toListingAnchor(removed.id)}` }}
              variant="secondary"
              size="small"
            >
              {t("shortlist.page.undo")}
            </ActionButton>
          </Notice>
        </div>
      ) : null}
      {done ? (
        <Notice tone={done === "added" ? "success" : "warning"} live>
          <p>{t(`shortlist.shared.${done === "added" ? "added" : "addedSome"}`, { max })}</p>
        </Notice>
      ) : null}
      {leftOut > 0 ? (
        <Notice tone="warning" live>
          <p>{t.count("shortlist.page.leftOut", leftOut, { max })}</p>
        </Notice>
      ) : null}
    </>
  );
}

/** Listings that visitors no longer see. They stay on the list until the visitor removes them. */
function GoneListings({ entries }: { entries: readonly ShortlistEntry[] }) {
  const { t } = usePage();
  if (entries.length === 0) return null;
  return (
    <section className="section">
      <h2>{t("shortlist.gone.title")}</h2>
      <p className="muted">{t("shortlist.gone.text")}</p>
      <ul className="entry-list list-plain">
        {entries.map((entry) => {
          const title = entry.title ?? t("shortlist.gone.unnamed");
          return (
            <li key={entry.listingId} className="entry" id={toListingAnchor(entry.listingId)}>
              <div className="entry__main stack stack--tight">
                <p className="entry__title">{title}</p>
                <EntryActions entry={entry} title={title} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function ShareSection({ href, isLong }: { href: string; isLong: boolean }) {
  const { t } = usePage();
  const help =
    t("shortlist.share.help") +
    (isLong ? ` ${t("shortlist.share.newest", { max: MAX_GUEST_SHORTLIST })}` : "");
  return (
    <section className="section prose">
      <h2>{t("shortlist.share.title")}</h2>
      <ShareFields
        label={t("shortlist.share.label")}
        help={help}
        href={href}
        message={t("shortlist.share.message", { url: href })}
      />
      <p>
        <a href={href}>{t("shortlist.share.open")}</a>
      </p>
    </section>
  );
}
