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
