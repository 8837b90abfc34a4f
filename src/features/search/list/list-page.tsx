import type { ReactNode } from "react";
import type { ListingCardRow as Card } from "@/features/listings";
import { isLevelOf, LEVELS, type Level } from "@/shared/codes";
import type { ExamCountdown } from "@/shared/exam-weeks";
import type { LevelPrices, UsualPrice } from "@/shared/find-usual-price";
import { formatExamCountdown } from "@/shared/format-exam";
import { explainUsualPrice, formatPricePlace, formatPriceRange } from "@/shared/format-usual-price";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import type { SearchFilters } from "@/shared/schemas/search";
import { subjectParams } from "@/shared/scope-params";
import { Breadcrumbs, type Crumb } from "@/ui/breadcrumbs";
import { Button } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { RESULTS_ID } from "@/ui/layouts";
import { CardGrid } from "@/ui/listing-card";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Pagination } from "@/ui/pagination";
import type { Scope } from "../counts/scopes";
import { ActiveFilters, countFilters } from "../filters/active-filters";
import { type ListMode, toListQuery } from "../filters/list-query";
import type { UnderstoodTypedSearch } from "../filters/typed-search";
import type { PagePosition } from "../matching/list-matches";
import type { CloseListing } from "../next-steps/list-close-listings";
import type { NearestStep, NextSteps } from "../next-steps/list-next-steps";
import type { UnderstoodSearch } from "../understanding/understand-search";
import { AlertOffer } from "./alert-offer";
import { CloseListings } from "./close-listings";
import { FilterButton, FilterForm } from "./filter-form";
import { buildAdvice, buildIntroduction, summarizeListings } from "./introduction";
import { formatTotal, isIndexable } from "./list-metadata";
import { NoResults } from "./no-results";
import { PromotedBlock } from "./promoted-block";
import { RequestOffer, toRequestPath } from "./request-offer";
import { ReversedPrices } from "./reversed-prices";
import type { ScopeSummary } from "./scope-summary";
import { FilterTextField } from "./search-text-field";
import { SiblingLinks } from "./sibling-links";
import { SortField } from "./sort-field";
import {
  ExactSearchNotice,
  NearMeNotice,
  PlaceNotices,
  PreferredNotice,
  TypedSearchNotice,
} from "./understood-notice";

/** The id of the form of the checkboxes. */
const SELECT_FORM = "selection";

/** Cards on the first screen, whose pictures load eagerly. */
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
  isFirst: boolean;
  /** Hrefs of the neighboring pages. */
  previous: string | null;
  next: string | null;
  position: PagePosition | null;
  /** Summary of the subject and county; null with other filters and on later pages. */
  summary: ScopeSummary | null;
  /** The usual price, on the first page of one subject: at the levels of the search, or at each level without any. */
  usualPrice: UsualPrice | LevelPrices | null;
  /** Similar searches, if this one has no results. */
  nextSteps: NextSteps | null;
  /** The nearest of them, if there are no close listings. */
  nearest: NearestStep | null;
  /** The next of the exams that the levels prepare for. */
  exams: readonly ExamCountdown[];
  /** Listings close to a search with few results; empty for others. */
  close: readonly CloseListing[];
  mode: ListMode;
  /** In a list with checkboxes: the teachers to whom the visitor wrote before. */
  writtenTo?: ReadonlySet<string>;
  /** The search that was typed, if its words became filters or were corrected. */
  typed: UnderstoodTypedSearch | null;
  /** What the words of an exact search mean. */
  meaning: UnderstoodSearch | null;
  /** Messages about filter values that were changed. */
  warnings: readonly string[];
  /** ms */
  now: number;
};

/**
 * The list of listings with its filter form. The script `client/enhance/results` replaces the elements with `data-part`
 * after each change of the form, so their names must match.
 */
export function ListPage({ view }: { view: ListView }) {
  const { t } = usePage();
  const { filters, total, summary } = view;
  return (
    <Enhanced name="results" immediate>
      <div className="container page">
        <div data-part="head">
          <Breadcrumbs crumbs={view.crumbs.slice(0, -1)} current={view.crumbs.at(-1)?.label} />
          <header className="page-head">
            <h1>{view.heading}</h1>
            {view.exams.map((countdown) => (
              <ExamLine key={countdown.exam} countdown={countdown} filters={filters} />
            ))}
          </header>
        </div>
        {/* Not next to the list, which is inert while the filters are a sheet over it. */}
        <p className="visually-hidden" role="status" data-result-count="" />
        <div className="with-filters">
          <FilterTextField value={filters.q} />
          <FilterForm values={filters} mode={view.mode} />
          <div className="results">
            <div className="results__bar">
              <p className="result-count" tabIndex={-1} data-part="count">
                {formatTotal(t, total)}
              </p>
              <MemoisedByFilters part="filters-bar" filters={filters}>
                {() => (
                  <>
                    <FilterButton active={countFilters(t, filters)} />
                    <SortField values={filters} />
                  </>
                )}
              </MemoisedByFilters>
            </div>
            <div
              className="results__list"
              id={RESULTS_ID}
              tabIndex={-1}
              data-part="results"
              data-apply={formatApplyLabel(t, total)}
            >
              <Results view={view} />
            </div>
          </div>
        </div>
        <div data-part="around">{summary ? <AroundScope view={view} summary={summary} /> : null}</div>
      </div>
    </Enhanced>
  );
}

