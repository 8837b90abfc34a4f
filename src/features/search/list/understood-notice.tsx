import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { UnderstoodWords } from "../understanding/understand-search";
import { type ListMode, listFilterLabels, toListQuery, toSavedSearchQuery } from "./active-filters";

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
  const { t, url } = usePage();
  const filters = formatMeanings(t, words);
  const { q } = typed;
  const isApplied = use === "applied";
  if (use === "none")
    return (
      <p className="understood" data-announced="">
        {t("search.understood.noneMeant", { q, filters })}
      </p>
    );
  return (
    <p className="understood">
      <span data-announced="">
        {isApplied ? formatUnderstood(t, { words, replaced }) : t("search.understood.exactly", { q })}
      </span>{" "}
      <a
        href={url(paths.listings(toListQuery(typed, { isSelecting, isExact: isApplied })))}
        rel="nofollow"
        data-follow=""
      >
        {isApplied ? t("search.understood.exact", { q }) : t("search.understood.meaning", { filters })}
      </a>
    </p>
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
  const { t, url } = usePage();
  return words.map(({ place, filters: { county } }) => {
    if (!place || !county) return null;
    const q = [filters.q, place].filter(Boolean).join(" ");
    const query = toSavedSearchQuery({
      ...filters,
      q,
      sort: filters.sort === "newest" ? "relevance" : filters.sort,
    });
    return (
      <p key={place} className="understood">
        <span data-announced="">
          {t("search.understood.noPlaceFilter", { place, county: countyName(county) })}
        </span>{" "}
        <a href={url(paths.listings(query))} rel="nofollow" data-follow="">
          {t("search.understood.inPlace", { place })}
        </a>
      </p>
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
