import { usePage } from "./page-context";

export type Crumb = { label: string; href: string };

/** The way down to this page; the page itself is the last crumb, without a link, when `current` is given. */
export function Breadcrumbs({ crumbs, current }: { crumbs: readonly Crumb[]; current?: string }) {
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
          <li className="breadcrumbs__item" aria-current="page">
            {current}
          </li>
        ) : null}
      </ol>
    </nav>
  );
}
