import { usePage } from "./page-context";

/** Links to the previous and next page; null if there is none. Renders nothing for a single page. */
export function Pagination({
  previous,
  next,
  position = null,
}: {
  previous: string | null;
  next: string | null;
  /** The number of the page, and of all pages, where they are known. */
  position?: { page: number; pages: number } | null;
}) {
  const { t } = usePage();
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label={t("general.pagination.label")}>
      {previous ? (
        <a className="button button--secondary" rel="prev" href={previous}>
          {t("general.pagination.previous")}
        </a>
      ) : null}
      {position ? <p className="pagination__position">{t("general.pagination.position", position)}</p> : null}
      {next ? (
        <a className="button button--secondary pagination__next" rel="next" href={next}>
          {t("general.pagination.next")}
        </a>
      ) : null}
    </nav>
  );
}
