import type { ListingCard as Card } from "@/features/listings";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { ActiveFilters, countFilters, filterQuery } from "@/ui/active-filters";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { FilterButton, FilterForm } from "@/ui/filter-form";
import { ListingCard } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { PromotedBlock } from "./promoted-block";

/** Cards that stand in the first screen; their pictures are loaded at once. */
const EAGER_CARDS = 2;

export type ListView = {
  heading: string;
  crumbs: readonly Crumb[];
  filters: SearchFilters;
  promoted: readonly Card[];
  content: readonly Card[];
  /** Null for more than are counted. */
  total: number | null;
  /** Hrefs of the pages around this one. */
  previous: string | null;
  next: string | null;
  /** ms */
  now: number;
};

export function ListPage({ view }: { view: ListView }) {
  const { t } = usePage();
  const { filters, promoted, content, total, now } = view;
  const eager = Math.max(0, EAGER_CARDS - promoted.length);
  return (
    <div className="container page">
      {view.previous ? <link rel="prev" href={view.previous} /> : null}
      {view.next ? <link rel="next" href={view.next} /> : null}
      <Breadcrumbs crumbs={view.crumbs.slice(0, -1)} current={view.crumbs.at(-1)?.label} />
      <header className="page-head">
        <h1>{view.heading}</h1>
      </header>
      <div className="with-filters">
        <FilterForm values={filters} />
        <div className="stack">
          <div className="row row--between">
            <p className="result-count" role="status">
              {total === null ? t("general.counts.listingsMany") : t.count("general.counts.listings", total)}
            </p>
            <FilterButton active={countFilters(filters)} />
          </div>
          <ActiveFilters values={filters} />
          {promoted.length > 0 ? (
            <PromotedBlock
              title={t("general.promoted.title")}
              cards={promoted}
              now={now}
              eager={EAGER_CARDS}
            />
          ) : null}
          {content.length > 0 ? (
            <section>
              <h2 className="visually-hidden">{t("search.results")}</h2>
              <ul className="grid-cards list-plain">
                {content.map((listing, n) => (
                  <li key={listing.id}>
                    <ListingCard listing={listing} now={now} eager={n < eager} />
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {total === 0 ? <NothingFound filters={filters} /> : null}
          <Pagination previous={view.previous} next={view.next} />
        </div>
      </div>
    </div>
  );
}

/** What to do next: fewer filters, or, where there is nothing at all yet, the first listing. */
function NothingFound({ filters }: { filters: SearchFilters }) {
  const { t, url } = usePage();
  if (countFilters(filters) === 0) {
    const offer = <LinkButton href={url(paths.createListing())}>{t("search.emptySite.offer")}</LinkButton>;
    return (
      <EmptyState title={t("search.emptySite.title")} action={offer}>
        {t("search.emptySite.text")}
      </EmptyState>
    );
  }
  const actions = (
    <div className="row">
      {filters.county && countFilters(filters) > 1 ? (
        <LinkButton href={url(paths.listings(filterQuery({ ...filters, county: null })))}>
          {t("search.empty.wider")}
        </LinkButton>
      ) : null}
      <LinkButton variant="secondary" href={url(paths.listings())}>
        {t("search.empty.clear")}
      </LinkButton>
    </div>
  );
  return (
    <EmptyState title={t("search.empty.title")} action={actions}>
      {t("search.empty.text")}
    </EmptyState>
  );
}
