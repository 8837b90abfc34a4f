import { countyName } from "@/shared/codes";
import { formatLevelList } from "@/shared/format-level-list";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { CardGrid } from "@/ui/listing-card";
import { usePage } from "@/ui/page-context";
import { toScope } from "../counts/scopes";
import { countFilters } from "../filters/active-filters";
import { type ListMode, toListQuery } from "../filters/list-query";
import type { CloseListing } from "../next-steps/list-close-listings";
import type { NearestStep, NextStep, NextSteps } from "../next-steps/list-next-steps";
import { listDroppedBy } from "../next-steps/wider-searches";
import { CloseListings } from "./close-listings";
import { formatListTitle } from "./list-metadata";
import { RequestOffer, RequestText } from "./request-offer";

/**
 * Replaces the results: close listings or those of the nearest similar search, then all similar searches, folded. Without
 * such listings a request to teachers and the similar searches. On a site without listings, an invitation to create one.
 */
export function NoResults({
  filters,
  nextSteps,
  close,
  nearest,
  requestPath,
  mode,
  now,
}: {
  filters: SearchFilters;
  nextSteps: NextSteps;
  close: readonly CloseListing[];
  nearest: NearestStep | null;
  /** See `toRequestPath`. */
  requestPath: string | null;
  mode: ListMode;
  /** ms */
  now: number;
}) {
  const { t, url } = usePage();
  if (countFilters(t, filters) === 0) {
    const offer = <LinkButton href={url(paths.teach())}>{t("search.emptySite.offer")}</LinkButton>;
    return (
      <EmptyState title={t("search.emptySite.title")} action={offer}>
        {t("search.emptySite.text")}
      </EmptyState>
    );
  }
  const { wider, elsewhere, subjects } = nextSteps;
  const hasSteps = wider.length + elsewhere.length + subjects.length > 0;
  const steps = (
    <>
      <NextStepList title={t("search.next.wider")} steps={wider} asked={filters} mode={mode} />
      <NextStepList title={t("search.next.elsewhere")} steps={elsewhere} asked={filters} mode={mode} />
      <NextStepList title={t("search.next.subjects")} steps={subjects} asked={filters} mode={mode} />
    </>
  );
  if (close.length > 0 || nearest) {
    const requestLink =
      requestPath === null ? (
        ""
      ) : (
        <a href={url(requestPath)} rel="nofollow">
          {t("search.empty.request")}
        </a>
      );
    return (
      <>
        <CloseListings listings={close} filters={filters} now={now} requestLink={requestLink} />
        {nearest ? (
          <section className="close-listings">
            <h2>{t("search.empty.title")}</h2>
            <p className="muted">
              {t("search.empty.nearest")}{" "}
              <a href={url(toStepPath(nearest.step, mode))} data-follow="">
                {formatStep(t, filters, nearest.step)}
              </a>{" "}
              {requestLink}
            </p>
            <CardGrid cards={nearest.cards} now={now} wantedLevels={filters.level} />
          </section>
        ) : null}
        {hasSteps ? (
          <details className="next-steps-fold">
            <summary>{t("search.next.all")}</summary>
            {steps}
          </details>
        ) : null}
        <RequestOffer path={requestPath} />
      </>
    );
  }
  const action = (
    <div className="row">
      {requestPath === null ? null : (
        <LinkButton href={url(requestPath)} rel="nofollow">
          {t("search.request.action")}
        </LinkButton>
      )}
      {hasSteps && requestPath !== null ? null : (
        <LinkButton variant="quiet" href={url(paths.listings())} data-follow="">
          {t("search.empty.clear")}
        </LinkButton>
      )}
    </div>
  );
  return (
    <>
      <EmptyState title={t("search.empty.title")} action={action}>
        {hasSteps ? null : <p>{t("search.empty.nothing")}</p>}
        {requestPath === null ? null : <RequestText />}
      </EmptyState>
      {steps}
    </>
  );
}

function NextStepList({
  title,
  steps,
  asked,
  mode,
}: {
  title: string;
  steps: readonly NextStep[];
  /** The search without results. */
  asked: SearchFilters;
  mode: ListMode;
}) {
  const { t, url } = usePage();
  if (steps.length === 0) return null;
  return (
    <section className="next-steps">
      <h3>{title}</h3>
      <ul className="next-steps__list list-plain">
        {steps.map((step) => (
          <li key={JSON.stringify(step.change)}>
            <a href={url(toStepPath(step, mode))} data-follow="">
              <span className="next-steps__label">{formatStep(t, asked, step)}</span>
              <span className="next-steps__count">{formatCount(t, step)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const toStepPath = ({ filters }: NextStep, mode: ListMode): string =>
  paths.listings(toListQuery(filters, { ...mode, isSelecting: false }));

const formatCount = (t: Translator, { listings, hasMore }: NextStep): string =>
  hasMore ? t("search.next.more", { n: t.number(listings) }) : t.count("general.counts.listings", listings);

/**
 * "Mathematics tutors in Cluj · Any price · Any level": a search that changes several filters names them. Any subject names
 * the county and levels that stay.
 */
function formatStep(t: Translator, asked: SearchFilters, { change, filters }: NextStep): string {
  if (change.kind === "online" || change.kind === "county") {
    const schools = filters.level.filter((code) => !asked.level.includes(code));
    return [
      formatChange(t, change),
      ...(change.kind === "online" && change.lei !== null ? [t.count("search.next.max", change.lei)] : []),
      ...(schools.length > 0 ? [t("search.next.level", { levels: formatLevelList(t, schools) })] : []),
    ].join(" · ");
  }
  if (change.kind === "codes" && change.name === "subject" && (filters.county || filters.level.length > 0))
    return [formatChange(t, change), formatListTitle(t, toScope(filters), filters.level)].join(" · ");
  if (change.kind !== "scope") return formatChange(t, change);
  const dropped = listDroppedBy(asked, filters).map((filter) => formatChange(t, filter));
  return [formatListTitle(t, toScope(filters)), ...dropped].join(" · ");
}

/** "Up to 130 lei an hour" */
function formatChange(t: Translator, change: NextStep["change"]): string {
  switch (change.kind) {
    case "flag":
      return t(`general.filters.flags.${change.name}.dropped`);
    case "codes":
      return t(`general.filters.codes.${change.name}.dropped`);
    case "terms":
      return t("search.next.terms", { terms: change.terms });
    case "radius":
      return t("search.next.radius", { radius: change.km });
    case "county":
      return countyName(change.county);
    case "subject":
      return t(`general.subjects.${change.subject}`);
    case "max":
    case "min":
      return t.count(`search.next.${change.kind}`, change.lei);
    case "level":
      return t("search.next.level", { levels: formatLevelList(t, change.levels) });
    default:
      return t(`search.next.${change.kind}`);
  }
}
