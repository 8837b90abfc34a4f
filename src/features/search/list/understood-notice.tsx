import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { UnderstoodWords } from "../understanding/understand-search";
import { type ListMode, listFilterLabels, toListQuery, toSavedSearchQuery } from "./active-filters";
import { SearchNotice } from "./search-notice";

/**
 * What the typed words mean. The list has these filters (`applied`), or the words as they were typed: exact words were
 * asked for (`available`), or nothing is found for the meaning (`none`).
 */
export type Understanding = {
  use: "applied" | "available" | "none";
  words: readonly UnderstoodWords[];
  /** Filters of the address that the words replace. */
  replaced: Partial<SearchFilters>;
  /** The filters of the address. */
  typed: SearchFilters;
};

/** Says which filters the typed words became, with the link to search for the words instead, and the other way round. */
export function UnderstoodNotice({
  understanding: { use, words, replaced, typed },
  mode: { isSelecting },
}: {
  understanding: Understanding;
  mode: ListMode;
}) {
  const { t } = usePage();
  const filters = formatMeanings(t, words);
  const { q } = typed;
  if (use === "none")
    return <SearchNotice text={t("search.understood.noneMeant", { q, filters })} links={[]} />;
  const isApplied = use === "applied";
  return (
    <SearchNotice
      text={isApplied ? formatUnderstood(t, { words, replaced }) : t("search.understood.exactly", { q })}
      links={[
        [
          isApplied ? t("search.understood.exact", { q }) : t("search.understood.meaning", { filters }),
          toListQuery(typed, { isSelecting, isExact: isApplied }),
        ],
      ]}
    />
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

/** "Understood as: Iași. In place of: Cluj." */
export function formatUnderstood(
  t: Translator,
  { words, replaced }: Pick<Understanding, "words" | "replaced">,
): string {
  const meaning = t("search.understood.as", { filters: formatMeanings(t, words) });
  const others = listFilterAndOrderLabels(t, replaced).join(", ");
  return others ? `${meaning} ${t("search.understood.replaced", { filters: others })}` : meaning;
}

/** What words mean, and which words are left out: "Mathematics, Cluj; without “ieftin”". */
function formatMeanings(t: Translator, words: readonly UnderstoodWords[]): string {
  const ignored = words.flatMap((part) => (part.isIgnored ? [part.words] : [])).join(", ");
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
