import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import { listFilterLabels } from "../filters/active-filters";
import { toListQuery, toSavedSearchQuery } from "../filters/list-query";
import { toUnderstoodQuery, type UnderstoodTypedSearch } from "../filters/typed-search";
import { isPreferredWord } from "../understanding/equivalent-words";
import type { UnderstoodPhrase, UnderstoodSearch } from "../understanding/understand-search";
import { splitWords } from "../understanding/words";
import { LocateButton } from "./locate-button";
import { SearchNotice } from "./search-notice";

/** Says what the typed words became: other words and filters. The link searches for the words as they were typed. */
export function TypedSearchNotice({
  typed,
  isFound,
  isSelecting,
}: {
  typed: UnderstoodTypedSearch;
  isFound: boolean;
  isSelecting: boolean;
}) {
  const { t } = usePage();
  const { filters, corrected, phrases, dropped } = typed;
  const { q } = filters;
  const sentences = [
    ...(corrected
      ? [t(isFound ? "search.corrected.results" : "search.corrected.none", { to: corrected })]
      : []),
    ...(listMeanings(t, phrases).length > 0 ? [formatUnderstood(t, typed)] : []),
    ...formatIgnored(t, phrases),
    ...(dropped ? [t("search.understood.dropped", { words: dropped })] : []),
  ];
  if (sentences.length === 0) return null;
  const label = corrected ? t("search.corrected.typed", { from: q }) : t("search.understood.exact", { q });
  return (
    <SearchNotice
      text={sentences.join(" ")}
      links={[[label, toListQuery(filters, { isSelecting, isExact: true })]]}
    />
  );
}

/** Says that exact words were searched for, with a link to the filters that they mean. Renders nothing without any. */
export function ExactSearchNotice({
  filters,
  meaning,
  isSelecting,
}: {
  filters: SearchFilters;
  meaning: UnderstoodSearch;
  isSelecting: boolean;
}) {
  const { t } = usePage();
  const meanings = listMeanings(t, meaning.phrases);
  if (meanings.length === 0) return null;
  const label = t("search.understood.meaning", { filters: meanings.join(", ") });
  return (
    <SearchNotice
      text={t("search.understood.exactly", { q: filters.q })}
      links={[[label, { ...toUnderstoodQuery({ filters }, meaning.filters), select: isSelecting }]]}
    />
  );
}

/** Offers the device's location for "near me"; without script, says how to choose a place. */
export function NearMeNotice({
  phrases,
  filters: { near, county },
}: {
  phrases: readonly UnderstoodPhrase[];
  filters: SearchFilters;
}) {
  const { t } = usePage();
  if (near || !phrases.some(({ isNearMe }) => isNearMe)) return null;
  return (
    <div className="understood">
      <span className="needs-script" data-announced="">
        {t("search.understood.nearMe")}
      </span>
      <LocateButton />
      {county ? null : <span className="needs-no-script">{t("search.understood.chooseCounty")}</span>}
    </div>
  );
}

/** Says of each town or neighborhood that it only set the county, with a link to the listings that mention it. */
export function PlaceNotices({
  phrases,
  filters,
}: {
  phrases: readonly UnderstoodPhrase[];
  filters: SearchFilters;
}) {
  const { t } = usePage();
  return phrases.map(({ place, filters: { county } }) => {
    if (!place || !county) return null;
    const q = [filters.q, place].filter(Boolean).join(" ");
    const sort = filters.sort === "newest" ? "relevance" : filters.sort;
    return (
      <SearchNotice
        key={place}
        text={t("search.understood.noPlaceFilter", { place, county: countyName(county) })}
        links={[[t("search.understood.inPlace", { place }), toSavedSearchQuery({ ...filters, q, sort })]]}
      />
    );
  });
}

/**
 * Says which words exclude no listing, because they only describe teacher, learner or purpose. Renders nothing
 * without any.
 */
export function PreferredNotice({ filters: { q, subject } }: { filters: SearchFilters }) {
  const { t } = usePage();
  const words = splitWords(q)
    .filter((word) => isPreferredWord(word, subject))
    .join(" ");
  return words === "" ? null : <SearchNotice text={t("search.understood.preferred", { words })} links={[]} />;
}

/** "Understood as: Iași. In place of: Cluj." */
function formatUnderstood(t: Translator, { phrases, replaced }: UnderstoodTypedSearch): string {
  const meaning = t("search.understood.as", { filters: listMeanings(t, phrases).join(", ") });
  const others = listFilterAndOrderLabels(t, replaced).join(", ");
  return others ? `${meaning} ${t("search.understood.replaced", { filters: others })}` : meaning;
}

/** A sentence about the phrases that the search leaves out; none without any. */
function formatIgnored(t: Translator, phrases: readonly UnderstoodPhrase[]): string[] {
  const ignored = phrases.filter(({ isIgnored, isNearMe }) => isIgnored && !isNearMe);
  const words = ignored.map(({ text }) => text).join(", ");
  return words === "" ? [] : [t("search.understood.ignored", { words })];
}

/** The labels of what phrases mean, without repetitions. Times get the labels of all of them together, as filters do. */
function listMeanings(t: Translator, phrases: readonly UnderstoodPhrase[]): string[] {
  const meant = phrases.filter(({ isIgnored }) => !isIgnored);
  const when = [...new Set(meant.flatMap(({ filters }) => filters.when ?? []))];
  const labels = meant.flatMap(({ filters, place }) =>
    listPhraseLabels(t, filters.when ? { ...filters, when } : filters, place),
  );
  return [...new Set(labels)];
}

function listPhraseLabels(
  t: Translator,
  filters: Partial<SearchFilters>,
  place: string | undefined,
): string[] {
  const { county } = filters;
  if (Object.keys(filters).length === 0) return [t("search.understood.anyPlace")];
  if (place && county) return [t("search.understood.placeIn", { place, county: countyName(county) })];
  return listFilterAndOrderLabels(t, filters);
}

const listFilterAndOrderLabels = (t: Translator, filters: Partial<SearchFilters>): string[] => [
  ...listFilterLabels(t, { ...NO_FILTERS, ...filters }),
  ...(filters.sort ? [t(`general.sorts.${filters.sort}`)] : []),
];
