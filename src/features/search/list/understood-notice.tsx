import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import { listFilterLabels, toListQuery, toSavedSearchQuery } from "../filters/active-filters";
import { type TypedSearch, toUnderstoodQuery, type UnderstoodTyped } from "../filters/typed-search";
import { isPersonWord } from "../understanding/equivalent-words";
import type { UnderstoodSearch, UnderstoodWords } from "../understanding/understand-search";
import { splitWords } from "../understanding/words";
import { LocateButton } from "./locate-button";
import { SearchNotice } from "./search-notice";

/** Says what the typed words became: other words and filters. The link searches for the words as they were typed. */
export function TypedSearchNotice({
  typed: { filters, corrected, ...meaning },
  isFound,
  isSelecting,
}: {
  typed: TypedSearch & UnderstoodTyped;
  isFound: boolean;
  isSelecting: boolean;
}) {
  const { t } = usePage();
  const { q } = filters;
  const sentences = [
    ...(corrected
      ? [t(isFound ? "search.corrected.results" : "search.corrected.none", { to: corrected })]
      : []),
    ...(formatMeanings(t, meaning.understood) ? [formatUnderstood(t, meaning)] : []),
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
  const meanings = formatMeanings(t, meaning.understood);
  if (meanings === "") return null;
  const label = t("search.understood.meaning", { filters: meanings });
  return (
    <SearchNotice
      text={t("search.understood.exactly", { q: filters.q })}
      links={[[label, { ...toUnderstoodQuery({ filters }, meaning.filters), select: isSelecting }]]}
    />
  );
}

/** Offers the device's location for "near me"; without script, says how to choose a place. */
export function NearMeNotice({
  words,
  filters: { near, county },
}: {
  words: readonly UnderstoodWords[];
  filters: SearchFilters;
}) {
  const { t } = usePage();
  if (near || !words.some(({ isNearMe }) => isNearMe)) return null;
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
  words,
  filters,
}: {
  words: readonly UnderstoodWords[];
  filters: SearchFilters;
}) {
  const { t } = usePage();
  return words.map(({ place, filters: { county } }) => {
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

/** Says of words that describe a person that they exclude no listing. Renders nothing without any. */
export function PersonNotice({ q }: { q: string }) {
  const { t } = usePage();
  const words = splitWords(q).filter(isPersonWord).join(" ");
  return words === "" ? null : <SearchNotice text={t("search.understood.person", { words })} links={[]} />;
}

/** "Understood as: Iași. In place of: Cluj." */
function formatUnderstood(t: Translator, { understood, replaced }: UnderstoodTyped): string {
  const meaning = t("search.understood.as", { filters: formatMeanings(t, understood) });
  const others = listFilterAndOrderLabels(t, replaced).join(", ");
  return others ? `${meaning} ${t("search.understood.replaced", { filters: others })}` : meaning;
}

/** What words mean, and which words are left out: "Mathematics, Cluj; without “ieftin”". */
function formatMeanings(t: Translator, words: readonly UnderstoodWords[]): string {
  const ignored = words.flatMap((part) => (part.isIgnored && !part.isNearMe ? [part.words] : [])).join(", ");
  const without = ignored && t("search.understood.without", { words: ignored });
  return [listMeanings(t, words).join(", "), without].filter(Boolean).join("; ");
}

/** The labels of what words mean, without repetitions. Times get the labels of all of them together, as filters do. */
function listMeanings(t: Translator, words: readonly UnderstoodWords[]): string[] {
  const meanings = words.filter(({ isIgnored }) => !isIgnored);
  const when = [...new Set(meanings.flatMap(({ filters }) => filters.when ?? []))];
  const labels = meanings.flatMap(({ filters, ...meaning }) =>
    listLabels(t, { ...meaning, filters: filters.when ? { ...filters, when } : filters }),
  );
  return [...new Set(labels)];
}

function listLabels(t: Translator, { filters, place }: UnderstoodWords): string[] {
  const { county } = filters;
  if (Object.keys(filters).length === 0) return [t("search.understood.anyPlace")];
  if (place && county) return [t("search.understood.placeIn", { place, county: countyName(county) })];
  return listFilterAndOrderLabels(t, filters);
}

const listFilterAndOrderLabels = (t: Translator, filters: Partial<SearchFilters>): string[] => [
  ...listFilterLabels(t, { ...NO_FILTERS, ...filters }),
  ...(filters.sort ? [t(`general.sorts.${filters.sort}`)] : []),
];
