import type { ReactNode } from "react";
import type { ListingCardRow as Card } from "@/features/listings";
import type { SearchFilters } from "@/shared/schemas/search";
import { ActiveFilters, countFilters } from "@/ui/active-filters";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { Enhanced } from "@/ui/enhanced";
import { FilterButton, FilterForm } from "@/ui/filter-form";
import { ListingCard } from "@/ui/listing-card";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import { SortField } from "@/ui/sort-field";
import { advice, inNumbers, introduction } from "./introduction";
import { countWords, isIndexable } from "./list-metadata";
import { NothingFound } from "./no-results";
import { PromotedBlock } from "./promoted-block";
import { Siblings } from "./related-scopes";
import type { Relaxation } from "./relaxations";
import type { Scope, ScopeFacts } from "./scope-facts";

/** Cards that stand in the first screen; their pictures are loaded at once. */
const EAGER_CARDS = 2;

export type ListView = {
  heading: string;
  crumbs: readonly Crumb[];
  filters: SearchFilters;
  scope: Scope;
  promoted: readonly Card[];
  content: readonly Card[];
  /** Null for more than are counted. */
  total: number | null;
  /** Hrefs of the pages around this one. */
  previous: string | null;
  next: string | null;
  /** What the page tells of its subject and county; null where it is narrowed by more than these, or not the first. */
  facts: ScopeFacts | null;
  /** Wider searches, where this one finds nothing. */
  relaxations: readonly Relaxation[];
  /** What was changed in the search, in words. */
  warnings: readonly string[];
  /** ms */
  now: number;
};

/**
 * What the search decides on stands in parts that the script `results` replaces while the form stays as it is:
 * `client/enhance/results` knows them by name.
 */
export function ListPage({ view }: { view: ListView }) {
  const { t } = usePage();
  const { filters, total, facts, scope } = view;
  const words = {
    here: t("general.filters.here"),
    locating: t("general.filters.locating"),
    notLocated: t("general.filters.notLocated"),
  };
  return (
    <Enhanced name="results" words={words} now>
      <div className="container page">
        {view.previous ? <link rel="prev" href={view.previous} /> : null}
        {view.next ? <link rel="next" href={view.next} /> : null}
        <div data-part="head">
          <Breadcrumbs crumbs={view.crumbs.slice(0, -1)} current={view.crumbs.at(-1)?.label} />
          <header className="page-head">
            <h1>{view.heading}</h1>
            {facts ? <p className="page-head__lead list-lead">{introduction(t, scope)}</p> : null}
          </header>
        </div>
        <div className="with-filters">
          <MemoisedByFilters part="filters" filters={filters}>
            <FilterForm values={filters} />
          </MemoisedByFilters>
          <div className="results">
            <p className="visually-hidden" role="status" data-said />
            <div className="results__bar">
              <p className="result-count" tabIndex={-1} data-part="count">
                {countWords(t, total)}
              </p>
              <MemoisedByFilters part="filters-bar" filters={filters}>
                <FilterButton active={countFilters(filters)} />
                <SortField values={filters} />
              </MemoisedByFilters>
            </div>
            <div className="results__list" data-part="results" data-apply={applyWords(t, total)}>
              <Results view={view} />
            </div>
          </div>
        </div>
        <div data-part="around">{facts ? <AroundScope view={view} facts={facts} /> : null}</div>
      </div>
    </Enhanced>
  );
}

/** A part that depends only on the filters. Typed text and positions rarely repeat, so they are not cached. */
function MemoisedByFilters({
  part,
  filters,
  children,
}: {
  part: string;
  filters: SearchFilters;
  children: ReactNode;
}) {
  const recurs = filters.q === "" && filters.near === null;
  return recurs ? <MemoisedMarkup deps={[part, filters]}>{children}</MemoisedMarkup> : children;
}

/** Further information about a subject or county: numbers, advice and links. */
function AroundScope({ view: { scope, total }, facts }: { view: ListView; facts: ScopeFacts }) {
  const { t } = usePage();
  const numbers = isIndexable(total) ? inNumbers(t, total, facts) : null;
  const sentences = [numbers, advice(t, scope)].filter(Boolean).join(" ");
  return (
    <section className="section about-scope">
      {sentences ? <p className="about-scope__words">{sentences}</p> : null}
      <MemoisedMarkup deps={["siblings", scope, facts.siblings]}>
        <Siblings scope={scope} siblings={facts.siblings} />
      </MemoisedMarkup>
    </section>
  );
}

function Results({ view }: { view: ListView }) {
  const { t } = usePage();
  const { filters, promoted, content, total, now } = view;
  const eager = Math.max(0, EAGER_CARDS - promoted.length);
  return (
    <>
      {view.warnings.map((text) => (
        <Notice key={text} tone="warning">
          <p>{text}</p>
        </Notice>
      ))}
      <MemoisedByFilters part="active-filters" filters={filters}>
        <ActiveFilters values={filters} />
      </MemoisedByFilters>
      {promoted.length > 0 ? (
        <PromotedBlock title={t("general.promoted.title")} cards={promoted} now={now} eager={EAGER_CARDS} />
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
      {total === 0 ? <NothingFound filters={filters} relaxations={view.relaxations} /> : null}
      <Pagination previous={view.previous} next={view.next} />
    </>
  );
}

/** What the form's button says once its choices have been followed: "Show 34 listings". */
function applyWords(t: ReturnType<typeof usePage>["t"], total: number | null): string {
  if (total === null) return t("general.filters.applyMany");
  return total === 0 ? t("general.filters.applyNone") : t.count("general.filters.applyCount", total);
}
