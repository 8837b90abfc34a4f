import { countySeat } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { countFilters, toFilterQuery } from "@/ui/active-filters";
import { LinkButton } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { usePage } from "@/ui/page-context";
import { levelList } from "./introduction";
import { listWords, scopeOf } from "./list-metadata";
import type { Relaxation } from "./relaxations";

/** What to do next: the nearest searches that find something, or, where there is nothing at all yet, the first listing. */
export function NothingFound({
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
  const found = relaxations.length > 0;
  const clear = (
    <LinkButton variant={found ? "quiet" : "primary"} href={url(paths.listings())} data-follow>
      {t("search.empty.clear")}
    </LinkButton>
  );
  return (
    <EmptyState title={t("search.empty.title")} action={clear}>
      <p>{t(found ? "search.empty.text" : "search.empty.nothing")}</p>
      {found ? (
        <ul className="relaxations list-plain">
          {relaxations.map((relaxation) => (
            <li key={JSON.stringify(relaxation.given)}>
              <a href={url(paths.listings(toFilterQuery(relaxation.filters)))} data-follow>
                <span className="relaxations__what">{relaxationWords(t, relaxation)}</span>
                <span className="relaxations__count">{howMany(t, relaxation)}</span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </EmptyState>
  );
}

const howMany = (t: Translator, { listings, more }: Relaxation): string =>
  more ? t("search.relax.more", { n: t.number(listings) }) : t.count("general.counts.listings", listings);

/** The label of a wider search: "Up to 50 km away". */
function relaxationWords(t: Translator, { given, filters }: Relaxation): string {
  switch (given.kind) {
    case "words":
      return t("search.relax.words", { words: given.words });
    case "radius":
      return t("search.relax.radius", { radius: given.km });
    case "around":
      return t("search.relax.around", { radius: given.km, seat: countySeat(given.county) });
    case "max":
    case "min":
      return t.count(`search.relax.${given.kind}`, given.lei);
    case "level":
      return t("search.relax.level", { levels: levelList(t, given.levels) });
    case "scope":
      return listWords(t, scopeOf(filters)).title;
    default:
      return t(`search.relax.${given.kind}`);
  }
}