/** When the exam is, with a link to the plan until then. */
function ExamLine({
  countdown,
  filters: { subject, county, online },
}: {
  countdown: ExamCountdown;
  filters: SearchFilters;
}) {
  const { t, url } = usePage();
  const fitting = subject.find((code) => isLevelOf(countdown.exam, [code]));
  const plan = { exam: countdown.exam, subject: fitting, county: online ? null : county };
  return (
    <p>
      {formatExamCountdown(t, countdown)} <a href={url(paths.plan(plan))}>{t("study-plan.link")}</a>
    </p>
  );
}

/**
 * A part that depends only on the filters. Typed text, times, languages and positions rarely repeat, so they are not
 * cached.
 */
function MemoisedByFilters({
  part,
  filters,
  children,
}: {
  part: string;
  filters: SearchFilters;
  children: () => ReactNode;
}) {
  const { q, when, teaches_in: languages, near } = filters;
  const isCommon = q === "" && when.length === 0 && languages.length === 0 && near === null;
  return isCommon ? <MemoisedMarkup deps={[part, filters]}>{children}</MemoisedMarkup> : children();
}

/**
 * Further information about a subject or county: what it is about, a summary of its listings, advice and links. It stands
 * below the list, which a phone shows on its first screen.
 */
function AroundScope({ view: { scope, total }, summary }: { view: ListView; summary: ScopeSummary }) {
  const { t } = usePage();
  const listingsSummary = isIndexable(total) ? summarizeListings(t, total, summary) : null;
  const advice = total === 0 ? null : buildAdvice(t, scope);
  const text = [buildIntroduction(t, scope), listingsSummary, advice].filter(Boolean).join(" ");
  return (
    <section className="section">
      <p className="about-scope__text">{text}</p>
      <MemoisedMarkup deps={["siblings", scope, summary.siblings]}>
        {() => <SiblingLinks scope={scope} siblings={summary.siblings} />}
      </MemoisedMarkup>
    </section>
  );
}

/** What a card without the badge means, where a listing of the first page offers lessons in person. */
function IntegrityLine({
  view: { filters, promoted, content, close, nearest, total, isFirst, mode },
}: {
  view: ListView;
}) {
  const { t, url } = usePage();
  const instead = total === 0 ? [...close.map(({ card }) => card), ...(nearest?.cards ?? [])] : [];
  const isMissing = [...promoted, ...content, ...instead].some(
    ({ locations, checked }) => locations.length > 0 && !checked.includes("integrity"),
  );
  if (!isFirst || filters.integrity || !isMissing) return null;
  const badge = t("general.card.checked.integrity");
  const href = url(paths.listings(toListQuery({ ...filters, integrity: true }, mode)));
  return (
    <p className="list-fact small muted">
      {t("search.noIntegrity.text", { badge })}{" "}
      {total === 0 ? null : (
        <a href={href} rel="nofollow">
          {t("search.noIntegrity.link")}
        </a>
      )}
    </p>
  );
}

/** The usual price, and a link to how it changed. */
function UsualPriceLine({
  price,
  scope: { subject, county },
  levels,
}: {
  price: ListView["usualPrice"];
  scope: Scope;
  levels: readonly Level[];
}) {
  const { t, url } = usePage();
  if (!price || !subject) return null;
  const place = price.scope === "county" ? county : null;
  const level = "level" in price ? price.level : null;
  const href = url(paths.prices({ subject, level, county: place }));
  return (
    <p className="list-fact small muted">
      {"level" in price
        ? explainUsualPrice(t, price, { subject, county }, levels)
        : t("search.levelPrices", {
            place: formatPricePlace(t, price.scope, county),
            ...subjectParams(t, subject),
            prices: listLevelPrices(t, price),
          })}{" "}
      <a href={href}>{t("search.allPrices")}</a>
    </p>
  );
}

/** "60–90 for middle school, 80–120 for high school" */
const listLevelPrices = (t: Translator, { cells }: LevelPrices): string =>
  LEVELS.flatMap((code) => {
    const [, q1, , q3] = cells[code] ?? [];
    if (!q1 || !q3) return [];
    return t("search.levelPrice", {
      range: formatPriceRange(t.locale, { q1, q3 }),
      level: t(`general.levelsAfterFor.${code}`),
    });
  }).join(", ");

