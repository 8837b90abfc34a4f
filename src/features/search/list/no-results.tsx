import { countFilters, toFilterQuery } from "@/features/search/list/active-filters";
import { countySeat } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { formatLevelList } from "./introduction";
import { buildListMetadata, toScope } from "./list-metadata";
import type { Relaxation } from "./list-relaxations";

/** Replaces the results: wider searches, or on a site without listings an invitation to create the first. */
export function NoResults({
  filters,
  relaxations,
}: {
  filters: SearchFilters;
  relaxations: readonly Relaxation[];
}) {
  const { t, url } = usePage();
  if (countFilters(filters) === 0) {
    const offer = <LinkButton href={url(paths.createListing())}>{t("search.emptySite.offer")}</LinkButton>;
    return (
      <EmptyState title={t("search.emptySite.title")} action={offer}>
        {t("search.emptySite.text")}
      </EmptyState>
    );
  }
  const hasRelaxations = relaxations.length > 0;
  const clear = (
    <LinkButton variant={hasRelaxations ? "quiet" : "primary"} href={url(paths.listings())} data-follow="">
      {t("search.empty.clear")}
    </LinkButton>
  );
  return (
    <EmptyState title={t("search.empty.title")} action={clear}>
      <p>{t(hasRelaxations ? "search.empty.text" : "search.empty.nothing")}</p>
      {hasRelaxations ? (
        <ul className="relaxations list-plain">
          {relaxations.map((relaxation) => (
            <li key={JSON.stringify(relaxation.change)}>
              <a href={url(paths.listings(toFilterQuery(relaxation.filters)))} data-follow="">
                <span className="relaxations__label">{formatRelaxation(t, relaxation)}</span>
                <span className="relaxations__count">{formatCount(t, relaxation)}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </EmptyState>
  );
}

const formatCount = (t: Translator, { listings, hasMore }: Relaxation): string =>
  hasMore ? t("search.relax.more", { n: t.number(listings) }) : t.count("general.counts.listings", listings);

/** "Up to 50 km away" */
function formatRelaxation(t: Translator, { change, filters }: Relaxation): string {
  switch (change.kind) {
    case "flag":
      return t(`general.filters.flags.${change.name}.dropped`);
    case "terms":
      return t("search.relax.terms", { terms: change.terms });
    case "radius":
      return t("search.relax.radius", { radius: change.km });
    case "around":
      return t("search.relax.around", { radius: change.km, seat: countySeat(change.county) });
    case "max":
    case "min":
      return t.count(`search.relax.${change.kind}`, change.lei);
    case "level":
      return t("search.relax.level", { levels: formatLevelList(t, change.levels) });
    case "scope":
      return buildListMetadata(t, toScope(filters)).title;
    default:
      return t(`search.relax.${change.kind}`);
  }
}
