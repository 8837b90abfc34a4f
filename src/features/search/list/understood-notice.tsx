import { countyName, DAY_PARTS, DAYS, type Day, LOCATIONS, type Slot } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { NO_FILTERS, type SearchFilters } from "@/shared/schemas/search";
import { usePage } from "@/ui/page-context";
import type { UnderstoodWords } from "../understanding/understand-search";
import { type ListMode, listFilterLabels, toListQuery } from "./active-filters";

/** What the typed words mean. `isApplied`: the list has these filters. Else it has the words as they were typed. */
export type Understanding = {
  isApplied: boolean;
  words: readonly UnderstoodWords[];
  /** The filters of the address. */
  typed: SearchFilters;
};

/** Says which filters the typed words became, with the link to search for the words instead, and the other way round. */
export function UnderstoodNotice({
  understanding: { isApplied, words, typed },
  mode,
}: {
  understanding: Understanding;
  mode: ListMode;
}) {
  const { t, url } = usePage();
  const filters = listMeanings(t, words).join(", ");
  const { q } = typed;
  return (
    <p className="understood">
      {isApplied ? t("search.understood.as", { filters }) : t("search.understood.exactly", { q })}{" "}
      <a
        href={url(paths.listings(toListQuery(typed, { ...mode, isExact: isApplied })))}
        rel="nofollow"
        data-follow=""
      >
        {isApplied ? t("search.understood.exact", { q }) : t("search.understood.meaning", { filters })}
      </a>
    </p>
  );
}

/** The labels of what words mean, without repetitions. */
function listMeanings(t: Translator, words: readonly UnderstoodWords[]): string[] {
  return [...new Set(words.flatMap((meaning) => listLabels(t, meaning)))];
}

function listLabels(t: Translator, { filters, place }: UnderstoodWords): string[] {
  const { sort, when = [], location = [], county } = filters;
  if (Object.keys(filters).length === 0) return [t("search.understood.anyPlace")];
  if (place && county) return [t("search.understood.placeIn", { place, county: countyName(county) })];
  if (location.length === LOCATIONS.length) return [t("search.understood.faceToFace")];
  return [
    ...listFilterLabels(t, { ...NO_FILTERS, ...filters, when: [] }),
    ...listTimes(t, when),
    ...(sort ? [t(`general.sorts.${sort}`)] : []),
  ];
}

/** Slots in words: days with the same parts together, "Monday to Friday evening". */
function listTimes(t: Translator, when: readonly Slot[]): string[] {
  const partsOf = (day: Day) => DAY_PARTS.filter((part) => when.includes(`${day}${part}`)).join("");
  const daysByParts = Map.groupBy(DAYS, partsOf);
  return [...daysByParts].flatMap(([parts, days]) => {
    if (parts === "") return [];
    const names = [...parts].map((part) => t(`general.dayParts.${part}`)).join(", ");
    const dayNames = days.length === DAYS.length ? "" : joinDays(t, days);
    if (parts.length === DAY_PARTS.length) return [dayNames];
    return [dayNames === "" ? names : t("general.filters.slot", { day: dayNames, part: names })];
  });
}

/** "Monday to Friday", or the days one by one. */
function joinDays(t: Translator, days: readonly Day[]): string {
  const names = days.map((day) => t(`general.days.${day}`));
  const isRun = days.length > 2 && Number(days.at(-1)) - Number(days[0]) === days.length - 1;
  return isRun
    ? t("search.understood.days", { from: names[0] ?? "", to: names.at(-1) ?? "" })
    : names.join(", ");
}