function Results({ view }: { view: ListView }) {
  const { t, visitor } = usePage();
  const { filters, promoted, content, total, now, mode, writtenTo } = view;
  const { isSelecting } = mode;
  const selectForm = isSelecting ? SELECT_FORM : undefined;
  const eager = Math.max(0, EAGER_CARDS - promoted.length);
  return (
    <>
      {view.warnings.map((text) => (
        <Notice key={text} tone="warning">
          <p>{text}</p>
        </Notice>
      ))}
      <ReversedPrices filters={filters} mode={mode} />
      {view.typed ? (
        <>
          <TypedSearchNotice typed={view.typed} isFound={total !== 0} isSelecting={isSelecting} />
          <NearMeNotice phrases={view.typed.phrases} filters={filters} />
          <PlaceNotices phrases={view.typed.phrases} filters={filters} />
        </>
      ) : null}
      {view.meaning ? (
        <ExactSearchNotice filters={filters} meaning={view.meaning} isSelecting={isSelecting} />
      ) : null}
      <PreferredNotice filters={filters} />
      <MemoisedByFilters part={`active-filters ${isSelecting} ${total === 0}`} filters={filters}>
        {() => (
          <div className="results__tools">
            <ActiveFilters values={filters} mode={mode} />
            {isSelecting || total === 0 ? null : <SelectLink filters={filters} mode={mode} />}
          </div>
        )}
      </MemoisedByFilters>
      <UsualPriceLine price={view.usualPrice} scope={view.scope} levels={filters.level} />
      <IntegrityLine view={view} />
      {promoted.length > 0 ? (
        <PromotedBlock
          title={t("general.promoted.title")}
          cards={promoted}
          now={now}
          wantedLevels={filters.level}
          eager={EAGER_CARDS}
          selectForm={selectForm}
          writtenTo={writtenTo}
        />
      ) : null}
      {content.length > 0 ? (
        <section>
          <h2 className="visually-hidden">{t("search.results")}</h2>
          <CardGrid
            cards={content}
            now={now}
            wantedLevels={filters.level}
            eager={eager}
            selectForm={selectForm}
            writtenTo={writtenTo}
          />
        </section>
      ) : null}
      {view.nextSteps ? (
        <NoResults
          filters={filters}
          nextSteps={view.nextSteps}
          close={view.close}
          nearest={view.nearest}
          requestPath={toRequestPath(view)}
          mode={mode}
          now={now}
        />
      ) : (
        <>
          <Pagination previous={view.previous} next={view.next} position={view.position} />
          <CloseListings
            listings={view.close}
            filters={filters}
            now={now}
            selectForm={selectForm}
            writtenTo={writtenTo}
          />
          {view.next || isSelecting ? null : <RequestOffer path={toRequestPath(view)} />}
        </>
      )}
      {isSelecting && total !== 0 ? <SelectionBar filters={filters} mode={mode} /> : null}
      <MemoisedByFilters part={`alert-offer ${visitor !== null} ${total === 0}`} filters={filters}>
        {() => <AlertOffer filters={filters} isSignedIn={visitor !== null} isProminent={total === 0} />}
      </MemoisedByFilters>
    </>
  );
}

/** The link to the same list with checkboxes. Search engines need only one of the two. */
function SelectLink({ filters, mode }: { filters: SearchFilters; mode: ListMode }) {
  const { t, url } = usePage();
  return (
    <p className="results__several">
      <a href={url(paths.listings(toListQuery(filters, { ...mode, isSelecting: true })))} rel="nofollow">
        {t("search.several.link")}
      </a>
    </p>
  );
}

/** The form of the checkboxes, which stays in view. */
function SelectionBar({ filters, mode }: { filters: SearchFilters; mode: ListMode }) {
  const { t, url } = usePage();
  return (
    <form id={SELECT_FORM} method="get" action={url(paths.enquireSeveral())} className="selection-bar">
      <p className="small">
        {t("search.several.help", { max: MAX_RECIPIENTS })}{" "}
        <a href={url(paths.listings(toListQuery(filters, { ...mode, isSelecting: false })))}>
          {t("general.common.cancel")}
        </a>
      </p>
      <Button type="submit">{t("search.several.button")}</Button>
    </form>
  );
}

/** The label of the form's button after the results are loaded: "Show 34 listings". */
function formatApplyLabel(t: ReturnType<typeof usePage>["t"], total: number | null): string {
  if (total === null) return t("general.filters.applyMany");
  return total === 0 ? t("general.filters.apply") : t.count("general.filters.applyCount", total);
}
