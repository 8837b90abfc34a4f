import { usePage } from "./page-context";

/** Links to the previous and next page; null if there is none. Renders nothing for a single page. */
export function Pagination({ previous, next }: { previous: string | null; next: string | null }) {
  const { t } = usePage();
  if (!previous && !next) return null;
  return (
    <nav className="pagination" aria-label={t("general.pagination.label")}>
      {previous ? (
        <a className="button button--secondary" rel="prev" href={previous}>
          {t("general.pagination.previous")}
        </a>
      ) : null}
      {next ? (
        <a className="button button--secondary pagination__next" rel="next" href={next}>
          {t("general.pagination.next")}
        </a>
      ) : null}
    </nav>
  );
}
