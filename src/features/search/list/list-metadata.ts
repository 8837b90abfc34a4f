import type { Level, Subject } from "@/shared/codes";
import { formatList } from "@/shared/format";
import { formatLevelList } from "@/shared/format-level-list";
import type { TextParams, Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { countyParams, subjectParams } from "@/shared/scope-params";
import { type Scope, toScope } from "../counts/scopes";
import { isPreferredWord } from "../understanding/equivalent-words";
import { splitWords } from "../understanding/words";

/** The path of a scope's list, which search engines may index. */
export const scopePath = (scope: Scope): string => paths.listings({ ...scope });

/** Minimum of listings for a list that search engines may index. */
const MIN_INDEXABLE = 3;

/** Whether search engines may index the list of a scope; `total` is null for more than are counted. */
export const isIndexable = (total: number | null): boolean => total === null || total >= MIN_INDEXABLE;

/** The title of a scope's list, with the levels of a search: "Mathematics lessons in Cluj for middle school". */
export const formatListTitle = (
  t: Translator,
  scope: Scope,
  levels: readonly Level[] = [],
  subjects: readonly Subject[] = scope.subject ? [scope.subject] : [],
): string =>
  t(`search.title.${getScopeKind({ ...scope, subject: subjects[0] ?? null })}`, {
    ...getScopeParams(t, scope),
    topic: formatList(
      subjects.map((subject) => subjectParams(t, subject).topic),
      t.locale,
    ),
    forLevels: levels.length > 0 ? t("search.title.forLevels", { levels: formatLevelList(t, levels) }) : "",
  });

/** The description of a scope's list for search engines. */
export const formatListDescription = (t: Translator, scope: Scope): string =>
  t(`search.description.${getScopeKind(scope)}`, getScopeParams(t, scope));

function getScopeKind({ subject, county }: Scope): "all" | "subject" | "county" | "both" {
  if (subject) return county ? "both" : "subject";
  return county ? "county" : "all";
}

const getScopeParams = (t: Translator, { subject, county }: Scope): TextParams => ({
  ...(subject ? subjectParams(t, subject) : {}),
  ...(county ? countyParams(t, county) : {}),
});

/** A heading with more would be too long. */
const MAX_NAMED_SUBJECTS = 3;

/**
 * The heading of a search for words, unless all of them became filters, or only describe a teacher of a subject: then it
 * is the title of a list with its levels.
 */
export const formatHeading = (t: Translator, filters: SearchFilters, q: string): string =>
  filters.q === "" || (filters.subject.length > 0 && hasOnlyPreferredWords(filters))
    ? formatListTitle(
        t,
        toScope(filters),
        filters.level,
        filters.subject.length > MAX_NAMED_SUBJECTS ? [] : filters.subject,
      )
    : t("search.title.words", { q });

const hasOnlyPreferredWords = ({ q, subject }: SearchFilters): boolean =>
  splitWords(q).every((word) => isPreferredWord(word, subject));

/** "34 listings"; `total` is null for more than are counted. */
export function formatTotal(t: Translator, total: number | null): string {
  if (total === null) return t("general.counts.listingsMany");
  return total === 0 ? t("general.counts.noListings") : t.count("general.counts.listings", total);
}
