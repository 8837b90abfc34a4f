import { paths } from "@/shared/paths";
import { usePage } from "./page-context";

export type Crumb = { label: string; href: string };

/**
 * The path to this page; `current`, if given, is the last crumb, without a link, and `lang` the attribute of its text.
 */
export function Breadcrumbs({
  crumbs,
  current,
  lang,
}: {
  crumbs: readonly Crumb[];
  current?: string;
  lang?: string | undefined;
}) {
  const { t } = usePage();
  return (
    <nav className="breadcrumbs" aria-label={t("general.breadcrumbs.label")}>
      <ol className="breadcrumbs__list">
        {crumbs.map((crumb) => (
          <li key={crumb.href} className="breadcrumbs__item">
            <a href={crumb.href}>{crumb.label}</a>
          </li>
        ))}
        {current ? (
          <li className="breadcrumbs__item" aria-current="page" lang={lang}>
            {current}
          </li>
        ) : null}
      </ol>
    </nav>
  );
}

/** The path to a page about a listing. */
export function ListingBreadcrumbs({
  listing,
  current,
}: {
  listing: { id: string; title: string };
  current: string;
}) {
  const { t, url } = usePage();
  const crumbs = [
    { label: t("search.crumbs.list"), href: url(paths.listings()) },
    { label: listing.title, href: url(paths.listing(listing.id)) },
  ];
  return <Breadcrumbs crumbs={crumbs} current={current} />;
}
